import { signWebhook } from '@svc-simulator/contract';
import { startAccountForBlock } from '@svc-simulator/test-support/account.ts';
import { SeenTrace } from '@svc-simulator/test-support/trace.ts';
import { describe, expect, it } from 'vitest';
import { startReceiver } from '../../../../test/support/receiver.ts';

describe('a resend', async () => {
  const { sim, account } = await startAccountForBlock();

  const resend = (deliveryId: string, body?: unknown, token = account.token) =>
    sim.send('POST', `/control/deliveries/${deliveryId}/resend`, { token, body });

  /** Creates a session with one webhook, to which the receiver responds with `status`. */
  async function createSentWebhook(status = 200, of = account) {
    const seen = new SeenTrace(sim);
    const receiver = await startReceiver((_, response) => response.writeHead(status).end());
    const id = await sim.button(of, { webhook_url: `${receiver.url}/hook` });
    const { data } = await seen.of(id, 'webhook.emitted');
    await seen.of(id, 'webhook.attempted');
    return { id, seen, receiver, emitted: data };
  }

  it('is retried like the original webhook, and can itself be resent', async () => {
    const { id, seen, emitted } = await createSentWebhook(500);
    const { delivery_id } = (await resend(emitted.delivery_id, {})).json.data;
    expect((await resend(delivery_id)).json.data.resend_of).toBe(delivery_id);
    // Three deliveries of three attempts each.
    await seen.of(id, 'webhook.attempted', 3);
    await sim.clock.advance(2000);
    await seen.of(id, 'webhook.attempted', 6);
    await sim.clock.advance(5000);
    const gaveUp = await seen.of(id, 'webhook.gave_up', 3);
    expect(gaveUp.data).toMatchObject({ attempts: 3, status: 500 });
  });

  it('sends an edited body with a valid signature, marked as edited and as sent by a tool', async () => {
    const { id, seen, receiver, emitted } = await createSentWebhook();
    const raw_body = '{"event":"payment_session.paid","amount_reference":1}';
    expect((await resend(emitted.delivery_id, { raw_body })).status).toBe(201);
    const { data } = await seen.of(id, 'webhook.emitted', 2);
    expect(data).toMatchObject({ raw_body, edited: true, by: 'tool', resend_of: emitted.delivery_id });
    await receiver.received.atLeast(2);
    const { rawBody, headers } = receiver.received.all[1] ?? {};
    expect(String(rawBody)).toBe(raw_body);
    const timestamp = `${headers?.['svc-timestamp']}`;
    const recipe = { secret: account.secret, timestamp, body: raw_body, variant: 'timestamp' } as const;
    expect(headers?.['svc-signature']).toBe(signWebhook(recipe));
    expect(emitted).not.toHaveProperty('edited');
  });

  it('sends all 121 resends of a session after a slow first attempt', async () => {
    const seen = new SeenTrace(sim);
    let answer = () => {};
    const receiver = await startReceiver((_, response) => {
      if (receiver.received.all.length === 2) answer = () => response.end();
      else response.end();
    });
    const id = await sim.button(account, { webhook_url: receiver.url });
    const { delivery_id } = (await seen.of(id, 'webhook.delivered')).data;
    await resend(delivery_id);
    await receiver.received.atLeast(2);
    await Promise.all(Array.from({ length: 120 }, () => resend(delivery_id)));
    answer();
    await seen.of(id, 'webhook.delivered', 122);
    expect(receiver.received.all).toHaveLength(122);
  });
});

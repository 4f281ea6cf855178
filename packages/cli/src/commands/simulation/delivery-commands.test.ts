import { toolAgents } from '@svc-simulator/contract';
import { describe, expect, it } from 'vitest';
import { startReceiver } from '../../../../../test/support/receiver.ts';
import { liveSimulator, runStage } from '../../../test/live.ts';

const live = liveSimulator();
const { sim, runForData, newSession, createLiveStage } = live;

async function createAcceptedSession(status: number) {
  let answers = 0;
  const receiver = await startReceiver((_, response) => response.writeHead(answers++ ? status : 200).end());
  const id = await newSession('--webhook-url', receiver.url);
  await runForData('session', 'wait', id, '--for', 'webhook.delivered:created');
  return { id, receiver };
}

/** Creates a session as the doctor does, and returns its id. */
async function createExaminedSession(
  token: string,
  fields: { readonly agreement_id: string; readonly webhook_url: string },
): Promise<string> {
  const body = {
    ...fields,
    amount_reference: 10,
    currency_reference: 'USD',
    identifier_label: 'Order',
    identifier: 'A-1',
    description: 'Coffee',
    success_url: 'https://shop.invalid/ok',
    failure_url: 'https://shop.invalid/ko',
  };
  const answer = await fetch(`${live.url}/api/v1/ext/payment-sessions/buttons`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'user-agent': toolAgents.examination,
    },
    body: JSON.stringify(body),
  });
  return ((await answer.json()) as { data: { id: string } }).data.id;
}

it('indents JSON in sim delivery show at a terminal, and prints raw bytes with --raw or without a terminal', async () => {
  const { id } = await createAcceptedSession(200);
  const show = async (terminal: boolean, ...more: readonly string[]) =>
    (await runStage(await createLiveStage(['delivery', 'show', '--session', id, ...more], { terminal })))
      .stdout;
  expect(await show(true)).toMatch(/^ {2}"event": "payment_session.created",$/m);
  for (const text of [await show(true, '--raw'), await show(false)])
    expect(text).toMatch(/^\{.*"event":"payment_session.created".*\}$/m);
});

describe('sim probe', () => {
  it('exits with 0 if the receiver responds correctly', async () => {
    const { id } = await createAcceptedSession(401);
    const { code, stdout, stderr } = await sim('probe', id.slice(0, 8), '--kind', 'bad_signature');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n')).toEqual([
      'passed  forged signature  expected 4xx, returned 401',
      expect.stringMatching(/^The receiver responded with 401: it detected /),
      '',
    ]);
  });

  it("exits with 1 if the receiver fails, and explains the fix in the user's language", async () => {
    const { id } = await createAcceptedSession(500);
    const failedProbe = await sim('probe', id, '--kind', 'duplicate');
    expect(failedProbe).toMatchObject({ code: 1, stderr: '' });
    expect(failedProbe.stdout).toMatch(
      /^failed {2}duplicate {2}expected 2xx, returned 500\nThe receiver.*\nIf you already received the idempotency-key/,
    );
    const spanish = await sim('probe', id, '--kind', 'duplicate', '--lang', 'es');
    expect(spanish.stdout).toMatch(/^falló .*\nEl receptor.*\nSi ya recibiste /);
    const stage = await createLiveStage(['probe', id, '--kind', 'duplicate', '--json']);
    const json = await runStage(stage);
    expect([json.code, JSON.parse(json.stdout)]).toEqual([
      1,
      expect.objectContaining({ passed: false, status: 500, kind: 'duplicate' }),
    ]);
  });

  it('exits with 1 if the simulator refuses the probe, and with 2 for an unknown kind', async () => {
    const id = await newSession();
    const refusal = await sim('probe', id, '--kind', 'duplicate');
    expect(refusal.code).toBe(1);
    expect(refusal.stderr).toContain('has no webhook_url');
    expect((await sim('probe', id, '--kind', 'other')).code).toBe(2);
    expect((await sim('probe', id)).code).toBe(2);
  });
});

describe('sim delivery show', () => {
  it('explains how to find a delivery if the id belongs to a session', async () => {
    const { id } = await createAcceptedSession(200);
    const short = id.slice(0, 8);
    const { code, stderr } = await sim('delivery', 'show', short);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`sim delivery show --session ${short}`)]);
    expect(await runForData('delivery', 'show', '--session', short)).toMatchObject({ session_id: id });
  });

  it('shows without an id the latest delivery, and a test webhook only if there are no others', async () => {
    const { token, agreement_id } = await live.openAccount('examined');
    const show = () => runForData('delivery', 'show', '--key', token);
    const none = await sim('delivery', 'show', '--key', token);
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('error: no webhooks yet; ')]);

    const { url } = await startReceiver();
    const examine = () => createExaminedSession(token, { agreement_id, webhook_url: url });
    const examined = await examine();
    expect(await show()).toMatchObject({ session_id: examined });
    const programSession = await newSession('--key', token, '--webhook-url', url);
    await runForData('session', 'wait', programSession, '--for', 'webhook.delivered:created', '--key', token);
    expect((await sim('probe', programSession, '--kind', 'duplicate', '--key', token)).code).toBe(0);
    await examine();
    expect(await show()).toMatchObject({ session_id: programSession, state: 'delivered' });
  });
});

describe('sim resend', () => {
  it('sends a delivery again, with its idempotency key or a new one', async () => {
    const { id, receiver } = await createAcceptedSession(200);
    const [emitted] = await runForData('trace', '--session', id, '--type', 'webhook.emitted');
    const again = await sim('resend', emitted.data.delivery_id.slice(0, 8));
    expect(again.code).toBe(0);
    expect(again.stdout).toContain(`idempotency-key  ${emitted.data.idempotency_key}\n`);
    expect(again.stderr).toBe(`next: sim trace --session ${id}\n`);
    const fresh = await runForData('resend', emitted.data.delivery_id, '--as-new');
    expect(fresh).toMatchObject({ resend_of: emitted.data.delivery_id, session_id: id });
    const [first, second, third] = await receiver.received.atLeast(3);
    expect([second?.rawBody, third?.rawBody]).toEqual([first?.rawBody, first?.rawBody]);
    const keys = [first, second, third].map((request) => request?.headers['idempotency-key']);
    expect(keys).toEqual([emitted.data.idempotency_key, emitted.data.idempotency_key, fresh.idempotency_key]);
  });
});

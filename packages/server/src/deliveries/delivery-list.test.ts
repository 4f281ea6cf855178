import { createHmac } from 'node:crypto';
import { startAccountForEachTest } from '@svc-simulator/test-support/account.ts';
import type { TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { SeenTrace } from '@svc-simulator/test-support/trace.ts';
import { describe, expect, it } from 'vitest';
import { startReceiver } from '../../../../test/support/receiver.ts';

let sim: TestSimulator;
let account: TestAccount;
startAccountForEachTest((visit) => {
  ({ sim, account } = visit);
});

const list = async (query = '') => {
  const { status, json } = await sim.ask(account, 'GET', `/console/deliveries${query}`);
  expect(status).toBe(200);
  return json.data;
};
const resend = async (body?: unknown) =>
  (await sim.ask(account, 'POST', '/control/deliveries/resend', body)).json.data;

/**
 * Starts a receiver with a variable status, and creates sessions whose webhooks it refuses until they are
 * abandoned.
 */
async function createAbandoned(count: number) {
  const seen = new SeenTrace(sim);
  let status = 401;
  const receiver = await startReceiver((_, response) => response.writeHead(status).end());
  const ids: string[] = [];
  for (let number = 0; number < count; number++)
    ids.push(await sim.button(account, { webhook_url: `${receiver.url}/hook?${number}` }));
  await seen.givenUp(ids);
  const answerWith = (next: number) => {
    status = next;
  };
  return { ids, receiver, seen, answerWith };
}

describe('the list of deliveries', () => {
  it('lists deliveries of all sessions with their response and the cause of a failure, by state and receiver', async () => {
    const { ids, receiver } = await createAbandoned(2);
    const other = await sim.button(account, {
      webhook_url: `${sim.url}/console/hooks/${account.id}/captura`,
    });
    await new SeenTrace(sim).of(other, 'webhook.delivered');
    const all = await list();
    expect(all.map(({ session_id, state }: Record<string, string>) => [session_id, state])).toEqual([
      [other, 'delivered'],
      [ids[1], 'gave_up'],
      [ids[0], 'gave_up'],
    ]);
    expect(all[1]).toMatchObject({
      identifier: 'A-1',
      attempts: 3,
      next_attempt_at: null,
      healed_by: null,
      last_attempt: { status: 401, error: null, cause: 'refused_signature' },
    });
    expect(all[0].last_attempt).toMatchObject({ status: 200, cause: null });
    expect(await list('?state=gave_up')).toHaveLength(2);
    expect(await list('?state=open')).toEqual([]);
    expect(await list(`?q=${encodeURIComponent(`${receiver.url}/hook?1`)}`)).toMatchObject([
      { session_id: ids[1] },
    ]);
    expect(await list(`?url=${encodeURIComponent('/hook?0')}`)).toMatchObject([{ session_id: ids[0] }]);
    expect(await list('?event=payment_session.created&state=gave_up')).toHaveLength(2);
    expect(await list('?event=payment_session.paid')).toEqual([]);
    const unknown = await sim.ask(account, 'GET', '/console/deliveries?event=paid');
    expect([unknown.status, unknown.json.errors[0].pointer]).toEqual([400, '/event']);
    const namedSession = await sim.button(account, {
      identifier: 'ORD-77',
      webhook_url: `${receiver.url}/named`,
    });
    expect(await list('?q=ord-77')).toMatchObject([{ session_id: namedSession, identifier: 'ORD-77' }]);
    const otherAccount = await sim.account();
    const foreign = await sim.ask(otherAccount, 'GET', '/console/deliveries');
    expect(foreign.json.data).toEqual([]);
  });

  it('names a moved clock or the mistake behind a quoted signature as the cause', async () => {
    const reformat = (body: string) => `${JSON.stringify(JSON.parse(body), null, 2)}`;
    const answers = {
      '/plain': () => 'no',
      '/named': (body: string, at: string) => {
        const computed = createHmac('sha256', account.secret)
          .update(`${at}.${reformat(body)}`)
          .digest('hex');
        return JSON.stringify({ expected: computed });
      },
      '/foreign': () => '0a'.repeat(32),
      '/echo': (_body: string, _at: string, signature: string) => `got ${signature}`,
      '/base64': (body: string, at: string) => {
        const computed = createHmac('sha256', account.secret).update(`${at}.${body}`).digest('base64');
        return JSON.stringify({ error: 'bad signature', expected: computed });
      },
    };
    const receiver = await startReceiver(({ url, rawBody, headers }, response) => {
      const answer = answers[url as keyof typeof answers](
        String(rawBody),
        String(headers['svc-timestamp']),
        String(headers['svc-signature']),
      );
      response.writeHead(401).end(answer);
    });
    const seen = new SeenTrace(sim);
    const causeAt = async (path: keyof typeof answers) => {
      const id = await sim.button(account, { webhook_url: receiver.url + path });
      const { data } = await seen.of(id, 'webhook.attempted');
      const [{ last_attempt }] = await list(`?q=${id}`);
      return [last_attempt.cause, data.mistake, data.timestamp_off_ms];
    };
    expect(await causeAt('/named')).toEqual(['signature_raw_body', 'signature_raw_body', undefined]);
    expect(await causeAt('/foreign')).toEqual(['other_signature', 'other_signature', undefined]);
    expect(await causeAt('/echo')).toEqual(['right_signature', 'right_signature', undefined]);
    expect((await causeAt('/base64')).slice(0, 2)).toEqual(['mistake.form', 'mistake.form']);
    const day = 86_400_000;
    await sim.ask(account, 'POST', '/control/clock/advance', { ms: day });
    expect(await causeAt('/plain')).toEqual(['clock_moved', undefined, day]);
    expect((await causeAt('/named'))[0]).toBe('signature_raw_body');
    await sim.ask(account, 'DELETE', '/control/clock');
    expect((await causeAt('/plain'))[0]).toBe('refused_signature');
  });

  it('continues after the last item of a filtered page', async () => {
    const { ids } = await createAbandoned(3);
    const first = await sim.ask(account, 'GET', '/console/deliveries?state=gave_up&limit=2');
    expect(first.json.data.map(({ session_id }: Record<string, string>) => session_id)).toEqual([
      ids[2],
      ids[1],
    ]);
    expect(await list(`?state=gave_up&limit=2&cursor=${first.json.next_cursor}`)).toMatchObject([
      { session_id: ids[0] },
    ]);
  });
});

describe('resending all abandoned webhooks', () => {
  it('sends each webhook once, oldest first, and marks delivered ones as healed', async () => {
    const { ids, receiver, seen, answerWith } = await createAbandoned(3);
    answerWith(200);
    const result = await resend({ url: '/hook?' });
    expect([result.resent, result.complete]).toEqual([3, true]);
    expect(result.deliveries.map(({ session_id }: Record<string, string>) => session_id)).toEqual(ids);
    // The resends are pending, so nothing is left to send.
    expect(await resend()).toEqual({ resent: 0, complete: true, deliveries: [] });
    for (const id of ids) await seen.of(id, 'webhook.delivered');
    expect(receiver.received.all).toHaveLength(12);
    const healed = await list('?state=healed');
    expect(healed.map(({ healed_by }: Record<string, string>) => healed_by)).toEqual(
      result.deliveries.map(({ delivery_id }: Record<string, string>) => delivery_id).toReversed(),
    );
    expect(await list('?state=gave_up')).toEqual([]);
    expect(await resend()).toMatchObject({ resent: 0 });
  });

  it('omits webhooks from before the given time and webhooks to other receivers', async () => {
    await createAbandoned(1);
    const since = new Date(sim.clock.now()).toISOString();
    expect(await resend({ since })).toMatchObject({ resent: 0, complete: true });
    expect(await resend({ url: 'elsewhere.invalid' })).toMatchObject({ resent: 0 });
    const wrong = await sim.ask(account, 'POST', '/control/deliveries/resend', { since: 'yesterday' });
    expect([wrong.status, wrong.json.errors[0].pointer]).toEqual([400, '/since']);
  });

  it('resends a webhook once more after it was abandoned a second time', async () => {
    const { ids, seen } = await createAbandoned(1);
    expect(await resend()).toMatchObject({ resent: 1 });
    await seen.givenUp(ids, 3);
    expect(await resend()).toMatchObject({ resent: 1, complete: true });
  });
});

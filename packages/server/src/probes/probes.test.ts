import { createHmac } from 'node:crypto';
import { startAccountForBlock } from '@svc-simulator/test-support/account.ts';
import { type TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { SeenTrace } from '@svc-simulator/test-support/trace.ts';
import { describe, expect, it } from 'vitest';
import { startReceiver } from '../../../../test/support/receiver.ts';

describe('a test webhook', async () => {
  const { sim, account } = await startAccountForBlock();

  const probe = (session_id: string, kind: string, more: { token?: string; language?: string } = {}) =>
    sim.send('POST', '/control/probes', {
      token: more.token ?? account.token,
      body: { session_id, kind },
      headers: { 'accept-language': more.language ?? 'en' },
    });

  /** Creates a session whose first webhook gets 200; later ones get `status`. */
  async function createSession(status: number) {
    let answers = [200];
    const receiver = await startReceiver((_, response) =>
      response.writeHead(answers.shift() ?? status, { location: '/elsewhere' }).end(),
    );
    const seenTrace = new SeenTrace(sim);
    const id = await sim.button(account, { webhook_url: `${receiver.url}/hook` });
    await seenTrace.of(id, 'webhook.delivered');
    const types = async () => (await sim.trace(account, `&session_id=${id}`)).map(({ type }) => type);
    return { id, receiver, types, accepts: (...next: number[]) => (answers = next) };
  }

  it('passes with an invalid signature if the receiver refuses it, and appears in the trace', async () => {
    const { id, receiver, types } = await createSession(401);
    const { status, json } = await probe(id, 'bad_signature');
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      session_id: id,
      kind: 'bad_signature',
      event: 'payment_session.created',
      expected: '4xx',
      via: 'local',
      status: 401,
      error: null,
      passed: true,
      fix: null,
    });
    expect(json.data.why).toContain('responded with 401');
    expect((await types()).slice(-3)).toEqual(['webhook.emitted', 'webhook.attempted', 'webhook.probed']);
    const [emission] = (await sim.trace(account, `&session_id=${id}&type=webhook.emitted&order=desc`)).slice(
      0,
    );
    expect(emission?.data).toMatchObject({ probe: 'bad_signature', delivery_id: json.data.probe_id });
    const [validRequest, forgedRequest] = receiver.received.all;
    expect(forgedRequest?.rawBody).toEqual(validRequest?.rawBody);
    expect(forgedRequest?.headers['idempotency-key']).not.toBe(validRequest?.headers['idempotency-key']);
    expect(signatureOf(forgedRequest)).not.toBe(forgedRequest?.headers['svc-signature']);
  });

  /** Computes the signature as the specification describes. */
  function signatureOf(request: { rawBody: Buffer; headers: Record<string, unknown> } | undefined) {
    return createHmac('sha256', account.secret)
      .update(`${request?.headers['svc-timestamp']}.${request?.rawBody}`)
      .digest('hex');
  }

  it('has a valid signature with a timestamp of ten minutes ago (stale_timestamp)', async () => {
    const { id, receiver } = await createSession(400);
    expect((await probe(id, 'stale_timestamp')).json.data).toMatchObject({ expected: '4xx', passed: true });
    const [, staleRequest] = receiver.received.all;
    expect(staleRequest?.headers['svc-timestamp']).toBe(
      new Date(sim.clock.now() - 600_000).toISOString().replace('.000Z', 'Z'),
    );
    expect(staleRequest?.headers['svc-signature']).toBe(signatureOf(staleRequest));
  });

  it('repeats the body and the idempotency key with a new signature (duplicate)', async () => {
    const { id, receiver } = await createSession(204);
    await sim.clock.advance(1000);
    expect((await probe(id, 'duplicate')).json.data).toMatchObject({ expected: '2xx', passed: true });
    const [validRequest, duplicateRequest] = receiver.received.all;
    expect(duplicateRequest?.rawBody).toEqual(validRequest?.rawBody);
    expect(duplicateRequest?.headers['idempotency-key']).toBe(validRequest?.headers['idempotency-key']);
    expect(duplicateRequest?.headers['svc-signature']).toBe(signatureOf(duplicateRequest));
    expect(duplicateRequest?.headers['svc-timestamp']).not.toBe(validRequest?.headers['svc-timestamp']);
  });

  it('has a valid signature over an unknown event or unknown fields', async () => {
    const { id, receiver } = await createSession(200);
    expect((await probe(id, 'unknown_event')).json.data).toMatchObject({
      event: 'payment_session.simulated_future_event',
      passed: true,
    });
    expect((await probe(id, 'extra_fields')).json.data).toMatchObject({ passed: true });
    const [validRequest, unknownEventRequest, extendedRequest] = receiver.received.all;
    for (const request of [unknownEventRequest, extendedRequest])
      expect(request?.headers['svc-signature']).toBe(signatureOf(request));
    const body = JSON.parse(String(validRequest?.rawBody));
    expect(JSON.parse(String(unknownEventRequest?.rawBody))).toEqual({
      ...body,
      event: 'payment_session.simulated_future_event',
    });
    expect(JSON.parse(String(extendedRequest?.rawBody))).toMatchObject(body);
    expect(extendedRequest?.rawBody).not.toEqual(validRequest?.rawBody);
  });

  it('copies the latest accepted webhook', async () => {
    const { id, receiver, accepts } = await createSession(500);
    accepts();
    await sim.ask(account, 'POST', `/control/sessions/${id}/outcome`, { leg: 1, outcome: 'paid' });
    await receiver.received.atLeast(2);
    accepts(200);
    expect((await probe(id, 'duplicate')).json.data).toMatchObject({ event: 'payment_session.created' });
  });

  it('fails when a silent receiver times out', async () => {
    let isSilent = false;
    const receiver = await startReceiver((_, response) => isSilent || response.end());
    const seenTrace = new SeenTrace(sim);
    const id = await sim.button(account, { webhook_url: receiver.url });
    await seenTrace.of(id, 'webhook.delivered');
    isSilent = true;
    const pendingAnswer = probe(id, 'duplicate');
    await receiver.received.atLeast(2);
    await sim.clock.advance(5000);
    expect((await pendingAnswer).json.data).toMatchObject({ status: null, error: 'timeout', passed: false });
  });

  /**
   * Creates a session whose receiver accepts the first webhook, and delays later responses until the test
   * sends them.
   */
  async function createHeldSession(who: TestAccount) {
    const heldResponses: (() => void)[] = [];
    let isHolding = false;
    const seenTrace = new SeenTrace(sim);
    const receiver = await startReceiver((_, response) => {
      if (isHolding) heldResponses.push(() => response.end());
      else response.end();
    });
    const id = await sim.button(who, { webhook_url: receiver.url });
    const { delivery_id } = (await seenTrace.of(id, 'webhook.delivered')).data;
    isHolding = true;
    const releaseResponses = () => {
      isHolding = false;
      for (const answer of heldResponses) answer();
    };
    return { id, receiver, seenTrace, releaseResponses, deliveryId: delivery_id as string };
  }

  it('returns 202 after 12 s, and traces its verdict when the receiver responds', async () => {
    const { id, receiver, seenTrace, releaseResponses, deliveryId } = await createHeldSession(account);
    // Each resend delays the following ones for 5 s.
    for (let resend = 0; resend < 3; resend++) {
      await sim.ask(account, 'POST', `/control/deliveries/${deliveryId}/resend`);
    }
    const pendingAnswer = probe(id, 'duplicate');
    await seenTrace.of(id, 'webhook.emitted', 5);
    await receiver.received.atLeast(2);
    await sim.clock.advance(12_000);
    const answer = await pendingAnswer;
    expect([answer.status, answer.json.data.passed]).toEqual([202, null]);
    expect(answer.json.data.why).toContain('webhook.probed');
    releaseResponses();
    expect((await seenTrace.of(id, 'webhook.probed')).data).toMatchObject({
      delivery_id: answer.json.data.probe_id,
      passed: true,
    });
  });

  it('returns 202 if a reset deletes its verdict', async () => {
    const ownAccount = await sim.account();
    const { id, receiver, releaseResponses } = await createHeldSession(ownAccount);
    const pendingAnswer = probe(id, 'duplicate', { token: ownAccount.token });
    await receiver.received.atLeast(2);
    await sim.ask(ownAccount, 'POST', '/control/reset');
    expect((await pendingAnswer).status).toBe(202);
    releaseResponses();
  });
});

it('stops the simulator without waiting for the receiver of a test webhook', async () => {
  const sim = await TestSimulator.start();
  const account = await sim.account();
  let isHolding = false;
  const receiver = await startReceiver((_, response) => {
    if (!isHolding) response.end();
  });
  const seenTrace = new SeenTrace(sim);
  const id = await sim.button(account, { webhook_url: receiver.url });
  await seenTrace.of(id, 'webhook.delivered');
  isHolding = true;
  const pendingAnswer = sim.ask(account, 'POST', '/control/probes', { session_id: id, kind: 'duplicate' });
  await receiver.received.atLeast(2);
  const closing = sim.close();
  expect((await pendingAnswer).status).toBe(202);
  await Promise.all([closing, sim.clock.advance(5000)]);
});

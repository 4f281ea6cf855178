import { createHmac } from 'node:crypto';
import type { TraceEvent } from '@svc-simulator/contract';
import { inEnglish } from '@svc-simulator/test-support/texts.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { startReceiver } from '../../../../test/support/receiver.ts';
import { until } from '../../../../test/support/until.ts';
import { startSimulator, type TestAccount } from '../index.ts';
import type { WebhookEventName } from '../sessions-api.ts';
import { EventLog } from '../trace/event-log.ts';
import { AccountWebhooks } from './account-webhooks.ts';

const sim = await startSimulator({ timeoutMs: 30_000 });
afterAll(() => sim.close());

/** Nothing listens at this URL, so each attempt fails at once. */
const NOBODY = 'http://127.0.0.1:1/webhooks';

describe('webhooks.waitFor', () => {
  it('resolves with the webhook after the receiver has returned 2xx', async () => {
    const receiver = await startReceiver((_, response) => response.writeHead(202).end());
    const account = await sim.account();
    const session = await account.session.create({ amount_reference: 25.5, webhook_url: receiver.url });
    await account.session.pay(session);
    const webhook = await account.webhooks.waitFor('payment_session.accredited', { session });
    expect(webhook).toMatchObject({
      state: 'delivered',
      status: 202,
      attempts: 1,
      via: 'local',
      error: null,
    });
    expect(webhook.body.session_payment).toMatchObject({ id: session.id, amount_reference: 25.5 });
    const received = receiver.received.all.find(({ event }) => event === webhook.event);
    expect(received?.rawBody.toString()).toBe(webhook.rawBody);
    expect(received?.headers).toMatchObject(webhook.headers);
    const signedText = `${webhook.headers['svc-timestamp']}.${webhook.rawBody}`;
    expect(webhook.headers['svc-signature']).toBe(
      createHmac('sha256', account.webhookSecret).update(signedText).digest('hex'),
    );
  });

  it('keeps waiting during the retries to a failing receiver', async () => {
    let turn = 0;
    const receiver = await startReceiver((_, response) => response.writeHead(++turn < 2 ? 500 : 200).end());
    const { id: session } = await sim.session.create({ webhook_url: receiver.url });
    const webhook = await sim.webhooks.waitFor('payment_session.created', { session });
    expect(webhook).toMatchObject({ status: 200, attempts: 2 });
  });

  it('resolves as soon as a webhook is signed if the session has no webhook_url', async () => {
    const session = await sim.session.create();
    const waiting = sim.webhooks.waitFor('payment_session.paid', { session });
    await sim.session.force(session, 'paid');
    expect(await waiting).toMatchObject({ state: 'unsent', url: null, status: null, attempts: 0 });
  });

  it('accepts conditions on the body, as paths or as a function', async () => {
    const account = await sim.account();
    for (const amount_reference of [1, 2, 3]) await account.session.create({ amount_reference });
    const by = async (where: Parameters<typeof account.webhooks.waitFor>[1]) =>
      (await account.webhooks.waitFor('payment_session.created', where)).body.session_payment
        .amount_reference;
    expect(await by({ where: { 'session_payment.amount_reference': 2 } })).toBe(2);
    expect(await by({ where: ({ body }) => body.session_payment.amount_reference > 2 })).toBe(3);
    expect(account.webhooks.all({ where: { event: 'payment_session.created' } })).toHaveLength(3);
    const never = { where: { 'session_payment.amount_reference': 4 }, timeoutMs: 1 };
    await expect(by(never)).rejects.toThrow(
      "with session_payment.amount_reference = 4; it hasn't been emitted",
    );
  });

  it.each(['fail', 'expire'] as const)(
    'rejects at once if session.%s makes the webhook impossible',
    async (end) => {
      const session = await sim.session.create();
      const waiting = sim.webhooks.waitFor('payment_session.accredited', { session, timeoutMs: 60_000 });
      const rejected = expect(waiting).rejects.toThrow(
        /can no longer arrive: the session is (failed|expired)\n/,
      );
      await sim.session[end](session);
      await rejected;
      await expect(sim.webhooks.waitFor('payment_session.paid', { session: 'no-such' })).rejects.toThrow(
        "session no-such doesn't exist",
      );
    },
  );

  it.each([
    ['paid', /^unknown webhook paid; did you mean payment_session\.paid\?$/],
    ['session.failed', /did you mean payment_session\.failed\?$/],
    ['payment_session.payed', /; use one of payment_session\.created, payment_session\.paid, /],
  ])('rejects an unknown webhook event at once: %s', async (name, message) => {
    const event = name as WebhookEventName;
    await expect(sim.webhooks.waitFor(event)).rejects.toThrow(message);
    expect(() => sim.webhooks.all({ event })).toThrow(message);
  });

  it('waits for extra events if the account has turned them on, and otherwise names the setting', async () => {
    const account = await sim.account();
    const failWith = async (options = {}) => {
      const session = await account.session.create();
      await account.session.fail(session);
      return account.webhooks.waitFor('payment_session.failed', { session, ...options });
    };
    await expect(failWith({ timeoutMs: 600_000 })).rejects.toThrow(
      /^webhook payment_session\.failed can't arrive: the account's extra_events setting is off; turn it on with PUT \/console\/settings/,
    );
    await expect(account.webhooks.waitFor('payment_session.failed', { timeoutMs: 1 })).rejects.toThrow(
      "because it requires the account's extra_events setting; turn it on with PUT /console/settings",
    );
    await fetch(`${sim.url}/console/settings`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${account.consoleToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ extra_events: true }),
    });
    expect((await failWith()).body.session_payment).toMatchObject({
      status: 'failed',
      reason: 'insufficient_funds',
    });
    // The trace event of the failure comes before the webhook, and must not end a wait that has already
    // started.
    const session = await account.session.create();
    const earlyWait = account.webhooks.waitFor('payment_session.failed', { session });
    await account.session.fail(session);
    expect((await earlyWait).sessionId).toBe(session.id);
  });

  it('lists the webhooks so far in the error of a timeout', async () => {
    const account = await sim.account();
    const { id: session } = await account.session.create({ webhook_url: NOBODY });
    await waitForAttempt(account, session);
    const late = account.webhooks.waitFor('payment_session.created', { session, timeoutMs: 1 });
    await expect(late).rejects.toThrow(
      /^waited 1 ms for webhook payment_session\.created; it was emitted; 1 attempt, which ended with ECONNREFUSED\nlikely: .*\n[\s\S]*\nsession [\s\S]*\+\d+ ms +Attempt 1: no response \(ECONNREFUSED\) · payment_session\.created · this machine · \d+ ms\n$/,
    );
    await account.session.force(session, 'paid');
    const unmade = account.webhooks.waitFor('payment_session.accredited', { session, timeoutMs: 1 });
    await expect(unmade).rejects.toThrow("a forced payment isn't accredited automatically");
  });

  it("names the webhook to which the receiver hasn't responded yet", async () => {
    const account = await sim.account();
    const receiver = await startReceiver(() => {});
    const { id: session } = await account.session.create({ webhook_url: receiver.url });
    await account.session.pay(session);
    await until(() => receiver.received.all.length > 0);
    const late = account.webhooks.waitFor('payment_session.paid', { session, timeoutMs: 1 });
    await expect(late).rejects.toThrow(
      /it was emitted; no attempt has ended yet; your receiver hasn't responded to payment_session\.created for \d+ ms\n/,
    );
  });

  it.each([
    [
      'timestamp',
      'The receiver signs only the body, but the signature covers svc-timestamp, a dot and the body.',
    ],
    ['body', 'The account signs only the body (webhook_signature: body)'],
    ['sha256', 'The account signs only the body and adds sha256= in front'],
  ])(
    'names the likely reasons of a 401 if the setting webhook_signature is %s',
    async (webhook_signature, reason) => {
      const receiver = await startReceiver((_, response) => response.writeHead(401).end());
      const account = await sim.account();
      const settings = await fetch(`${sim.url}/console/settings`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${account.consoleToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ webhook_signature }),
      });
      expect(settings.status).toBe(200);
      const { id: session } = await account.session.create({ webhook_url: receiver.url });
      await waitForAttempt(account, session);
      const late = account.webhooks.waitFor('payment_session.created', { session, timeoutMs: 1 });
      // A bare 401 doesn't show which cause it is, so only the first one is called likely.
      const likely = '\nlikely: The receiver rejected the signature';
      const secret = '\npossible: The receiver checks the signature with a different secret';
      await expect(late).rejects.toThrow(
        expect.objectContaining({
          message: expect.stringMatching(
            new RegExp(`${likely}.*${secret}.*\npossible: .*\npossible: ${reason.replace(/[()]/g, '\\$&')}`),
          ),
        }),
      );
    },
  );

  it('rejects if the account is reset', async () => {
    const account = await sim.account();
    const waiting = expect(account.webhooks.waitFor('payment_session.created')).rejects.toThrow(
      'the account was reset',
    );
    await account.reset();
    await waiting;
  });
});

describe('waits for events of the trace', () => {
  const session_id = '866daf58-3e89-43cb-8c35-a1a507536ddf';
  const event = 'payment_session.paid';
  let id = 0;
  /** Creates a log to which the test adds events, because real retries take seven seconds. */
  function logWith(heldWebhooks: readonly { event: string; elapsedMs: number }[] = []) {
    const log = new EventLog(inEnglish, () =>
      heldWebhooks.map((attempt) => ({ sessionId: session_id, ...attempt })),
    );
    const webhooks = new AccountWebhooks(log, () => 60_000, 'whsec_of_nobody');
    const add = (type: TraceEvent['type'], delivery_id: string, data: object = {}) =>
      log.add({
        id: ++id,
        at: '2026-01-01T00:00:00.000Z',
        type,
        session_id,
        data: { delivery_id, event, ...data },
      });
    const emit = (delivery_id: string, more: object = {}) => {
      const raw_body = JSON.stringify({ event, session_payment: { id: session_id } });
      add('webhook.emitted', delivery_id, {
        url: 'http://x.invalid/',
        route: 'direct',
        headers: {},
        raw_body,
        ...more,
      });
    };
    const end = (
      delivery_id: string,
      status: number,
      type: 'webhook.delivered' | 'webhook.gave_up',
      duration_ms = 1,
    ) => {
      const answer = { via: 'direct', status, error: null, duration_ms, response_body: 'no such order' };
      add('webhook.attempted', delivery_id, { attempt: 3, ...answer });
      add(type, delivery_id, { attempts: 3 });
    };
    return { webhooks, emit, end };
  }

  it('rejects if the webhook was abandoned, and lists its attempts in the error', async () => {
    const { webhooks, emit, end } = logWith();
    emit('d1');
    const waiting = expect(webhooks.waitFor(event, { session: session_id })).rejects.toThrow(
      /^webhook payment_session\.paid was abandoned: 3 attempts; the last one ended with status 500\nlikely: .*\n[\s\S]*Attempt 3: returned 500 .* "no such order"\n {8}\+.*Webhook abandoned after 3 attempts.*\n$/,
    );
    end('d1', 500, 'webhook.gave_up');
    await waiting;
    expect(webhooks.all()).toMatchObject([{ state: 'gave_up', attempts: 3, status: 500 }]);
    await expect(webhooks.waitFor(event)).rejects.toThrow('was abandoned');
  });

  it("reports a receiver as slow after it hasn't responded for a second", async () => {
    const reasonAfter = (ms: number) =>
      new RegExp(`receiver hasn't responded to ${event} for ${ms} ms\nlikely: The receiver takes more`);
    const { webhooks, emit } = logWith([{ event, elapsedMs: 2990.4 }]);
    emit('d1');
    await expect(webhooks.waitFor(event, { timeoutMs: 1 })).rejects.toThrow(reasonAfter(2990));
    // The receiver has just received this webhook, because it held the session's earlier webhook for 2600 ms.
    const slow = logWith([{ event, elapsedMs: 400 }]);
    slow.emit('d1');
    slow.emit('d2');
    await expect(slow.webhooks.waitFor(event, { timeoutMs: 1 })).rejects.not.toThrow('likely:');
    slow.end('d1', 200, 'webhook.delivered', 2600);
    const other = ({ deliveryId }: { deliveryId: string | null }) => deliveryId === 'd2';
    await expect(slow.webhooks.waitFor(event, { where: other, timeoutMs: 1 })).rejects.toThrow(
      reasonAfter(400),
    );
  });

  it('continues to wait for a webhook that was resent', async () => {
    const { webhooks, emit, end } = logWith();
    emit('d1');
    end('d1', 500, 'webhook.gave_up');
    emit('d2', { resend_of: 'd1' });
    const waiting = webhooks.waitFor(event, { session: session_id });
    end('d2', 200, 'webhook.delivered');
    expect(await waiting).toMatchObject({ deliveryId: 'd2', resendOf: 'd1' });
  });

  it('ignores test webhooks', () => {
    const { webhooks, emit, end } = logWith();
    emit('d1', { probe: 'duplicate' });
    end('d1', 200, 'webhook.delivered');
    expect(webhooks.all()).toEqual([]);
  });
});

async function waitForAttempt(account: TestAccount, session: string): Promise<void> {
  await until(() => account.trace({ session, type: 'webhook.attempted' }).length > 0);
}

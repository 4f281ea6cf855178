import { afterAll, describe, expect, it } from 'vitest';
import { SimulatorAssertionError, startSimulator } from './index.ts';

const sim = await startSimulator({ timeoutMs: 30_000 });
afterAll(() => sim.close());

describe('session', () => {
  it('is created with any field of the API, and with defaults for the others', async () => {
    const button = await sim.session.create({ amount_reference: 25.5, description: 'Two coffees' });
    expect(button).toMatchObject({ status: 'pending', amount_reference: 25.5, session_origin: 'button' });
    const request = await sim.session.createRequest({ title: 'Invoice' });
    expect(request).toMatchObject({ session_origin: 'request', title: 'Invoice' });
    expect(request.identifier).not.toBe(button.identifier);
  });

  it('accepts a payment on the payment page by each method', async () => {
    for (const method of ['immediate_debit', 'mobile_payment', 'crypto'] as const) {
      const session = await sim.session.create({ success_url: 'shop://done' });
      expect(await sim.session.pay(session, { method })).toEqual({
        result: 'paid',
        method,
        reason: null,
        redirect: `shop://done?session_id=${session.id}`,
      });
      await sim.session.waitFor(session, 'accredited');
    }
  });

  it.each(['insufficient_funds', 'invalid_otp', 'bank_limit'] as const)(
    'fails with the reason %s',
    async (reason) => {
      const button = await sim.session.create();
      expect(await sim.session.fail(button, reason)).toMatchObject({ result: 'failed', reason });
      expect(await sim.session.status(button)).toMatchObject({ status: 'failed' });
      const request = await sim.session.createRequest();
      expect(await sim.session.fail(request.id, reason)).toMatchObject({ reason, redirect: null });
      expect(await sim.session.pay(request.id)).toMatchObject({ result: 'paid' });
    },
  );

  it('fails in leg 2 if the payment requests it', async () => {
    const session = await sim.session.create();
    await sim.session.pay(session, { accreditation: 'accreditation_to_recipient_failed' });
    const status = await sim.session.waitFor(session, 'accreditation_to_recipient_failed');
    expect(status).toMatchObject({ type: 'session.accreditation_failed', session_id: session.id });
  });

  it('expires, and can be forced into every state', async () => {
    const expired = await sim.session.create();
    expect(await sim.session.expire(expired)).toMatchObject({ status: 'expired' });
    const session = await sim.session.create();
    expect(await sim.session.force(session, 'paid')).toMatchObject({ status: 'paid' });
    await sim.session.force(session, 'accreditation_to_recipient_failed');
    await sim.session.force(session, 'accredited');
    expect(await sim.session.waitFor(session, 'accredited')).toMatchObject({ data: { source: 'control' } });
  });
});

describe('refusals of the simulator', () => {
  it('explains that a session argument has the wrong type', async () => {
    for (const nothing of [undefined, {}])
      await expect((async () => sim.session.pay(nothing as never))()).rejects.toThrow("isn't a session");
  });

  it('rejects with every fault of the request', async () => {
    // @ts-expect-error A program without types can use the name `amount`, which an old document had.
    const former = sim.session.create({ amount: 3 });
    await expect(former).rejects.toThrow(/\/amount .*amount_reference/);
    const creating = sim.session.create({ amount_reference: 1.005, identifier: '' });
    const error = (await creating.catch((reason: unknown) => reason)) as SimulatorAssertionError;
    expect(error).toBeInstanceOf(SimulatorAssertionError);
    expect(error.status).toBe(400);
    expect(error.problem).toMatchObject({ errors: expect.any(Array) });
    expect(error.message).toContain('\n  /amount_reference ');
    expect(error.message).toContain('\n  /identifier ');
  });

  it('rejects with the story of the session', async () => {
    const session = await sim.session.create({ identifier: 'A-7' });
    await sim.session.force(session, 'expired');
    await expect(sim.session.force(session, 'accredited')).rejects.toThrow(
      /^the simulator rejected session.force: 500 .*leg 2 requires status paid\n\nsession [\s\S]*“A-7”\n[\s\S]*Outcome forced · session expired · leg 1\n[\s\S]*Outcome not allowed · money accredited · leg 2 · leg 2 requires status paid\n$/,
    );
    await expect(sim.session.pay(session)).rejects.toThrow(
      /returned 409: only a pending session[\s\S]*Session expired · forced/,
    );
    await expect(sim.session.pay('no-such')).rejects.toThrow("returned 404: the session doesn't exist");
  });
});

describe('waiting for a state of a session', () => {
  it('resolves for events before and after the call', async () => {
    const session = await sim.session.create();
    const waiting = sim.session.waitFor(session, 'paid');
    await sim.session.force(session, 'paid');
    expect(await waiting).toMatchObject({ type: 'session.paid', session_id: session.id });
    expect(await sim.session.waitFor(session, 'paid')).toEqual(await waiting);
  });

  it('rejects as soon as the state has become impossible', async () => {
    const session = await sim.session.create();
    const waiting = sim.session.waitFor(session, 'accredited', { timeoutMs: 60_000 });
    const rejected = expect(waiting).rejects.toThrow('can no longer become accredited: it is failed');
    await sim.session.fail(session);
    await rejected;
  });

  it('includes the line of the test in the stack of its error', async () => {
    const session = await sim.session.create();
    const late = await sim.session.waitFor(session, 'paid', { timeoutMs: 1 }).catch((error: Error) => error);
    const [frame] = /^ {4}at .*/m.exec((late as Error).stack ?? '') ?? [];
    expect(frame).toContain('sessions.test.ts');
  });
});

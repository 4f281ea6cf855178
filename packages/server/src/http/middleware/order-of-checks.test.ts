import { buttonBody, type Sent, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

describe('the order of checks (contract section 9)', () => {
  it("reports the faults of a request in the contract's order, one check at a time", async () => {
    await using sim = await TestSimulator.start();
    const { token, console: consoleToken, agreement } = await sim.account();
    const setThrottle = (limit: number | null) =>
      sim.send('PUT', '/console/settings', { token: consoleToken, body: { throttle_per_minute: limit } });
    const create = async (request: Sent) =>
      (await sim.send('POST', '/api/v1/ext/payment-sessions/buttons', request)).status;
    await setThrottle(1);
    await create({ token });
    const text = { 'content-type': 'text/plain' };
    const hugeBody = 'x'.repeat(1_048_577);
    expect(await create({ body: hugeBody, headers: text })).toBe(401);
    expect(await create({ token, body: hugeBody, headers: text })).toBe(429);
    await setThrottle(null);
    expect(await create({ token, body: hugeBody, headers: text })).toBe(413);
    expect(await create({ token, body: '{', headers: text })).toBe(415);
    const withKey = (key: string) => ({ 'idempotency-key': key });
    expect(await create({ token, body: '{', headers: withKey('k') })).toBe(400);
    const body = { ...buttonBody, agreement_id: agreement };
    expect(await create({ token, body, headers: withKey('k'.repeat(256)) })).toBe(400);
    expect(await create({ token, body, headers: withKey('k') })).toBe(201);
    const unknownAgreement = { ...body, agreement_id: 'agr_0000000000000000' };
    expect(await create({ token, body: unknownAgreement })).toBe(404);
    expect(await create({ token, body: { ...body, amount_reference: 2 }, headers: withKey('k') })).toBe(409);
  });

  it('refuses a token without enough rights with 403 before it reads the body', async () => {
    await using sim = await TestSimulator.start();
    const { token } = await sim.account();
    const exchanged = await sim.send('POST', '/console/token', { token });
    const limited = { token: exchanged.json.console_token, body: 'x'.repeat(1_048_577) };
    expect((await sim.send('POST', '/console/login-link', { body: limited.body })).status).toBe(401);
    expect((await sim.send('POST', '/console/login-link', limited)).status).toBe(403);
  });
});

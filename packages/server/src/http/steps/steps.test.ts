import { buttonBody, type Sent, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';
import { steps } from './steps.ts';

/** "Order of checks: 401, 403, 429, 413/415, 400, 404, 409/422/500" (contract section 9, 1). */
const order = [[401], [403], [429], [413, 415], [400], [404], [409, 422, 500]];
const placeOf = (status: number) => order.findIndex((statuses) => statuses.includes(status));

describe('the order of checks (contract section 9)', () => {
  it('is that of the list of steps', () => {
    const refusing = steps
      .filter(({ name }) => name !== 'attemptedName')
      .flatMap(({ refuses }) => refuses as readonly number[]);
    const places = refusing.map(placeOf);
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((one, other) => one - other));
    // Those of the first part of the order; what is left is for handlers to find out.
    expect([...new Set(places)]).toEqual([0, 1, 2, 3, 4]);
  });

  it('is that of what is answered to a request that is wrong in every way, and then in one less', async () => {
    await using sim = await TestSimulator.start();
    const { token, console: consoleToken, agreement } = await sim.account();
    const throttled = (limit: number | null) =>
      sim.send('PUT', '/console/settings', { token: consoleToken, body: { throttle_per_minute: limit } });
    const create = async (sent: Sent) =>
      (await sim.send('POST', '/api/v1/ext/payment-sessions/buttons', sent)).status;
    await throttled(1);
    await create({ token });
    const text = { 'content-type': 'text/plain' };
    const huge = 'x'.repeat(1_048_577);
    expect(await create({ body: huge, headers: text })).toBe(401);
    expect(await create({ token, body: huge, headers: text })).toBe(429);
    await throttled(null);
    expect(await create({ token, body: huge, headers: text })).toBe(413);
    expect(await create({ token, body: '{', headers: text })).toBe(415);
    const keyed = (key: string) => ({ 'idempotency-key': key });
    expect(await create({ token, body: '{', headers: keyed('k') })).toBe(400);
    const body = { ...buttonBody, agreement_id: agreement };
    expect(await create({ token, body, headers: keyed('k'.repeat(256)) })).toBe(400);
    expect(await create({ token, body, headers: keyed('k') })).toBe(201);
    const nowhere = { ...body, agreement_id: 'agr_0000000000000000' };
    expect(await create({ token, body: nowhere })).toBe(404);
    expect(await create({ token, body: { ...body, amount_reference: 2 }, headers: keyed('k') })).toBe(409);
  });
});

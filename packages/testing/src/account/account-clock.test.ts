import { afterEach, describe, expect, it, vi } from 'vitest';
import { SimulatorAssertionError, startSimulator } from '../index.ts';

const DAY_MS = 86_400_000;
const START = new Date('2027-01-31T12:00:00.000Z');

describe('account.clock', () => {
  it('stops, is set to a time in any format, runs again, and returns to real time', async () => {
    await using sim = await startSimulator();
    const { clock } = sim;
    const stoppedAt = await clock.freeze();
    expect(await clock.now()).toEqual(stoppedAt);
    for (const at of [START, START.getTime(), START.toISOString(), '2027-01-31T12:00Z']) {
      expect(await clock.set(at)).toEqual(START);
      expect(await clock.now()).toEqual(START);
    }
    expect((await clock.unfreeze()).getTime()).toBeGreaterThanOrEqual(START.getTime());
    expect(await clock.freeze('2030-02-01')).toEqual(new Date('2030-02-01T00:00:00.000Z'));
    const realMs = Date.now();
    expect((await clock.reset()).getTime()).toBeGreaterThanOrEqual(realMs);
  });

  it('advances by a duration in words or milliseconds', async () => {
    await using sim = await startSimulator();
    await sim.clock.freeze(START);
    expect(await sim.clock.advance('14 days')).toEqual(new Date(START.getTime() + 14 * DAY_MS));
    expect(await sim.clock.advance(DAY_MS)).toEqual(new Date(START.getTime() + 15 * DAY_MS));
    expect(await sim.clock.advance('1h 30m')).toEqual(new Date(START.getTime() + 15 * DAY_MS + 5_400_000));
  });

  it('changes the time of one account only, not of other accounts or the process', async () => {
    await using sim = await startSimulator();
    const [ahead, other] = [await sim.account(), await sim.account()];
    const [mine, theirs] = [await ahead.session.create(), await other.session.create()];
    await ahead.clock.advance('1 day');
    expect([
      (await ahead.session.status(mine)).status,
      (await other.session.status(theirs)).status,
      (await other.clock.now()).getTime() - Date.now() < DAY_MS,
    ]).toEqual(['expired', 'pending', true]);
  });
});

describe('invalid calls of account.clock', () => {
  it.each(['a while', '', '5', Number.NaN, Number.POSITIVE_INFINITY])(
    'refuses to advance by %j',
    async (duration) => {
      await using sim = await startSimulator();
      const refusal = (await sim.clock.advance(duration).catch((error: Error) => error)) as Error;
      expect(refusal).toBeInstanceOf(SimulatorAssertionError);
      expect(refusal.message).toContain("use '90s', '14 days', '1h 30m' or milliseconds");
      expect(refusal.stack).toContain('account-clock.test.ts');
    },
  );

  it('throws the refusal of the simulator', async () => {
    await using sim = await startSimulator();
    await expect(sim.clock.advance(-1)).rejects.toThrow(
      /^the simulator rejected clock.advance: [\s\S]*\n {2}\/ms /,
    );
    await expect(sim.clock.set('tomorrow')).rejects.toThrow(
      /^the simulator rejected clock.set: [\s\S]*\n {2}\/now .*ISO 8601/,
    );
    await expect(sim.clock.freeze('1999-12-31')).rejects.toThrow(
      '/now must be a time between the years 2000',
    );
    await expect(sim.clock.set(new Date('tomorrow'))).rejects.toThrow(
      "Invalid Date isn't a time; use '2027-01-31T23:59:00Z'",
    );
  });
});

describe('fake timers of a test runner', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("accepts the account's time", async () => {
    await using sim = await startSimulator();
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(await sim.clock.freeze(START));
    expect(Date.now()).toBe(START.getTime());
    vi.setSystemTime(await sim.clock.advance('1 day'));
    expect(await sim.clock.now()).toEqual(new Date());
    await sim.clock.set(new Date());
  });
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import { startReceiver } from '../../../../test/support/receiver.ts';
import { SimulatorAssertionError, startSimulator } from '../index.ts';

const DAY_MS = 86_400_000;
const START = new Date('2027-01-31T12:00:00.000Z');

describe('the clock of an account', () => {
  it('stops, goes to a time however it is written, goes on and goes back', async () => {
    await using sim = await startSimulator();
    const { clock } = sim;
    const stopped = await clock.freeze();
    expect(await clock.now()).toEqual(stopped);
    for (const at of [START, START.getTime(), START.toISOString(), '2027-01-31T12:00Z']) {
      expect(await clock.set(at)).toEqual(START);
      expect(await clock.now()).toEqual(START);
    }
    expect((await clock.unfreeze()).getTime()).toBeGreaterThanOrEqual(START.getTime());
    expect(await clock.freeze('2030-02-01')).toEqual(new Date('2030-02-01T00:00:00.000Z'));
    const realMs = Date.now();
    expect((await clock.reset()).getTime()).toBeGreaterThanOrEqual(realMs);
  });

  it('lets a duration pass, in words or as milliseconds', async () => {
    await using sim = await startSimulator();
    await sim.clock.freeze(START);
    expect(await sim.clock.advance('14 days')).toEqual(new Date(START.getTime() + 14 * DAY_MS));
    expect(await sim.clock.advance(DAY_MS)).toEqual(new Date(START.getTime() + 15 * DAY_MS));
    expect(await sim.clock.advance('1h 30m')).toEqual(new Date(START.getTime() + 15 * DAY_MS + 5_400_000));
  });

  it('is one account’s: others keep theirs, and so does the process', async () => {
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

describe('a whole life in one advance of 30 days', () => {
  it('accredits, retries, gives up, expires and sweeps, each at its own time, and all of it is told', async () => {
    await using sim = await startSimulator({ accreditationDelayMs: 5000 });
    const receiver = await startReceiver((_, response) => response.writeHead(500).end());
    await sim.clock.freeze(START);
    const [paid, left] = [
      await sim.session.create({ webhook_url: receiver.url }),
      await sim.session.create(),
    ];
    await sim.session.pay(paid);
    expect(await sim.clock.advance('30 days')).toEqual(new Date(START.getTime() + 30 * DAY_MS));

    const happened = (session: { id: string }, type: string) =>
      sim.trace({ session, type }).map(({ at }) => Date.parse(at) - START.getTime());
    expect(happened(paid, 'session.accredited')).toEqual([5000]);
    // Three attempts each at the webhooks of creation and payment, and then of accreditation.
    expect(happened(paid, 'webhook.attempted')).toEqual([0, 0, 2000, 2000, 5000, 7000, 7000, 7000, 12_000]);
    expect(happened(left, 'session.expired')).toEqual([600_000]);
    expect(sim.webhooks.all({ session: paid }).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['gave_up', 3],
      ['gave_up', 3],
      ['gave_up', 3],
    ]);
    // What was signed carries the account's time.
    expect(receiver.received.all.map(({ headers }) => headers['svc-timestamp'])).toContain(
      new Date(START.getTime() + 5000).toISOString().replace('.000Z', 'Z'),
    );
    for (const session of [paid, left])
      await expect(sim.session.status(session)).rejects.toMatchObject({ status: 404 });
  });
});

describe('what can not be', () => {
  it.each(['a while', '', '5', Number.NaN, Number.POSITIVE_INFINITY])(
    'refuses to advance by %j',
    async (duration) => {
      await using sim = await startSimulator();
      const refused = (await sim.clock.advance(duration).catch((error: Error) => error)) as Error;
      expect(refused).toBeInstanceOf(SimulatorAssertionError);
      expect(refused.message).toContain("write it like '90s', '14 days' or '1h 30m', or as milliseconds");
      expect(refused.stack).toContain('account-clock.test.ts');
    },
  );

  it('passes on what the simulator says of it', async () => {
    await using sim = await startSimulator();
    await expect(sim.clock.advance(-1)).rejects.toThrow(
      /^the simulator refused to advance the clock by -1: [\s\S]*\n {2}\/ms /,
    );
    await expect(sim.clock.set('tomorrow')).rejects.toThrow(
      /^the simulator refused to set the clock at tomorrow: [\s\S]*\n {2}\/now .*ISO 8601/,
    );
    await expect(sim.clock.freeze('1999-12-31')).rejects.toThrow('/now must be a time from the year 2000');
    await expect(sim.clock.set(new Date('tomorrow'))).rejects.toThrow(
      "Invalid Date is no time to set the clock at; write it like '2027-01-31T23:59:00Z'",
    );
  });
});

describe('fake timers', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('can be given the time that the account has', async () => {
    await using sim = await startSimulator();
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(await sim.clock.freeze(START));
    expect(Date.now()).toBe(START.getTime());
    vi.setSystemTime(await sim.clock.advance('1 day'));
    expect(await sim.clock.now()).toEqual(new Date());
    await sim.clock.set(new Date());
  });
});

import type { Records } from '@svc-simulator/core';
import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { SeededRandom } from '@svc-simulator/test-support/seeded-random.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../../../../test/support/until.ts';
import { RecordEntry } from './entry.ts';
import { Timers } from './timers.ts';

/** Creates timers that stop with the test, and a list of the ids that were passed to the handler. */
function openTimers(
  log: ConstructorParameters<typeof Timers>[1] = () => {},
  entriesOf?: () => RecordEntry[],
) {
  const clock = new ManualClock();
  const timers = new Timers(clock, log, entriesOf);
  onTestFinished(() => timers.stop());
  const fires: string[] = [];
  const fire = async ({ id }: { id: string }) => void fires.push(id);
  return { clock, timers, start: clock.now(), fired: fires, fire };
}

function entryDue(id: string, atMs: number | null): RecordEntry {
  return new RecordEntry(
    { kind: 'session', id, seq: 1, value: { id } as Records['session'] },
    { accountOf: () => 'a', timerOf: () => atMs, tagsOf: () => [], retentionMs: 0 },
  );
}

function move(timers: Timers, entry: RecordEntry, atMs: number | null): void {
  entry.timer = atMs;
  timers.onTimerChange(entry);
}

const noAccounts = { accounts: 0, oldestDueAt: null };

describe('Timers', () => {
  it('fires twenty thousand timers in due order, in whatever order they were set and moved', async () => {
    const { clock, timers, start, fired, fire } = openTimers();
    const random = new SeededRandom(3);
    const entries = Array.from({ length: 20_000 }, (_, index) =>
      entryDue(`s${index}`, start + Math.floor(random.float() * 1e6)),
    );
    timers.start(entries, fire);
    for (let round = 0; round < 5; round++) {
      for (const entry of entries) move(timers, entry, start + Math.floor(random.float() * 1e6) + 1);
    }
    for (const entry of entries.slice(0, 1000)) move(timers, entry, null);
    clock.at(start + 2e6, () => {});
    await clock.advance(1e6);
    await until(
      () => fired.length === 19_000,
      () => clock.advance(0),
    );
    await clock.advance(1e6);
    expect(fired).toHaveLength(19_000);
    const dueOf = new Map(entries.map(({ id, timer }) => [id, timer as number]));
    const dues = fired.map((id) => dueOf.get(id) as number);
    expect(dues.every((due, index) => index === 0 || due >= (dues[index - 1] as number))).toBe(true);
  });

  it('leaves the timers of an account with its own clock unchanged when that clock is set', async () => {
    let queries = 0;
    const { clock, timers, start, fired } = openTimers(undefined, () => {
      queries++;
      return entries;
    });
    const hour = 3_600_000;
    const entries = Array.from({ length: 5000 }, (_, index) =>
      entryDue(`s${index}`, start + (index + 1) * hour),
    );
    timers.start(entries, async ({ id }) => {
      fired.push(id);
      const entry = entries[Number(id.slice(1))];
      if (entry) move(timers, entry, null);
    });
    const ids = (from: number, to: number) => entries.slice(from, to).map(({ id }) => id);
    for (let step = 1; step <= 300; step++) {
      timers.setClock('a', { offsetMs: step * hour, frozenAt: start + step * hour });
      expect(await timers.whenCaughtUp('a')).toBe(start + (step + 1) * hour);
    }
    expect(fired).toEqual(ids(0, 300));
    // Sets the clock back, so that no timer is due for the next 300 hours. Then the account follows the
    // machine's clock, and later its own clock again.
    timers.setClock('a', { offsetMs: -hour, frozenAt: null });
    await clock.advance(300 * hour);
    timers.setClock('a', undefined);
    expect(fired).toHaveLength(300);
    await clock.advance(hour);
    await until(() => fired.length === 301);
    timers.setClock('a', { offsetMs: 10 * hour, frozenAt: null });
    expect(await timers.whenCaughtUp('a')).toBe(start + 312 * hour);
    await clock.advance(hour);
    await until(() => fired.length === 312);
    expect([fired, queries]).toEqual([ids(0, 312), 1]);
  });

  it("keeps the order of due timers when the account's clock is set further forward", async () => {
    const { timers, start, fired, fire } = openTimers(undefined, () => entries);
    const entries = Array.from({ length: 1000 }, (_, index) => entryDue(`s${index}`, start + index + 1));
    timers.start(entries, fire);
    timers.setClock('a', { offsetMs: 5000, frozenAt: start + 5000 });
    const nodes = entries.map(({ node }) => node);
    timers.setClock('a', { offsetMs: 9000, frozenAt: null });
    expect(entries.every(({ node }, index) => node === nodes[index])).toBe(true);
    timers.setClock('a', { offsetMs: 500, frozenAt: start + 500 });
    await until(() => fired.length >= 500);
    expect(fired).toEqual(entries.slice(0, 500).map(({ id }) => id));
  });

  it('keeps the remaining wait of timers that are due soon if the clock is set back, and the due time of all others', async () => {
    const { clock, timers, start: now } = openTimers();
    const fires: [string, number, number | null][] = [];
    let failures = 1;
    const near = entryDue('near', now + 3000);
    timers.start([near, entryDue('far', now + 90_000)], async ({ id }, passedMs) => {
      fires.push([id, clock.elapsed() - now, passedMs && passedMs - now]);
      if (id === 'near' && failures-- > 0) throw new Error('not yet');
      if (id === 'near') move(timers, near, null);
    });
    await clock.advance(1000);
    clock.jump(-3_600_000);
    move(timers, entryDue('new', null), null);
    const newEntry = entryDue('fresh', clock.now() + 2500);
    move(timers, newEntry, clock.now() + 2500);
    await clock.advance(100_000);
    expect(fires).toEqual([
      ['near', 3000, 3000],
      ['fresh', 3500, null],
      ['near', 4000, 3000],
    ]);
    await clock.advance(3_600_000);
    expect(fires.slice(3)).toEqual([['far', 3_690_000, null]]);
  });

  it('calls the handler again at the due time if the handler left the timer in place', async () => {
    const { clock, timers, start: now } = openTimers();
    const fires: number[] = [];
    timers.start([entryDue('deadline', now + 3000)], async () => void fires.push(clock.now() - now));
    clock.jump(-10_000);
    await clock.advance(20_000);
    expect(fires).toEqual([-7000, 3000]);
  });

  it('counts the due timers that wait and the timers whose handlers run', async () => {
    const { clock, timers, start: now } = openTimers();
    const releases: (() => void)[] = [];
    const due = Array.from({ length: 300 }, (_, index) => entryDue(`s${index}`, now - 300 + index));
    const later = Array.from({ length: 300 }, (_, index) => entryDue(`l${index}`, now + 1 + index));
    expect(timers.dueWork()).toEqual({ due: 0, underWay: 0, oldestDueAt: null, overShare: noAccounts });
    timers.start([...later, ...due], () => new Promise<void>((release) => releases.push(release)));
    move(timers, due[0] as RecordEntry, null);
    expect(timers.dueWork()).toEqual({
      due: 299,
      underWay: 0,
      oldestDueAt: now - 299,
      overShare: noAccounts,
    });
    await until(() => releases.length === 299);
    expect(timers.dueWork()).toEqual({ due: 0, underWay: 299, oldestDueAt: null, overShare: noAccounts });
    for (const release of releases) release();
    await clock.advance(0);
    expect(timers.dueWork()).toEqual({ due: 0, underWay: 0, oldestDueAt: null, overShare: noAccounts });
  });

  it('fires timers with the same due time in the order in which they were set', async () => {
    const { clock, timers, fired, fire } = openTimers();
    timers.start([], fire);
    const ids = Array.from({ length: 1000 }, (_, index) => `s${index}`);
    for (const id of ids) {
      const entry = entryDue(id, clock.now());
      timers.onTimerChange(entry);
    }
    expect(fired).toEqual([]);
    await until(() => fired.length === 1000);
    expect(fired).toEqual(ids);
  });

  it('fires a timer after more than 2^31 ms, and none after the stop', async () => {
    const { clock, timers, fired, fire } = openTimers();
    const far = entryDue('far', clock.now() + 3e9);
    timers.start([far, entryDue('farther', clock.now() + 4e9)], fire);
    await clock.advance(3e9);
    expect(fired).toEqual(['far']);
    timers.stop();
    await clock.advance(3e9);
    expect(fired).toEqual(['far']);
  });

  it('calls a handler again that throws synchronously', async () => {
    const logLines: string[] = [];
    const { clock, timers } = openTimers((level, message) => logLines.push(`${level} ${message}`));
    let calls = 0;
    timers.start([entryDue('s1', clock.now())], () => {
      calls++;
      if (calls === 1) throw new Error('at once');
      return Promise.resolve();
    });
    await clock.advance(0);
    expect(calls).toBe(1);
    expect(logLines).toEqual(['error the timer of a record failed; it is tried again in 1000 ms']);
    await clock.advance(1000);
    expect(calls).toBe(2);
  });

  it("doesn't repeat a failed timer if the record's timer has moved meanwhile", async () => {
    const { clock, timers, start } = openTimers();
    const fires: number[] = [];
    const entry = entryDue('s1', start);
    timers.start([entry], async () => {
      fires.push(clock.now() - start);
      move(timers, entry, start + 5000);
      if (fires.length === 1) throw new Error('after it moved');
    });
    await clock.advance(20_000);
    expect(fires).toEqual([0, 5000]);
  });
});

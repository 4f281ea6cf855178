import { SeededRandom } from '@svc-simulator/test-support/seeded-random.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AccountQueue, Claim, Locks } from './locks.ts';
import { ref, type Scope } from './store.ts';

class Recorded extends Claim {
  readonly name: number;
  readonly #started: number[];

  constructor(name: number, scope: Scope, line: AccountQueue, runs: number[]) {
    super(scope, line);
    this.name = name;
    this.#started = runs;
  }

  run(): void {
    this.#started.push(this.name);
  }
}

function scopeOf(ids: readonly string[], exclusive = false, account = 'a'): Scope {
  return { account, lock: ids.map((id) => ref('partner', id)), exclusive };
}

/** Returns true when two claims must not run at the same time. */
function conflict(one: Scope, other: Scope): boolean {
  if (one.account === other.account && (one.exclusive || other.exclusive)) return true;
  return (one.lock ?? []).some(({ id }) => (other.lock ?? []).some((otherRef) => otherRef.id === id));
}

const createLocks = () => ({ started: [] as number[], locks: new Locks(), line: new AccountQueue() });

describe('Locks', () => {
  it('runs conflicting claims one after the other, in order of arrival', () => {
    const scope = fc.record({
      ids: fc.uniqueArray(fc.constantFrom('x', 'y', 'z'), { maxLength: 3 }),
      exclusive: fc.boolean(),
      account: fc.constantFrom('a', 'b'),
    });
    const choices = fc.array(fc.nat(), { minLength: 200, maxLength: 200 });
    fc.assert(
      fc.property(fc.array(scope, { minLength: 1, maxLength: 25 }), choices, (scopes, order) => {
        const runs: number[] = [];
        const lines = new Map([
          ['a', new AccountQueue()],
          ['b', new AccountQueue()],
        ]);
        const locks = new Locks();
        const claims = scopes.map(({ ids, exclusive, account }, name) => {
          const line = lines.get(account) as AccountQueue;
          return new Recorded(name, scopeOf(ids, exclusive, account), line, runs);
        });
        const running: Recorded[] = [];
        let next = 0;
        let runCount = 0;
        for (const choice of order) {
          const release = running.length > 0 && (next === claims.length || choice % 2 === 0);
          if (release) locks.release(running.splice(choice % running.length, 1));
          else if (next < claims.length) locks.acquire(claims[next++] as Recorded);
          for (; runCount < runs.length; runCount++) {
            const claim = claims[runs[runCount] as number] as Recorded;
            for (const other of running) expect(conflict(claim.scope, other.scope)).toBe(false);
            const overtaken = claims.slice(0, claim.name).filter((earlier) => !runs.includes(earlier.name));
            for (const earlier of overtaken) expect(conflict(claim.scope, earlier.scope)).toBe(false);
            running.push(claim);
          }
        }
        while (running.length > 0) {
          locks.release(running.splice(0));
          for (; runCount < runs.length; runCount++)
            running.push(claims[runs[runCount] as number] as Recorded);
        }
        expect(new Set(runs).size).toBe(next);
      }),
      { numRuns: 500 },
    );
  });

  it('throws the error of a failing claim, and runs every other claim once and without delay', () => {
    const { started, locks, line } = createLocks();
    class Failing extends Recorded {
      override run(): void {
        super.run();
        throw new Error(`${this.name} fails`);
      }
    }
    expect(() => locks.acquire(new Failing(1, scopeOf(['w']), line, started))).toThrow('1 fails');
    const [holder, other] = [2, 3].map((name) => new Recorded(name, scopeOf([`${name}`]), line, started));
    for (const claim of [holder, other]) locks.acquire(claim as Recorded);
    locks.acquire(new Failing(4, scopeOf(['2']), line, started));
    locks.acquire(new Recorded(5, scopeOf(['3']), line, started));
    expect(() => locks.release([holder as Recorded])).toThrow('4 fails');
    locks.release([other as Recorded]);
    expect(started).toEqual([1, 2, 3, 4, 5]);
  });

  it('makes claims wait only for claims on the same record, with twenty thousand locked records', () => {
    const { started, locks, line } = createLocks();
    const random = new SeededRandom(5);
    const ids = Array.from({ length: 20_000 }, () => random.uuid());
    const holders = ids.map((id, name) => new Recorded(name, scopeOf([id]), line, started));
    const waiters = ids.map((id, name) => new Recorded(20_000 + name, scopeOf([id]), line, started));
    for (const claim of [...holders, ...waiters]) locks.acquire(claim);
    expect(started).toHaveLength(20_000);
    const order = holders.map((claim) => ({ claim, by: random.float() })).sort((a, b) => a.by - b.by);
    for (const { claim } of order) locks.release([claim]);
    expect(started.slice(20_000)).toEqual(order.map(({ claim }) => 20_000 + claim.name));
    locks.release(waiters);
    for (const [at, id] of ids.entries())
      locks.acquire(new Recorded(40_000 + at, scopeOf([id]), line, started));
    expect(started).toHaveLength(60_000);
  });

  it('runs a hundred thousand claims that wait for one claim without a stack overflow', () => {
    const { started, locks, line } = createLocks();
    class Ending extends Recorded {
      override run(): void {
        super.run();
        locks.release([this]);
      }
    }
    const first = new Recorded(0, scopeOf(['x']), line, started);
    locks.acquire(first);
    for (let name = 1; name <= 100_000; name++)
      locks.acquire(new Ending(name, scopeOf(['x']), line, started));
    locks.release([first]);
    expect(started).toHaveLength(100_001);
    expect(started.every((name, at) => name === at)).toBe(true);
  });
});

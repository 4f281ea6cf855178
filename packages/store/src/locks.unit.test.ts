import { SeededRandom } from '@svc-simulator/test-support/seeded-random.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AccountQueue, Claim, Locks } from './locks.ts';
import { ref, type Scope } from './store.ts';

class RecordingClaim extends Claim {
  readonly name: number;
  readonly #started: number[];

  constructor(name: number, scope: Scope, queue: AccountQueue, runs: number[]) {
    super(scope, queue);
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

/** Returns true if two claims must not run at the same time. */
function conflict(one: Scope, other: Scope): boolean {
  if (one.account === other.account && (one.exclusive || other.exclusive)) return true;
  return (one.lock ?? []).some(({ id }) => (other.lock ?? []).some((otherRef) => otherRef.id === id));
}

const createLocks = () => ({ started: [] as number[], locks: new Locks(), queue: new AccountQueue() });

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
        const queues = new Map([
          ['a', new AccountQueue()],
          ['b', new AccountQueue()],
        ]);
        const locks = new Locks();
        const claims = scopes.map(({ ids, exclusive, account }, name) => {
          const queue = queues.get(account) as AccountQueue;
          return new RecordingClaim(name, scopeOf(ids, exclusive, account), queue, runs);
        });
        const running: RecordingClaim[] = [];
        let next = 0;
        let runCount = 0;
        for (const choice of order) {
          const release = running.length > 0 && (next === claims.length || choice % 2 === 0);
          if (release) locks.release(running.splice(choice % running.length, 1));
          else if (next < claims.length) locks.acquire(claims[next++] as RecordingClaim);
          for (; runCount < runs.length; runCount++) {
            const claim = claims[runs[runCount] as number] as RecordingClaim;
            for (const other of running) expect(conflict(claim.scope, other.scope)).toBe(false);
            const overtaken = claims.slice(0, claim.name).filter((earlier) => !runs.includes(earlier.name));
            for (const earlier of overtaken) expect(conflict(claim.scope, earlier.scope)).toBe(false);
            running.push(claim);
          }
        }
        while (running.length > 0) {
          locks.release(running.splice(0));
          for (; runCount < runs.length; runCount++)
            running.push(claims[runs[runCount] as number] as RecordingClaim);
        }
        expect(new Set(runs).size).toBe(next);
      }),
      { numRuns: 500 },
    );
  });

  it('throws the error of a failing claim, and runs every other claim once and without delay', () => {
    const { started, locks, queue } = createLocks();
    class FailingClaim extends RecordingClaim {
      override run(): void {
        super.run();
        throw new Error(`${this.name} fails`);
      }
    }
    expect(() => locks.acquire(new FailingClaim(1, scopeOf(['w']), queue, started))).toThrow('1 fails');
    const [holder, other] = [2, 3].map(
      (name) => new RecordingClaim(name, scopeOf([`${name}`]), queue, started),
    );
    for (const claim of [holder, other]) locks.acquire(claim as RecordingClaim);
    locks.acquire(new FailingClaim(4, scopeOf(['2']), queue, started));
    locks.acquire(new RecordingClaim(5, scopeOf(['3']), queue, started));
    expect(() => locks.release([holder as RecordingClaim])).toThrow('4 fails');
    locks.release([other as RecordingClaim]);
    expect(started).toEqual([1, 2, 3, 4, 5]);
  });

  it('makes claims wait only for claims on the same record, with twenty thousand locked records', () => {
    const { started, locks, queue } = createLocks();
    const random = new SeededRandom(5);
    const ids = Array.from({ length: 20_000 }, () => random.uuid());
    const holders = ids.map((id, name) => new RecordingClaim(name, scopeOf([id]), queue, started));
    const waiters = ids.map((id, name) => new RecordingClaim(20_000 + name, scopeOf([id]), queue, started));
    for (const claim of [...holders, ...waiters]) locks.acquire(claim);
    expect(started).toHaveLength(20_000);
    const order = holders.map((claim) => ({ claim, by: random.float() })).sort((a, b) => a.by - b.by);
    for (const { claim } of order) locks.release([claim]);
    expect(started.slice(20_000)).toEqual(order.map(({ claim }) => 20_000 + claim.name));
    locks.release(waiters);
    for (const [at, id] of ids.entries())
      locks.acquire(new RecordingClaim(40_000 + at, scopeOf([id]), queue, started));
    expect(started).toHaveLength(60_000);
  });

  it('runs a hundred thousand claims that wait for one claim without a stack overflow', () => {
    const { started, locks, queue } = createLocks();
    class Ending extends RecordingClaim {
      override run(): void {
        super.run();
        locks.release([this]);
      }
    }
    const first = new RecordingClaim(0, scopeOf(['x']), queue, started);
    locks.acquire(first);
    for (let name = 1; name <= 100_000; name++)
      locks.acquire(new Ending(name, scopeOf(['x']), queue, started));
    locks.release([first]);
    expect(started).toHaveLength(100_001);
    expect(started.every((name, at) => name === at)).toBe(true);
  });
});

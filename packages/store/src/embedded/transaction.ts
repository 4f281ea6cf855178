import type { Clock, Kind, Records } from '@svc-simulator/core';
import type { Decided } from '../commit.ts';
import { Claim } from '../locks.ts';
import type { Ref, Scope, View } from '../store.ts';
import type { AccountState } from './account-state.ts';
import type { Commit } from './commit.ts';
import type { Tables } from './tables.ts';

interface TransactionSteps {
  readonly decide: (view: View) => Decided;
  readonly reject: (error: unknown) => void;
  readonly run: (transaction: Transaction) => void;
}

/** One call of `transact`, from its place in line to its answer. */
export class Transaction extends Claim {
  readonly state: AccountState;
  readonly decide: (view: View) => Decided;
  readonly reject: (error: unknown) => void;
  readonly #run: (transaction: Transaction) => void;
  /** Tells the caller what was decided. */
  answer: () => void = () => {};
  /** Set once it is decided and changes anything. */
  commit: Commit | null = null;

  constructor(scope: Scope, state: AccountState, { decide, reject, run }: TransactionSteps) {
    super(scope, state.line);
    this.state = state;
    this.decide = decide;
    this.reject = reject;
    this.#run = run;
  }

  run(): void {
    this.#run(this);
  }
}

/** Records that are found by looking at each. */
const FEW = 16;

/** The records that a scope names, as they are stored. */
export class ScopeView implements View {
  readonly nextEventId: number;
  readonly #scope: Scope;
  readonly #tables: Tables;
  readonly #clock: Clock;
  /** Where there are many. */
  #named: ReadonlySet<string> | null = null;
  #now: number | null = null;

  constructor(scope: Scope, nextEventId: number, tables: Tables, clock: Clock) {
    this.#scope = scope;
    this.nextEventId = nextEventId;
    this.#tables = tables;
    this.#clock = clock;
  }

  get now(): number {
    this.#now ??= this.#tables.timeOf(this.#scope.account, this.#clock);
    return this.#now;
  }

  get<K extends Kind>(kind: K, id: string): Records[K] | undefined {
    if (!this.#names(kind, id)) {
      throw new Error(`${kind} ${id} is not named by the scope of the transaction that looks at it`);
    }
    return this.#tables.valueOf(kind, id);
  }

  #names(kind: Kind, id: string): boolean {
    const { lock = [], read = [] } = this.#scope;
    if (lock.length + read.length <= FEW) return names(lock, kind, id) || names(read, kind, id);
    this.#named ??= new Set([...lock, ...read].map((own) => `${own.kind}:${own.id}`));
    return this.#named.has(`${kind}:${id}`);
  }
}

/** Whether a record stands in a list. */
export function names(refs: readonly Ref[], kind: Kind, id: string): boolean {
  for (const own of refs) if (own.id === id && own.kind === kind) return true;
  return false;
}

import type { Kind, Records } from '@svc-simulator/core';
import { type AccountLine, Claim } from '../locks.ts';
import type { Change, Ref, Scope, View } from '../store.ts';
import { keyOf } from './record-reader.ts';

/** One call of `transact`, from its place in line to its answer. */
export class PgTransaction extends Claim {
  readonly decide: (view: View) => Change<unknown>;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
  readonly #run: (transaction: PgTransaction) => void;

  constructor(
    scope: Scope,
    line: AccountLine,
    decide: (view: View) => Change<unknown>,
    resolve: (result: never) => void,
    reject: (error: unknown) => void,
    run: (transaction: PgTransaction) => void,
  ) {
    super(scope, line);
    this.decide = decide;
    this.resolve = resolve;
    this.reject = reject;
    this.#run = run;
  }

  /** What the scope names. */
  get refs(): readonly Ref[] {
    const { lock = [], read = [] } = this.scope;
    return read.length === 0 ? lock : [...lock, ...read];
  }

  run(): void {
    this.#run(this);
  }
}

/** The records that a scope names, as they were loaded under its locks. */
export class LoadedView implements View {
  readonly nextEventId: number;
  readonly now: number;
  readonly #named: Set<string>;
  readonly #loaded: ReadonlyMap<string, Records[Kind]>;

  constructor(
    refs: readonly Ref[],
    nextEventId: number,
    now: number,
    loaded: ReadonlyMap<string, Records[Kind]>,
  ) {
    this.nextEventId = nextEventId;
    this.now = now;
    this.#named = new Set(refs.map(({ kind, id }) => keyOf(kind, id)));
    this.#loaded = loaded;
  }

  get<K extends Kind>(kind: K, id: string): Records[K] | undefined {
    const key = keyOf(kind, id);
    if (!this.#named.has(key)) {
      throw new Error(`${kind} ${id} is not named by the scope of the transaction that looks at it`);
    }
    return this.#loaded.get(key) as Records[K] | undefined;
  }
}

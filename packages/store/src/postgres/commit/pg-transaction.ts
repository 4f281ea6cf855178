import type { Kind, Records } from '@svc-simulator/core';
import type { Decided } from '../../commit.ts';
import { type AccountLine, Claim } from '../../locks.ts';
import type { Ref, Scope, View } from '../../store.ts';
import { keyOf, recordIn } from '../record-reader.ts';

interface Call {
  readonly scope: Scope;
  readonly line: AccountLine;
  readonly decide: (view: View) => Decided;
  readonly reject: (error: unknown) => void;
  /** Called when no other transaction of this instance is before it. */
  readonly ready: (transaction: PgTransaction) => void;
}

/** One call of `transact`, from its place in line to its answer. */
export class PgTransaction extends Claim {
  readonly call: Call;

  constructor(call: Call) {
    super(call.scope, call.line);
    this.call = call;
  }

  /** What the scope names. */
  get refs(): readonly Ref[] {
    const { lock = [], read = [] } = this.scope;
    return read.length === 0 ? lock : [...lock, ...read];
  }

  run(): void {
    this.call.ready(this);
  }
}

/** The records that a scope names, as they were loaded under its locks. */
export function viewOf(
  refs: readonly Ref[],
  nextEventId: number,
  now: number,
  loaded: ReadonlyMap<string, Records[Kind]>,
): View {
  const named = new Set(refs.map(({ kind, id }) => keyOf(kind, id)));
  const get = <K extends Kind>(kind: K, id: string) => {
    if (!named.has(keyOf(kind, id)))
      throw new Error(`${kind} ${id} is not named by the scope of the transaction that looks at it`);
    return recordIn(loaded, kind, id);
  };
  return { nextEventId, now, get };
}

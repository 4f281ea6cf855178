import type { Kind, Records, TraceDraft } from '@svc-simulator/core';
import type { Change, Put, StoredEvent, View } from './store.ts';

/** What the store asks of the core about records (core/policy.ts). */
export interface StorePolicy {
  timerOf<K extends Kind>(kind: K, value: Records[K]): number | null;
  tagsOf<K extends Kind>(kind: K, value: Records[K]): readonly string[];
  accountOf<K extends Kind>(kind: K, value: Records[K]): string | null;
}

/** What was decided, and what tells it to the caller once it is stored. */
export interface Decided {
  readonly change: Change<unknown>;
  readonly answer: () => void;
}

/** A caller's decision, with its own answer: a queue of many callers knows none of their types. */
export function answering<T>(
  decide: (view: View) => Change<T>,
  resolve: (result: T) => void,
): (view: View) => Decided {
  return (view) => {
    const change = decide(view);
    return { change, answer: () => resolve(change.result) };
  };
}

/** A trace event that has its id, on its way into the store. */
export interface NumberedEvent extends TraceDraft {
  readonly accountId: string;
  readonly id: number;
}

/** Whether there is a record. */
export type IsThere = (kind: Kind, id: string) => boolean;

/**
 * Records that follow from an event alone; each is stored in the event's commit unless there is one under its id. Those of which
 * `isThere` says so may be left out: most events tell of what others have told before.
 */
export type Derive = (event: NumberedEvent, isThere?: IsThere) => readonly Put[];

export interface CommittedEvent extends StoredEvent {
  /** Until it is published. */
  data?: TraceDraft['data'] | undefined;
  readonly atMs: number;
  /** Bytes of `json`. */
  readonly length: number;
}

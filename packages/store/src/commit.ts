import { isoOf, type Kind, type Records, type TraceDraft } from '@svc-simulator/core';
import type { Change, Put, Ref, Scope, StoredTraceEvent } from './store.ts';

export interface StorePolicy {
  /** Trace events are deleted after this time. Records are deleted by their own timers. */
  readonly retentionMs: number;
  timerOf<K extends Kind>(kind: K, value: Records[K]): number | null;
  tagsOf<K extends Kind>(kind: K, value: Records[K]): readonly string[];
  accountOf<K extends Kind>(kind: K, value: Records[K]): string | null;
}

export interface NumberedEvent extends TraceDraft {
  readonly accountId: string;
  readonly id: number;
}

export type RecordExists = (kind: Kind, id: string) => boolean;

/**
 * Returns the records that an event creates, such as a completed practice. The store adds each record to the
 * event's commit, unless a record with the id exists. With `exists`, the function can skip existing records,
 * which only saves time.
 */
export type DeriveRecords = (event: NumberedEvent, exists?: RecordExists) => readonly Put[];

export interface CommittedEvent extends StoredTraceEvent {
  /** Undefined once the event has been published, to save memory. */
  data?: TraceDraft['data'] | undefined;
  readonly atMs: number;
  /** Length of `json` in bytes. */
  readonly length: number;
}

/**
 * Serializes an event to the JSON text that every store writes and the API returns unchanged (contract
 * section 5).
 */
export function committedEvent({ accountId, id, type, at, sessionId, data }: NumberedEvent): CommittedEvent {
  const session = sessionId === undefined ? '' : `,"session_id":${JSON.stringify(sessionId)}`;
  const json = `{"id":${id},"at":"${isoOf(at)}","type":"${type}"${session},"data":${JSON.stringify(data)}}`;
  return { accountId, id, type, sessionId, json, data, atMs: at, length: Buffer.byteLength(json) };
}

/** @throws when a change clears an account without an exclusive scope. */
export function checkClearing({ clear = [], clearTrace = false }: Change<unknown>, scope: Scope): void {
  if ((clear.length > 0 || clearTrace) && !scope.exclusive)
    throw new Error('a change that clears an account needs an exclusive scope');
}

export function outsideScopeError(kind: Kind, id: string): Error {
  return new Error(`${kind} ${id} is not named by the scope of the transaction that looks at it`);
}

export function notLockedError({ kind, id }: Ref): Error {
  return new Error(`${kind} ${id} exists; a change may replace it only when its scope locks it`);
}

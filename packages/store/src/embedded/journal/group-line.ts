import type { Kind, Records } from '@svc-simulator/core';
import type { CommittedEvent } from '../../commit.ts';
import { checkedLine } from '../checked-line.ts';
import type { Commit } from '../commit.ts';
import type { StoreData } from '../store-data.ts';

/** A line of the journal: the commits that were written together. */
export interface Group {
  /** Counted from 1, without a gap. */
  readonly group: number;
  /** When it was written, in ms. */
  readonly at: number;
  /** The last group that was known to be on the disk before: what is missing of those is damage, not a power cut. */
  readonly safe: number;
  readonly commits: readonly StoredCommit[];
}

/** One commit in the order in which it is applied: cleared, deleted, put, told. */
interface StoredCommit {
  readonly account: string;
  readonly clear?: readonly Kind[];
  readonly clearTrace?: true;
  readonly deletes?: readonly { readonly kind: Kind; readonly id: string }[];
  /** `seq` is the record's place in the order of creation. */
  readonly puts?: readonly {
    readonly kind: Kind;
    readonly id: string;
    readonly seq: number;
    readonly value: Records[Kind];
  }[];
  /** As they stand in the trace. */
  readonly events?: readonly {
    readonly id: number;
    readonly at: string;
    readonly type: string;
    readonly session_id?: string;
  }[];
}

export function groupLine({ group, at, safe }: Omit<Group, 'commits'>, commits: readonly Commit[]): Buffer {
  const texts = commits.map(textOf).join(',');
  return checkedLine(`{"group":${group},"at":${at},"safe":${safe},"commits":[${texts}]`);
}

function textOf({ state, clear, clearTrace, deletes, puts, values, events }: Commit): string {
  let text = `{"account":${state.quotedId}`;
  if (clear.length > 0) text += `,"clear":${JSON.stringify(clear)}`;
  if (clearTrace) text += ',"clearTrace":true';
  if (deletes.length > 0)
    text += `,"deletes":${JSON.stringify(deletes.map(({ kind, id }) => ({ kind, id })))}`;
  if (puts.length > 0) {
    const records = puts.map(
      ({ kind, id, seq }, at) =>
        `{"kind":"${kind}","id":${JSON.stringify(id)},"seq":${seq},"value":${values[at]}}`,
    );
    text += `,"puts":[${records.join(',')}]`;
  }
  if (events.length > 0) text += `,"events":[${events.map(({ json }) => json).join(',')}]`;
  return `${text}}`;
}

/** The commits of a line, ready to be applied. */
export function* commitsIn({ commits }: Group, data: StoreData): IterableIterator<Commit> {
  for (const { account, clear = [], clearTrace = false, deletes = [], puts = [], events = [] } of commits) {
    yield {
      state: data.accounts.of(account),
      clear,
      clearTrace,
      deletes,
      puts: puts.map((put) => data.entryOf(put)),
      values: [],
      events: events.map((event) => eventOf(account, event)),
    };
  }
}

function eventOf(accountId: string, event: NonNullable<StoredCommit['events']>[number]): CommittedEvent {
  const { id, at, type, session_id: sessionId } = event;
  // The same text again: it was made in the same way.
  const json = JSON.stringify(event);
  return { accountId, id, type, sessionId, json, atMs: Date.parse(at), length: Buffer.byteLength(json) };
}

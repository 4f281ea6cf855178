import type { Kind, Records } from '@svc-simulator/core';
import type { CommittedEvent } from '../../commit.ts';
import { LineWriter } from '../checked-line.ts';
import type { Commit, StoreData } from '../store-data.ts';

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

/** What the memory of a line is between two of them: more than those of most groups. */
const LINE_BYTES = 256 * 1024;

/** Makes lines of the journal, each in the memory of the one before. */
export class GroupLines {
  readonly #writer = new LineWriter(LINE_BYTES);

  /** The line of a group, until the next one is made. */
  lineOf({ group, at, safe }: Omit<Group, 'commits'>, commits: readonly Commit[]): Buffer {
    const writer = this.#writer;
    writer.clear(LINE_BYTES);
    let before = `{"group":${group},"at":${at},"safe":${safe},"commits":[`;
    for (const commit of commits) {
      writer.add(before);
      addCommit(writer, commit);
      before = ',';
    }
    writer.add(']');
    writer.endLine();
    return writer.lines;
  }
}

function addCommit(
  writer: LineWriter,
  { state, clear, clearTrace, deletes, puts, values, events }: Commit,
): void {
  let text = `{"account":${state.quotedId}`;
  if (clear.length > 0) text += `,"clear":${JSON.stringify(clear)}`;
  if (clearTrace) text += ',"clearTrace":true';
  if (deletes.length > 0)
    text += `,"deletes":${JSON.stringify(deletes.map(({ kind, id }) => ({ kind, id })))}`;
  puts.forEach(({ kind, id, seq, bytes }, at) => {
    const before = at === 0 ? ',"puts":[' : ',';
    writer.add(`${text}${before}{"kind":"${kind}","id":${JSON.stringify(id)},"seq":${seq},"value":`);
    writer.add(values[at] ?? '', bytes);
    text = at === puts.length - 1 ? '}]' : '}';
  });
  for (const [at, { json, length }] of events.entries()) {
    writer.add(text + (at === 0 ? ',"events":[' : ','));
    writer.add(json, length);
    text = at === events.length - 1 ? ']' : '';
  }
  writer.add(`${text}}`);
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

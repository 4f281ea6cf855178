import type { Kind, Records } from '@svc-simulator/core';
import type { CommittedEvent } from '../../commit.ts';
import { CheckedLineWriter } from '../checked-line.ts';
import type { PreparedCommit, StoreData } from '../store-data.ts';

export interface JournalGroup {
  readonly group: number;
  readonly at: number;
  /**
   * The last group that was synced before this group was written. If that group is missing from the journal,
   * the file is damaged: a power cut can't remove what was synced.
   */
  readonly safe: number;
  readonly commits: readonly StoredCommit[];
}

interface StoredCommit {
  readonly account: string;
  readonly clear?: readonly Kind[];
  readonly clearTrace?: true;
  readonly deletes?: readonly { readonly kind: Kind; readonly id: string }[];
  readonly puts?: readonly {
    readonly kind: Kind;
    readonly id: string;
    readonly seq: number;
    readonly value: Records[Kind];
  }[];
  readonly events?: readonly {
    readonly id: number;
    readonly at: string;
    readonly type: string;
    readonly session_id?: string;
  }[];
}

const LINE_BYTES = 256 * 1024;

export class GroupLines {
  readonly #writer = new CheckedLineWriter(LINE_BYTES);

  /** Returns the line of a group. The next call overwrites its bytes. */
  encodeGroup(
    { group, at, safe }: Omit<JournalGroup, 'commits'>,
    commits: readonly PreparedCommit[],
  ): Buffer {
    const writer = this.#writer;
    writer.clear(LINE_BYTES);
    let separator = `{"group":${group},"at":${at},"safe":${safe},"commits":[`;
    for (const commit of commits) {
      writer.add(separator);
      addCommit(writer, commit);
      separator = ',';
    }
    writer.add(']');
    writer.endLine();
    return writer.lines;
  }
}

function addCommit(
  writer: CheckedLineWriter,
  { state, clear, clearTrace, deletes, puts, values, events }: PreparedCommit,
): void {
  let text = `{"account":${state.quotedId}`;
  if (clear.length > 0) text += `,"clear":${JSON.stringify(clear)}`;
  if (clearTrace) text += ',"clearTrace":true';
  if (deletes.length > 0)
    text += `,"deletes":${JSON.stringify(deletes.map(({ kind, id }) => ({ kind, id })))}`;
  puts.forEach(({ kind, id, seq, bytes }, index) => {
    const prefix = index === 0 ? ',"puts":[' : ',';
    writer.add(`${text}${prefix}{"kind":"${kind}","id":${JSON.stringify(id)},"seq":${seq},"value":`);
    writer.add(values[index] ?? '', bytes);
    text = index === puts.length - 1 ? '}]' : '}';
  });
  for (const [index, { json, length }] of events.entries()) {
    writer.add(text + (index === 0 ? ',"events":[' : ','));
    writer.add(json, length);
    text = index === events.length - 1 ? ']' : '';
  }
  writer.add(`${text}}`);
}

export function* decodeCommits({ commits }: JournalGroup, data: StoreData): IterableIterator<PreparedCommit> {
  for (const { account, clear = [], clearTrace = false, deletes = [], puts = [], events = [] } of commits) {
    yield {
      state: data.accounts.findOrCreate(account),
      clear,
      clearTrace,
      deletes,
      puts: puts.map((put) => data.entryOf(put)),
      values: [],
      events: events.map((event) => eventFromJournal(account, event)),
    };
  }
}

function eventFromJournal(
  accountId: string,
  event: NonNullable<StoredCommit['events']>[number],
): CommittedEvent {
  const { id, at, type, session_id: sessionId } = event;
  // Equals the stored text, because that was also written by JSON.stringify.
  const json = JSON.stringify(event);
  return { accountId, id, type, sessionId, json, atMs: Date.parse(at), length: Buffer.byteLength(json) };
}

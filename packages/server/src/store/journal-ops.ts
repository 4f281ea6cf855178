import type { Kind } from '@svc-simulator/core';
import type { Commit, CommittedEvent } from './commit.ts';
import type { Entry } from './entry.ts';
import { frame, HEADER_BYTES } from './frames.ts';
import { Lines, quoted } from './json-text.ts';
import type { TraceLines } from './trace.ts';

/**
 * A frame of a journal: one line of JSON `{"at", "safe", "ops"}`, then the JSON texts of the records that it puts, then those of
 * its events, a line each, in the order of the operations. The texts stand apart so that the lines of the events go to
 * the day's segment as they are. `safe` is how much of the journal was known to be on the disk before: what is missing
 * from there on is a power cut's doing, what is missing before is damage.
 *
 * `p` puts a record: kind, id, place in the order of creation, bytes of its text. `d` deletes one, `c` clears kinds of an
 * account, `t` clears its trace. `e` is an event: account, id, type, time, session, bytes of its text.
 */
export type Operation =
  | readonly ['p', Kind, string, number, number]
  | readonly ['d', Kind, string]
  | readonly ['c', string, readonly Kind[]]
  | readonly ['t', string]
  | EventOperation;

export type EventOperation = readonly ['e', string, number, string, number, string | null, number];

/** What a group of commits becomes on its way to the disk. */
export interface EncodedGroup {
  /** For the journal. */
  readonly frame: Buffer;
  /** For the trace; their bytes are a part of the frame. */
  readonly lines: TraceLines;
}

/** `safeBytes`: how much of the journal is on the disk already; `allocate` finds room for the frame. */
export function encodeGroup(
  commits: readonly Commit[],
  atMs: number,
  safeBytes: number,
  allocate: (bytes: number) => Buffer,
): EncodedGroup {
  const group = new GroupTexts();
  for (const commit of commits) group.add(commit);
  const { operations, rows, values, lines } = group;
  const head = new Lines();
  head.addText(`{"at":${atMs},"safe":${safeBytes},"ops":[${operations.join(',')}]}`);
  const linesFrom = head.bytes + values.bytes;
  const fill = (payload: Buffer) => {
    head.write(payload, 0);
    values.write(payload, head.bytes);
    lines.write(payload, linesFrom);
  };
  const bytes = frame(linesFrom + lines.bytes, fill, allocate);
  const lineBytes = bytes.subarray(HEADER_BYTES + linesFrom);
  return { frame: bytes, lines: { bytes: lineBytes, count: lines.count, rows: joined(rows), atMs } };
}

/** The texts of a group of commits, gathered before the frame is made, whose size they are. */
class GroupTexts {
  readonly operations: string[] = [];
  readonly values = new Lines();
  readonly lines = new Lines();
  readonly rows: string[] = [];
  // The same for most events of a group, and dear to turn into text.
  #at = Number.NaN;
  #when = '';
  #session: string | undefined;
  #whose = 'null';

  add({ state, clear, clearTrace, deletes, puts, values, events }: Commit): void {
    const { operations } = this;
    if (clear.length > 0) operations.push(JSON.stringify(['c', state.id, clear]));
    if (clearTrace) operations.push(JSON.stringify(['t', state.id]));
    for (const { kind, id } of deletes) operations.push(JSON.stringify(['d', kind, id]));
    for (let at = 0; at < puts.length; at++) {
      const { kind, id, seq } = puts[at] as Entry;
      const bytes = this.values.addText(values[at] as string);
      operations.push(`["p","${kind}",${quoted(id)},${seq},${bytes}]`);
    }
    for (const event of events) this.#addEvent(state.quotedId, event);
  }

  #addEvent(account: string, { id, type, atMs, sessionId, json, length }: CommittedEvent): void {
    if (atMs !== this.#at) {
      this.#at = atMs;
      this.#when = String(atMs);
    }
    if (sessionId !== this.#session) {
      this.#session = sessionId;
      this.#whose = sessionId === undefined ? 'null' : quoted(sessionId);
    }
    const row = `["e",${account},${id},"${type}",${this.#when},${this.#whose},${length}]`;
    this.operations.push(row);
    this.rows.push(row);
    this.lines.add(json, length);
  }
}

/** The lines, each with its end. */
function joined(lines: string[]): string {
  if (lines.length === 0) return '';
  // An empty last line gives the last real one its end without another copy of everything.
  lines.push('');
  return lines.join('\n');
}

export interface DecodedFrame {
  /** The first line. */
  readonly head: Readonly<Record<string, unknown>>;
  readonly ops: readonly Operation[];
  /** Where the first text stands in the payload. */
  readonly textsFrom: number;
}

export function decodeFrame(payload: Buffer): DecodedFrame {
  const end = payload.indexOf(10);
  const head = JSON.parse(payload.toString('utf8', 0, end)) as DecodedFrame['head'];
  return { head, ops: (head.ops ?? []) as Operation[], textsFrom: end + 1 };
}

/** How much of its journal was safe from a power cut when this frame was written, in bytes. */
export function safeBefore(payload: Buffer): number {
  const { safe } = decodeFrame(payload).head;
  return typeof safe === 'number' ? safe : Number.POSITIVE_INFINITY;
}

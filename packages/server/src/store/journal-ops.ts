import type { Kind } from '@svc-simulator/core';
import type { Commit } from './commit.ts';
import type { Entry } from './entry.ts';
import { frame, HEADER_BYTES } from './frames.ts';
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

/** `safeBytes`: how much of the journal is on the disk already. */
export function encodeGroup(commits: readonly Commit[], atMs: number, safeBytes: number): EncodedGroup {
  const ops: string[] = [];
  const values: string[] = [];
  const lines: string[] = [];
  const rows: string[] = [];
  let valueBytes = 0;
  let lineBytes = 0;
  for (const { state, clear, clearTrace, deletes, puts, values: texts, events } of commits) {
    if (clear.length > 0) ops.push(JSON.stringify(['c', state.id, clear]));
    if (clearTrace) ops.push(JSON.stringify(['t', state.id]));
    for (const { kind, id } of deletes) ops.push(JSON.stringify(['d', kind, id]));
    for (let at = 0; at < puts.length; at++) {
      const { kind, id, seq } = puts[at] as Entry;
      const text = texts[at] as string;
      const bytes = Buffer.byteLength(text);
      ops.push(`["p","${kind}",${JSON.stringify(id)},${seq},${bytes}]`);
      values.push(text);
      valueBytes += bytes + 1;
    }
    let at = Number.NaN;
    let session: string | undefined;
    // The same for most events of a commit, and dear to turn into text.
    let when = '';
    let whose = 'null';
    for (const { id, type, atMs, sessionId, json, length } of events) {
      if (atMs !== at) when = String(atMs);
      if (sessionId !== session) whose = sessionId === undefined ? 'null' : JSON.stringify(sessionId);
      at = atMs;
      session = sessionId;
      const row = `["e",${state.quotedId},${id},"${type}",${when},${whose},${length}]`;
      ops.push(row);
      rows.push(row);
      lines.push(json);
      lineBytes += length + 1;
    }
  }
  const head = `{"at":${atMs},"safe":${safeBytes},"ops":[${ops.join(',')}]}\n`;
  const headBytes = Buffer.byteLength(head);
  const linesFrom = headBytes + valueBytes;
  const bytes = frame(linesFrom + lineBytes, (payload) => {
    payload.write(head, 0);
    if (values.length > 0) payload.write(joined(values), headBytes);
    if (lines.length > 0) payload.write(joined(lines), linesFrom);
  });
  const lineBuffer = bytes.subarray(HEADER_BYTES + linesFrom);
  return { frame: bytes, lines: { bytes: lineBuffer, count: lines.length, rows: joined(rows), atMs } };
}

/** The lines, each with its end. */
export function joined(lines: string[]): string {
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

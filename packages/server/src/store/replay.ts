import type { Kind, Records } from '@svc-simulator/core';
import type { AccountStates } from './account-state.ts';
import type { StorePolicy } from './commit.ts';
import { Entry } from './entry.ts';
import { decodeFrame, type EventOperation, type Operation } from './journal-ops.ts';
import { decodeRecords, kindOfRecords } from './record-frame.ts';
import type { Tables } from './tables.ts';
import type { Position } from './trace-index.ts';
import type { TraceSegments } from './trace-segments.ts';

/** Everything that the store holds in memory: what lowdb knows as the data of the database. */
export interface StoreState {
  readonly tables: Tables;
  readonly states: AccountStates;
  readonly segments: TraceSegments;
}

/** Brings frames of snapshots and journals back into memory. */
export class Replay {
  readonly #state: StoreState;
  readonly #policy: StorePolicy;
  readonly #version: string;

  constructor(state: StoreState, policy: StorePolicy, version: string) {
    this.#state = state;
    this.#policy = policy;
    this.#version = version;
  }

  /** A frame of a snapshot; `version` says by what its alarms, tags and accounts were worked out. */
  records(payload: Buffer, version: string): void {
    const right = version === this.#version;
    this.#state.tables.addLater(kindOfRecords(payload), () => {
      const entries = decodeRecords(payload);
      return right ? entries : entries.map((entry) => this.#entryOf(entry));
    });
  }

  /** A frame of a journal. */
  commits(payload: Buffer): void {
    const { head, ops, textsFrom } = decodeFrame(payload);
    const { tables, states } = this.#state;
    let position = this.#addLines(payload, ops, textsFrom, head.at as number);
    let at = textsFrom;
    for (const op of ops) {
      if (op[0] === 'p') {
        const [, kind, id, seq, length] = op;
        tables.put(this.#entry(kind, id, seq, JSON.parse(payload.toString('utf8', at, at + length))));
        at += length + 1;
      } else if (op[0] === 'e') {
        this.#addRow(op, position);
        position += op[6] + 1;
      } else if (op[0] === 'd') tables.remove({ kind: op[1], id: op[2] });
      else if (op[0] === 'c') tables.clear(op[1], op[2]);
      else states.of(op[1]).clearTrace();
    }
  }

  /** Gives the lines of the frame's events to the segments; returns where the first one stands. */
  #addLines(payload: Buffer, ops: readonly Operation[], textsFrom: number, atMs: number): Position {
    let linesFrom = textsFrom;
    let count = 0;
    let rows = '';
    for (const op of ops) {
      if (op[0] === 'p') linesFrom += op[4] + 1;
      else if (op[0] === 'e') {
        count++;
        rows += `${JSON.stringify(op)}\n`;
      }
    }
    return count === 0
      ? 0
      : this.#state.segments.add({
          bytes: payload.subarray(linesFrom),
          count,
          rows,
          atMs,
        });
  }

  #addRow([, accountId, id, type, atMs, session, length]: EventOperation, position: Position): void {
    const state = this.#state.states.of(accountId);
    state.index.add({ id, type, atMs, sessionId: session ?? undefined, length }, position);
    state.nextEventId = state.index.next;
  }

  #entryOf({ kind, id, seq, value }: Entry): Entry {
    return this.#entry(kind, id, seq, value);
  }

  #entry(kind: Kind, id: string, seq: number, value: Records[Kind]): Entry {
    const { accountOf, alarmOf, tagsOf } = this.#policy;
    return new Entry(kind, id, seq, accountOf(kind, value), alarmOf(kind, value), tagsOf(kind, value), value);
  }
}

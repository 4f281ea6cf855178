import type { Kind } from '@svc-simulator/core';
import { Entry } from './entry.ts';
import { frame } from './frames.ts';
import { Lines } from './json-text.ts';

/**
 * The first line of a frame of a snapshot: what is derived from the records, which are all of one kind, in columns,
 * since a store with many of them has to start fast. The records' JSON texts follow, a line each.
 */
interface Columns {
  readonly kind: Kind;
  readonly ids: string[];
  readonly seqs: number[];
  /** Bytes of each text. */
  readonly bytes: number[];
  readonly alarms: (number | null)[];
  /** Each account, and each list of tags, once; the records have numbers. */
  readonly accounts: (string | null)[];
  readonly accountOf: number[];
  readonly tags: (readonly string[])[];
  readonly tagsOf: number[];
}

/** Gathers records of one kind for a frame. */
export class RecordFrame {
  readonly kind: Kind;
  readonly #columns: Columns;
  readonly #lines = new Lines();
  readonly #accounts = new Map<string | null, number>();
  readonly #tags = new Map<string, number>();

  constructor(kind: Kind) {
    this.kind = kind;
    this.#columns = {
      kind,
      ids: [],
      seqs: [],
      bytes: [],
      alarms: [],
      accounts: [],
      accountOf: [],
      tags: [],
      tagsOf: [],
    };
  }

  /** Bytes of text so far. */
  get bytes(): number {
    return this.#lines.bytes;
  }

  add({ id, seq, account, alarm, tags, json }: Entry): void {
    const columns = this.#columns;
    columns.ids.push(id);
    columns.seqs.push(seq);
    columns.bytes.push(this.#lines.addText(json));
    columns.alarms.push(alarm);
    columns.accountOf.push(numberOf(this.#accounts, account, columns.accounts, account));
    columns.tagsOf.push(numberOf(this.#tags, tags.join('\n'), columns.tags, tags));
  }

  encode(): Buffer {
    const head = new Lines();
    head.addText(JSON.stringify(this.#columns));
    return frame(head.bytes + this.#lines.bytes, (payload) => {
      head.write(payload, 0);
      this.#lines.write(payload, head.bytes);
    });
  }
}

const KIND = /^\{"kind":"(\w+)"/;

/** What the records of a frame are, without taking it apart. */
export function kindOfRecords(payload: Buffer): Kind {
  const [, kind] = KIND.exec(payload.toString('latin1', 0, 64)) ?? [];
  if (kind === undefined) throw new Error('a frame of the snapshot does not say what its records are');
  return kind as Kind;
}

/** The records of a frame; their texts stay unparsed. */
export function decodeRecords(payload: Buffer): Entry[] {
  const end = payload.indexOf(10);
  const { kind, ids, seqs, bytes, alarms, accounts, accountOf, tags, tagsOf } = JSON.parse(
    payload.toString('utf8', 0, end),
  ) as Columns;
  let offset = end + 1;
  return ids.map((id, at) => {
    const length = bytes[at] as number;
    const account = accounts[accountOf[at] as number] as string | null;
    const list = tags[tagsOf[at] as number] as readonly string[];
    const entry = new Entry(
      kind,
      id,
      seqs[at] as number,
      account,
      alarms[at] as number | null,
      list,
      null,
      payload,
      offset,
      length,
    );
    offset += length + 1;
    return entry;
  });
}

function numberOf<K, V>(known: Map<K, number>, key: K, values: V[], value: V): number {
  let number = known.get(key);
  if (number === undefined) {
    number = values.push(value) - 1;
    known.set(key, number);
  }
  return number;
}

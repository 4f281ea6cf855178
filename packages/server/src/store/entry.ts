import type { Kind, Records } from '@svc-simulator/core';
import type { AlarmNode } from './alarm-line.ts';

/** One record in memory, with what is derived from it. Its value is never changed, only replaced. */
export class Entry {
  readonly kind: Kind;
  readonly id: string;
  /** Its place in the order of creation, over all kinds. */
  readonly seq: number;
  readonly account: string | null;
  alarm: number | null;
  tags: readonly string[];
  /** Where its alarm stands; kept by `Alarms`. */
  node: AlarmNode | null = null;
  /** Null until it is first asked for, when `#text` holds its JSON text from `#offset` on. */
  #value: Records[Kind] | null;
  #text: Buffer | null;
  #offset: number;
  /** 0 until it is first asked for, of a value that was not read from a text. */
  #length: number;

  constructor(
    kind: Kind,
    id: string,
    seq: number,
    account: string | null,
    alarm: number | null,
    tags: readonly string[],
    value: Records[Kind] | null,
    text: Buffer | null = null,
    offset = 0,
    length = 0,
  ) {
    this.kind = kind;
    this.id = id;
    this.seq = seq;
    this.account = account;
    this.alarm = alarm;
    this.tags = tags;
    this.#value = value;
    this.#text = text;
    this.#offset = offset;
    this.#length = length;
  }

  get value(): Records[Kind] {
    if (this.#value === null) {
      this.#value = JSON.parse(this.json) as Records[Kind];
      this.#text = null;
    }
    return this.#value;
  }

  /** The value as JSON text. */
  get json(): string {
    return (
      this.#text?.toString('utf8', this.#offset, this.#offset + this.#length) ?? JSON.stringify(this.#value)
    );
  }

  /** Bytes of `json`. */
  get bytes(): number {
    this.#length ||= Buffer.byteLength(JSON.stringify(this.#value));
    return this.#length;
  }

  /** Takes over the value of a later entry of the same record. */
  replaceValue(later: Entry): void {
    this.#value = later.#value;
    this.#text = later.#text;
    this.#offset = later.#offset;
    this.#length = later.#length;
  }
}

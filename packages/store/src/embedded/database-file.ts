import { crc32 } from 'node:zlib';
import type { Kind, Records } from '@svc-simulator/core';
import type { SavedState } from './account-state.ts';
import { toHex } from './checked-line.ts';
import type { RecordEntry } from './entry.ts';
import { DamagedFileError, STORE_FORMAT, UnknownFormatError } from './files/damaged-file.ts';
import type { Files, OpenFile } from './files/files.ts';
import { readPieces } from './files/pieces.ts';
import type { StoreData } from './store-data.ts';
import type { DayBytes } from './trace/trace-files.ts';

/** The file of all records: a JSON object with an array for each kind, and a line for each record. */
export const DATABASE = 'db.json';

export interface DatabaseHeader {
  readonly format: typeof STORE_FORMAT;
  /**
   * The journal's groups up to this one are completely in the file. Later groups can be in it partly, so a
   * start applies them again.
   */
  readonly group: number;
  readonly seq: number;
  readonly trace: DayBytes;
  readonly accounts: readonly SavedState[];
}

interface RecordLine {
  readonly id: string;
  readonly seq: number;
  readonly events?: [first: number, last: number];
  readonly gaps?: [previous: number, next: number][];
  readonly value: Records[Kind];
}

/** Size of a slice. It takes about a millisecond to write or parse; other work runs before the next slice. */
const SLICE_BYTES = 256 * 1024;
const LIST_END = 93;

export function databaseHeader({ tables, accounts, trace }: StoreData, group: number): DatabaseHeader {
  return {
    format: STORE_FORMAT,
    group,
    seq: tables.lastSeq,
    trace: trace.files?.listFiles() ?? {},
    accounts: [...accounts.all()].map((state) => state.toSavedState()),
  };
}

/**
 * Writes all records in slices and syncs the file. Commits run between slices, so the file can contain parts
 * of later groups. Returns the size of the file.
 */
export async function writeDatabase(
  files: Files,
  path: string,
  header: DatabaseHeader,
  data: StoreData,
): Promise<number> {
  const file = await files.openFile(path, true);
  try {
    const writer = new SliceWriter(file);
    await writer.add(`{\n"about":${JSON.stringify(header)}`);
    for (const kind of data.tables.kinds()) {
      let separator = `,\n"${kind}":[\n`;
      for (const entry of data.tables.ofKind(kind)) {
        const full = writer.add(separator + recordText(entry));
        if (full) await full;
        separator = ',\n';
      }
      if (separator === ',\n') await writer.add('\n]');
    }
    return await writer.end();
  } finally {
    await file.close();
  }
}

function recordText({ id, seq, events, gaps, value }: RecordEntry): string {
  const skips = gaps ? `,"gaps":${JSON.stringify(gaps)}` : '';
  const range = events ? `,"events":[${events[0]},${events[1]}]${skips}` : '';
  return `{"id":${JSON.stringify(id)},"seq":${seq}${range},"value":${JSON.stringify(value)}}`;
}

class SliceWriter {
  readonly #file: OpenFile;
  #text = '';
  #crc = 0;
  #position = 0;

  constructor(file: OpenFile) {
    this.#file = file;
  }

  /** Returns a promise if the slice is full; the caller must await it. */
  add(text: string): Promise<void> | undefined {
    this.#text += text;
    return this.#text.length >= SLICE_BYTES ? this.#write() : undefined;
  }

  async end(): Promise<number> {
    await this.#write();
    this.#text = closingText(this.#crc);
    await this.#write();
    await this.#file.sync();
    return this.#position;
  }

  async #write(): Promise<void> {
    const bytes = Buffer.from(this.#text);
    this.#text = '';
    this.#crc = crc32(bytes, this.#crc);
    await this.#file.write(bytes, this.#position);
    this.#position += bytes.length;
  }
}

function closingText(crc: number): string {
  return `,\n"crc":"${toHex(crc)}"\n}\n`;
}

export interface DatabaseContent {
  readonly about: DatabaseHeader;
  readonly bytes: number;
  readonly kinds: ReadonlyMap<Kind, Iterator<readonly RecordEntry[]>>;
}

/**
 * Reads the file. The records of a kind are parsed when they are requested, and their bytes are freed then.
 * @throws DamagedFileError if the file is incomplete or changed; UnknownFormatError
 */
export async function readDatabase(
  path: string,
  file: OpenFile,
  bytes: number,
  data: StoreData,
): Promise<DatabaseContent> {
  const end = Math.max(0, bytes - closingText(0).length);
  const pieces: Buffer[] = [];
  let crc = 0;
  for await (const piece of readPieces(file, 0, end)) {
    crc = crc32(piece.bytes, crc);
    pieces.push(piece.bytes);
  }
  if ((await file.read(end, bytes - end)).toString('latin1') !== closingText(crc))
    throw new DamagedFileError(path, 0);
  let about: DatabaseHeader | undefined;
  const parts = new Map<Kind, Buffer[]>();
  let current: Buffer[] | null = null;
  let offset = 0;
  for (const piece of pieces) {
    for (let position = 0; position < piece.length; ) {
      const next = findLineEnd(piece, position);
      if (current && piece[position] !== LIST_END) {
        const stop = piece.indexOf('\n]', position);
        const to: number = stop === -1 ? piece.length : stop + 1;
        current.push(piece.subarray(position, to));
        position = to;
        continue;
      }
      if (current) current = null;
      else if (offset + position > 0) {
        const line = piece.toString('utf8', position, next);
        if (about) {
          current = [];
          parts.set(parseKind(line, path, offset + position), current);
        } else about = (JSON.parse(`{${withoutComma(line)}}`) as { about: DatabaseHeader }).about;
      }
      position = next + 1;
    }
    offset += piece.length;
  }
  if (about?.format !== STORE_FORMAT) throw new UnknownFormatError(path);
  const kinds = new Map([...parts].map(([kind, lines]) => [kind, parseSlices(kind, lines, data)]));
  return { about, bytes, kinds };
}

function parseKind(head: string, path: string, offset: number): Kind {
  const [, name] = /^"(\w+)":\[$/.exec(head) ?? [];
  if (name === undefined) throw new DamagedFileError(path, offset);
  return name as Kind;
}

function withoutComma(text: string): string {
  return text.endsWith(',') ? text.slice(0, -1) : text;
}

function findLineEnd(bytes: Buffer, from: number): number {
  const end = bytes.indexOf('\n', from);
  return end === -1 ? bytes.length : end;
}

function* parseSlices(
  kind: Kind,
  parts: Buffer[],
  data: StoreData,
): IterableIterator<readonly RecordEntry[]> {
  for (let lines = parts.shift(); lines; lines = parts.shift()) {
    for (let index = 0; index < lines.length; ) {
      const end = findLineEnd(lines, Math.min(index + SLICE_BYTES, lines.length - 1));
      const records: RecordLine[] = JSON.parse(`[${withoutComma(lines.toString('utf8', index, end))}]`);
      yield records.map(({ id, seq, events, gaps, value }) => {
        const entry = data.entryOf({ kind, id, seq, value });
        if (events) entry.events = events;
        if (gaps) entry.gaps = gaps;
        return entry;
      });
      index = end + 1;
    }
  }
}

import type { Kind, Records } from '@svc-simulator/core';
import type { Ref } from '../store.ts';
import { type Database, unavailable } from './database.ts';
import { SCHEMA } from './migrations.ts';
import { fromSqlText, toSqlText } from './sql-text.ts';

/** The values of the named records that exist: kind, id, JSON text. */
export const loadRecords = `
  select r.kind, r.id, convert_from(r.value, 'UTF8')
  from unnest($1::text[], $2::text[]) as named(kind, id)
  join ${SCHEMA}.records r using (kind, id)`;

export type RecordRow = [kind: string, id: string, json: string];

/** The key of a record in a map. */
export function keyOf(kind: string, id: string): string {
  return `${kind} ${id}`;
}

/** Parses what `loadRecords` found, by `keyOf`. */
export function recordsOf(rows: readonly RecordRow[]): Map<string, Records[Kind]> {
  return new Map(rows.map(([kind, id, json]) => [keyOf(kind, fromSqlText(id)), JSON.parse(json)]));
}

/** Parameters of `loadRecords`. */
export function namesOf(refs: readonly Ref[]): [kinds: string[], ids: string[]] {
  return [refs.map(({ kind }) => kind), refs.map(({ id }) => toSqlText(id))];
}

interface Asked {
  readonly ref: Ref;
  readonly answer: Promise<Records[Kind] | undefined>;
  resolve(value: Records[Kind] | undefined): void;
  reject(error: Error): void;
}

/** Reads committed records; what is asked for at the same time is one query. */
export class RecordReader {
  readonly #database: Database;
  #asked = new Map<string, Asked>();
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** @throws StoreUnavailableError */
  get<K extends Kind>(kind: K, id: string): Promise<Records[K] | undefined> {
    const key = keyOf(kind, id);
    let asked = this.#asked.get(key);
    if (!asked) {
      if (this.#asked.size === 0) setImmediate(() => this.#read());
      asked = askFor({ kind, id });
      this.before(asked.answer);
      this.#asked.set(key, asked);
    }
    return asked.answer as Promise<Records[K] | undefined>;
  }

  /** Makes the commits that are decided from now on wait for a reading, so that they come after it. */
  before<T>(answer: Promise<T>): Promise<T> {
    const left = () => this.#underWay.delete(answer);
    this.#underWay.add(answer);
    answer.then(left, left);
    return answer;
  }

  /** Resolves when what is being read now has been read. */
  async underWay(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }

  async #read(): Promise<void> {
    const asked = this.#asked;
    this.#asked = new Map();
    const refs = [...asked.values()].map(({ ref }) => ref);
    try {
      const rows = await this.#database.rows<RecordRow>({
        name: 'svc_load',
        text: loadRecords,
        values: namesOf(refs),
      });
      const found = recordsOf(rows);
      for (const [key, { resolve }] of asked) resolve(found.get(key));
    } catch (cause) {
      for (const { reject } of asked.values()) reject(unavailable(cause));
    }
  }
}

function askFor(ref: Ref): Asked {
  let resolve: Asked['resolve'] = () => {};
  let reject: Asked['reject'] = () => {};
  const answer = new Promise<Records[Kind] | undefined>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { ref, answer, resolve, reject };
}

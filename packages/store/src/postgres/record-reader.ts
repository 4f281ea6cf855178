import type { Kind, Records } from '@svc-simulator/core';
import type { Ref } from '../store.ts';
import { type Database, fromSqlText, Together, toSqlText } from './database.ts';
import { SCHEMA } from './schema/migrations.ts';

/** The values of the named records that exist: kind, id, JSON text. Each is looked for by itself, whatever the planner knows of the table. */
export const loadRecords = `
  select named.kind, named.id, convert_from(r.value, 'UTF8')
  from unnest($1::text[], $2::text[]) as named(kind, id) cross join lateral (
    select value from ${SCHEMA}.records where records.kind = named.kind and records.id = named.id limit 1
  ) as r`;

export type RecordRow = [kind: string, id: string, json: string];

/** The key of a record in a map. */
export function keyOf(kind: string, id: string): string {
  return `${kind} ${id}`;
}

/** Parses what `loadRecords` found, by `keyOf`. */
export function recordsOf(rows: readonly RecordRow[]): Map<string, Records[Kind]> {
  return new Map(rows.map(([kind, id, json]) => [keyOf(kind, fromSqlText(id)), JSON.parse(json)]));
}

/** A record among those that `recordsOf` parsed; what stands under the key of a kind is of that kind. */
export function recordIn<K extends Kind>(
  found: ReadonlyMap<string, Records[Kind]>,
  kind: K,
  id: string,
): Records[K] | undefined {
  return found.get(keyOf(kind, id)) as Records[K] | undefined;
}

/** Parameters of `loadRecords`. */
export function namesOf(refs: readonly Ref[]): [kinds: string[], ids: string[]] {
  return [refs.map(({ kind }) => kind), refs.map(({ id }) => toSqlText(id))];
}

/** Reads committed records; what is asked for at the same time is one query. */
export class RecordReader {
  readonly #together: Together<Ref, ReadonlyMap<string, Records[Kind]>>;
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(database: Database) {
    this.#together = new Together(async (refs) => {
      const named = new Map(refs.map((ref) => [keyOf(ref.kind, ref.id), ref]));
      const values = namesOf([...named.values()]);
      return recordsOf(await database.rows<RecordRow>({ name: 'svc_load', text: loadRecords, values }));
    });
  }

  /** @throws StoreUnavailableError */
  async get<K extends Kind>(kind: K, id: string): Promise<Records[K] | undefined> {
    return recordIn(await this.before(this.#together.add({ kind, id })), kind, id);
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
}

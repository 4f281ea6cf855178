import type { Kind, Records } from '@svc-simulator/core';
import type { Ref } from '../store.ts';
import { type Database, fromSqlText, TurnBatcher, toSqlText } from './database.ts';
import { SCHEMA } from './schema/migrations.ts';

/**
 * SQL for the kind, id and JSON text of the named records. The lateral join makes the planner look up each
 * record by index.
 */
export const loadRecordsSql = `
  select named.kind, named.id, convert_from(r.value, 'UTF8')
  from unnest($1::text[], $2::text[]) as named(kind, id) cross join lateral (
    select value from ${SCHEMA}.records where records.kind = named.kind and records.id = named.id limit 1
  ) as r`;

export type RecordRow = [kind: string, id: string, json: string];

export function recordKey(kind: string, id: string): string {
  return `${kind} ${id}`;
}

export function parseRecords(rows: readonly RecordRow[]): Map<string, Records[Kind]> {
  return new Map(rows.map(([kind, id, json]) => [recordKey(kind, fromSqlText(id)), JSON.parse(json)]));
}

export function recordIn<K extends Kind>(
  records: ReadonlyMap<string, Records[Kind]>,
  kind: K,
  id: string,
): Records[K] | undefined {
  return records.get(recordKey(kind, id)) as Records[K] | undefined;
}

export function refParameters(refs: readonly Ref[]): [kinds: string[], ids: string[]] {
  return [refs.map(({ kind }) => kind), refs.map(({ id }) => toSqlText(id))];
}

export class RecordReader {
  readonly #batcher: TurnBatcher<Ref, ReadonlyMap<string, Records[Kind]>>;
  /** Unfinished reads, each with its record (`recordKey`) or account. */
  readonly #pendingReads = new Map<Promise<unknown>, string>();

  constructor(database: Database) {
    this.#batcher = new TurnBatcher(async (refs) => {
      const refsByKey = new Map(refs.map((ref) => [recordKey(ref.kind, ref.id), ref]));
      const values = refParameters([...refsByKey.values()]);
      return parseRecords(await database.rows<RecordRow>({ name: 'svc_load', text: loadRecordsSql, values }));
    });
  }

  async get<K extends Kind>(kind: K, id: string): Promise<Records[K] | undefined> {
    return recordIn(await this.delayCommits(recordKey(kind, id), this.#batcher.add({ kind, id })), kind, id);
  }

  /**
   * Delays commits of a record or account until `read` has ended, so that the read returns nothing that is
   * committed after its start.
   */
  delayCommits<T>(subject: string, read: Promise<T>): Promise<T> {
    const forget = () => this.#pendingReads.delete(read);
    this.#pendingReads.set(read, subject);
    read.then(forget, forget);
    return read;
  }

  /** Resolves when the current reads of these records and accounts have ended. */
  async whenReadsEnd(subjects: ReadonlySet<string>): Promise<void> {
    const reads = [...this.#pendingReads].flatMap(([read, subject]) => (subjects.has(subject) ? read : []));
    await Promise.allSettled(reads);
  }
}

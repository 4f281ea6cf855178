import type { Kind, Records } from './records.ts';

/** What is to be said of records, for some kinds. */
export type ByKind<T> = { readonly [K in Kind]?: (value: Records[K]) => T };

/** What a table says of a record; undefined where it has nothing for the kind. */
export function saidOf<K extends Kind, T>(table: ByKind<T>, kind: K, value: Records[K]): T | undefined {
  return table[kind]?.(value);
}

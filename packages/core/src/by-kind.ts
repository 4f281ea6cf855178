import type { Kind, Records } from './records.ts';

export type ByKind<T> = { readonly [K in Kind]?: (value: Records[K]) => T };

/** Returns a table's value for a record; undefined if the table lacks the kind. */
export function saidOf<K extends Kind, T>(table: ByKind<T>, kind: K, value: Records[K]): T | undefined {
  return table[kind]?.(value);
}

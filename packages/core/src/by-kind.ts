import type { Kind, Records } from './records.ts';

export type ByKind<T> = { readonly [K in Kind]?: (value: Records[K]) => T };

export function lookUpByKind<K extends Kind, T>(table: ByKind<T>, kind: K, value: Records[K]): T | undefined {
  return table[kind]?.(value);
}

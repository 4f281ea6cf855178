import { snapshotRecordLists } from '@svc-simulator/contract';

/** A copy with the members of every object in order. */
export function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(
    ([one], [other]) => rankOf(one) - rankOf(other) || (one < other ? -1 : 1),
  );
  return Object.fromEntries(entries.map(([name, member]) => [name, ordered(member)]));
}

/** What names a record stands first, what may be long last. */
function rankOf(name: string): number {
  if (name === 'id') return 0;
  return longLists.has(name) ? 2 : 1;
}

const longLists = new Set<string>(snapshotRecordLists);

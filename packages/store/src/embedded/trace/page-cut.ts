import { PAGE_BYTES } from '../../store.ts';

interface Limits {
  readonly limit: number;
  readonly maxBytes?: number;
}

export function cutPage<T>(
  items: readonly T[],
  { limit, maxBytes = PAGE_BYTES }: Limits,
  bytesOf: (item: T) => number,
): { readonly pageItems: readonly T[]; readonly hasMore: boolean } {
  let length = 0;
  let bytes = 0;
  for (const item of items) {
    if (length === limit || bytes >= maxBytes) break;
    bytes += bytesOf(item);
    length++;
  }
  return { pageItems: items.slice(0, length), hasMore: length < items.length };
}

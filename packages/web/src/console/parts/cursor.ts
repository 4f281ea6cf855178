import { InvalidCursorError } from '@svc-simulator/store/store.ts';

/** Reads a list from the cursor that the page's address holds; from the beginning when that is none of the list's. */
export async function fromCursor<T>(
  url: URL,
  read: (cursor: { readonly cursor?: string }) => Promise<T>,
): Promise<T> {
  const cursor = url.searchParams.get('cursor');
  if (!cursor) return read({});
  try {
    return await read({ cursor });
  } catch (error) {
    if (error instanceof InvalidCursorError) return read({});
    throw error;
  }
}

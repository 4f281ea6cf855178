import { faultsOf, isNameOf } from '@svc-simulator/contract';
import { InvalidCursorError } from '@svc-simulator/store/store.ts';

/** What the page says of each field that the operation's body refuses. */
export function faultTexts<Texts extends object>(
  error: Parameters<typeof faultsOf>[0],
  texts: Texts,
): Partial<Texts> {
  const faults: Partial<Texts> = {};
  for (const { pointer } of faultsOf(error)) {
    const name = pointer.slice(1);
    if (isNameOf(texts, name)) faults[name] = texts[name];
  }
  return faults;
}

/** The number of an event or a call, as an address has it. */
export function idIn(text: string | null | undefined): number | undefined {
  return /^\d{1,16}$/.test(text ?? '') ? Number(text) : undefined;
}

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

/** Of events on one page, which shows the beginning of a long one: to render more at once would hold up everybody. */
export const SHOWN_BYTES = 2 ** 20;

import { faultsOf } from '@svc-simulator/contract';
import { InvalidCursorError } from '@svc-simulator/store/store.ts';

/** The fields that the operation's body refuses, each with what `said` makes of its name. */
export function faultTexts<Name extends string>(
  error: Parameters<typeof faultsOf>[0],
  names: readonly Name[],
  said: (name: Name) => string,
): Partial<Record<Name, string>> {
  const faults: Partial<Record<Name, string>> = {};
  for (const { pointer } of faultsOf(error)) {
    const name = names.find((known) => `/${known}` === pointer);
    if (name) faults[name] = said(name);
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

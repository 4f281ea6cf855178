import { InvalidCursorError } from './store.ts';

/** A cursor is the `seq` of the last item of its page; it stays good when that item is gone. */
export function cursorAfter(seq: number): string {
  return Buffer.from(`seq:${seq}`).toString('base64url');
}

/** @throws InvalidCursorError for anything that `cursorAfter` did not make. */
export function seqOfCursor(cursor: string): number {
  const [, digits] = /^seq:([1-9]\d{0,14})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (digits === undefined) throw new InvalidCursorError(cursor);
  return Number(digits);
}

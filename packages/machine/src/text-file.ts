import { readFile } from 'node:fs/promises';
import { encodingFaultOf, utf8TextOf } from '@svc-simulator/contract';

/** Bytes that are no text in UTF-8; `fileFault` puts it into words. */
export class EncodingError extends Error {
  override readonly name = 'EncodingError';
  /** Of the first byte that belongs to no character. */
  readonly offset: number;
  readonly isUtf16: boolean;

  constructor({ offset, isUtf16 }: { readonly offset: number; readonly isUtf16: boolean }) {
    super(`no UTF-8 at offset ${offset}`);
    this.offset = offset;
    this.isUtf16 = isUtf16;
  }
}

/** The text of what a user wrote, without a byte order mark. @throws EncodingError */
export function textIn(bytes: Uint8Array): string {
  const text = utf8TextOf(bytes);
  if (text !== null) return text;
  throw new EncodingError(encodingFaultOf(bytes));
}

/** The same of a file. @throws EncodingError, or the system's error */
export async function readTextFile(path: string): Promise<string> {
  return textIn(await readFile(path));
}

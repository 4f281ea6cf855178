import { readFile } from 'node:fs/promises';
import { encodingFaultOf, utf8TextOf } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';

/** Bytes that are no text in UTF-8; the message says why, and what to do. */
export class EncodingError extends Error {
  override readonly name = 'EncodingError';
}

/** The text of what a user wrote, without a byte order mark. @throws EncodingError */
export function textIn(bytes: Uint8Array): string {
  const text = utf8TextOf(bytes);
  if (text !== null) return text;
  const { offset, isUtf16 } = encodingFaultOf(bytes);
  throw new EncodingError(
    isUtf16
      ? t`it is UTF-16; save it as UTF-8`
      : t`it is not UTF-8: the byte at offset ${offset} belongs to no character; save it as UTF-8`,
  );
}

/** The same of a file. @throws EncodingError, or the system's error */
export async function readTextFile(path: string): Promise<string> {
  return textIn(await readFile(path));
}

import { readFile } from 'node:fs/promises';
import { decodeUtf8, encodingFaultOf } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { errorCode, messageOf } from './errors.ts';

/** Bytes that aren't valid UTF-8; `fileFault` describes the problem. */
export class EncodingError extends Error {
  override readonly name = 'EncodingError';
  /** Offset of the first invalid byte. */
  readonly offset: number;
  readonly isUtf16: boolean;

  constructor({ offset, isUtf16 }: { readonly offset: number; readonly isUtf16: boolean }) {
    super(`no UTF-8 at offset ${offset}`);
    this.offset = offset;
    this.isUtf16 = isUtf16;
  }
}

export function decodeText(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  if (text !== null) return text;
  throw new EncodingError(encodingFaultOf(bytes));
}

export async function readTextFile(path: string): Promise<string> {
  return decodeText(await readFile(path));
}

/**
 * Describes why a file or directory can't be used. For an error without a text of its own, returns its code
 * or message.
 */
export function fileFault(t: Texts, error: unknown): string {
  if (error instanceof EncodingError)
    return error.isUtf16 ? t('machine.text.utf16') : t('machine.text.not_utf8', { offset: error.offset });
  const code = errorCode(error);
  switch (code) {
    case 'ENOENT':
      return t('machine.file.missing', { code });
    case 'EACCES':
    case 'EPERM':
      return t('machine.file.not_permitted', { code });
    case 'EISDIR':
      return t('machine.file.is_directory', { code });
    case 'ENOTDIR':
    case 'EEXIST':
      return t('machine.file.not_a_directory', { code });
    case 'EROFS':
      return t('machine.file.read_only', { code });
    case 'ENOSPC':
      return t('machine.file.disk_full', { code });
    default:
      return code ?? messageOf(error);
  }
}

import type { Texts } from '@svc-simulator/texts/texts.ts';
import { errorCode, messageOf } from './errors.ts';
import { EncodingError } from './text-file.ts';

/** What is wrong with a file or a folder, in words and with the system's code; of any other error, its code or what it says. */
export function fileFault(t: Texts, error: unknown): string {
  if (error instanceof EncodingError)
    return error.isUtf16 ? t('machine.text.utf16') : t('machine.text.not_utf8', { offset: error.offset });
  const code = errorCode(error);
  switch (code) {
    case 'ENOENT':
      return t('machine.file.no_file_folder', { code });
    case 'EACCES':
    case 'EPERM':
      return t('machine.file.user_may_not', { code });
    case 'EISDIR':
      return t('machine.file.folder', { code });
    case 'ENOTDIR':
    case 'EEXIST':
      return t('machine.file.part_path_no_folder', { code });
    case 'EROFS':
      return t('machine.file.nothing_written', { code });
    case 'ENOSPC':
      return t('machine.file.disk_full', { code });
    default:
      return code ?? messageOf(error);
  }
}

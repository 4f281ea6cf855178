import { t } from '@svc-simulator/core';
import { errorCode, messageOf } from './errors.ts';

/** What the system has against a file or a folder, in words and with its code; of any other error, its code or what it says. */
export function fileFault(error: unknown): string {
  const code = errorCode(error);
  switch (code) {
    case 'ENOENT':
      return t`there is no such file or folder, ${code}`;
    case 'EACCES':
    case 'EPERM':
      return t`this user may not, ${code}`;
    case 'EISDIR':
      return t`it is a folder, ${code}`;
    case 'ENOTDIR':
    case 'EEXIST':
      return t`a part of its path is no folder, ${code}`;
    case 'EROFS':
      return t`nothing can be written there, ${code}`;
    case 'ENOSPC':
      return t`the disk is full, ${code}`;
    default:
      return code ?? messageOf(error);
  }
}

import { chmod, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const WRITABLE_BY_OTHERS = 0o022;

export type FileSuspicion = 'file_owner' | 'file_mode' | 'directory_mode' | 'directory_owner';

/**
 * Returns why another user could have written a file; null if nobody could. On Windows, always returns null,
 * because files there have no modes.
 */
export async function findFileSuspicion(
  file: string,
  uid = process.getuid?.(),
): Promise<FileSuspicion | null> {
  if (uid === undefined) return null;
  const [fileStat, directoryStat] = [await stat(file), await stat(dirname(file))];
  if (fileStat.uid !== uid) return 'file_owner';
  if (fileStat.mode & WRITABLE_BY_OTHERS) return 'file_mode';
  // Checks the directory, because its owner can replace its files.
  if (directoryStat.uid !== uid && directoryStat.uid !== 0) return 'directory_owner';
  return directoryStat.mode & WRITABLE_BY_OTHERS ? 'directory_mode' : null;
}

/**
 * Removes other users' write access to a directory. Returns `closed` if they had no access, `tightened` if
 * this call removed their access. Returns `open` if this call fails, because the directory belongs to
 * somebody else.
 */
export async function protectDirectory(directory: string): Promise<'closed' | 'tightened' | 'open'> {
  if (process.getuid === undefined) return 'closed';
  const { mode } = await stat(directory);
  if ((mode & WRITABLE_BY_OTHERS) === 0) return 'closed';
  return chmod(directory, mode & 0o7777 & ~WRITABLE_BY_OTHERS).then(
    () => 'tightened',
    () => 'open',
  );
}

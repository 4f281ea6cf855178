import { chmod, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const WRITABLE_BY_OTHERS = 0o022;

export type Suspect = 'file_owner' | 'file_mode' | 'directory_mode' | 'directory_owner';

/**
 * Returns why others could have written a file; null if they couldn't. Always null on Windows, where modes
 * mean nothing.
 */
export async function findSuspect(file: string, uid = process.getuid?.()): Promise<Suspect | null> {
  if (uid === undefined) return null;
  const [own, directory] = [await stat(file), await stat(dirname(file))];
  if (own.uid !== uid) return 'file_owner';
  if (own.mode & WRITABLE_BY_OTHERS) return 'file_mode';
  // The owner can replace every file in it, as root always can.
  if (directory.uid !== uid && directory.uid !== 0) return 'directory_owner';
  return directory.mode & WRITABLE_BY_OTHERS ? 'directory_mode' : null;
}

/** Removes others' write access to a directory; returns `open` if it isn't the user's and stays writable. */
export async function closeToOthers(directory: string): Promise<'closed' | 'tightened' | 'open'> {
  if (process.getuid === undefined) return 'closed';
  const { mode } = await stat(directory);
  if ((mode & WRITABLE_BY_OTHERS) === 0) return 'closed';
  const tightened = chmod(directory, mode & 0o7777 & ~WRITABLE_BY_OTHERS);
  return tightened.then(
    () => 'tightened',
    () => 'open',
  );
}

import { chmod, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const WRITABLE_BY_OTHERS = 0o022;

/** Who else than the user could have written a file; null if nobody could. */
export type Suspect = 'file_owner' | 'file_mode' | 'directory_mode' | 'directory_owner';

/** Tells why a file may be somebody else's. Windows, where modes say nothing, is never suspect. */
export async function suspectOf(file: string, uid = process.getuid?.()): Promise<Suspect | null> {
  if (uid === undefined) return null;
  const [own, directory] = [await stat(file), await stat(dirname(file))];
  if (own.uid !== uid) return 'file_owner';
  if (own.mode & WRITABLE_BY_OTHERS) return 'file_mode';
  // Its owner can replace every file in it; root could anyway.
  if (directory.uid !== uid && directory.uid !== 0) return 'directory_owner';
  return directory.mode & WRITABLE_BY_OTHERS ? 'directory_mode' : null;
}

/** Takes the right to write in a directory from others: `open` if they keep it, since the directory is not the user's. */
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

import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from './errors.ts';

/**
 * Creates a directory and its parents. Rejects with the real error, because Node reports a read-only file
 * system as a missing directory.
 */
export async function makeDirectory(path: string, mode?: number): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') await makeTopmostDirectory(path, mode);
    throw error;
  }
}

/** Creates the topmost missing directory, which rejects with the error that Node hides. */
async function makeTopmostDirectory(path: string, mode?: number): Promise<void> {
  const parent = dirname(path);
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || parent === path) throw error;
    await makeTopmostDirectory(parent, mode);
  }
}

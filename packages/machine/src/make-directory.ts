import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from './errors.ts';

/**
 * Creates a directory and its parents. On a read-only file system, Node's `recursive` reports a missing
 * directory; this function rejects with the real error.
 */
export async function makeDirectory(path: string, mode?: number): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') await makeTopmostDirectory(path, mode);
    throw error;
  }
}

/** Tries to create the topmost missing directory alone, because this attempt fails with the real error. */
async function makeTopmostDirectory(path: string, mode?: number): Promise<void> {
  const parent = dirname(path);
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || parent === path) throw error;
    await makeTopmostDirectory(parent, mode);
  }
}

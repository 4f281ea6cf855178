import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from './errors.ts';

/**
 * Creates a directory and those above it. Rejects with the system's own error: Node tells of a read-only file system as of a
 * directory that does not exist.
 */
export async function makeDirectory(path: string, mode?: number): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') await makeTopmost(path, mode);
    throw error;
  }
}

/** Creates the topmost directory that is missing, which fails for the reason that Node hides. */
async function makeTopmost(path: string, mode?: number): Promise<void> {
  const above = dirname(path);
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || above === path) throw error;
    await makeTopmost(above, mode);
  }
}

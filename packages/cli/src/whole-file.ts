import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file that appears whole or not at all; `mode` is for one that only some may read. Rejects with the system's error. */
export async function writeWholeFile(path: string, text: string, mode?: number): Promise<void> {
  const draft = `${path}.${process.pid}.new`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(draft, text, { mode });
  if (mode !== undefined) await chmod(draft, mode);
  await rename(draft, path);
}

import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeDirectory } from './make-directory.ts';

function createScratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'make-directory-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

it('creates a directory and its parents, and accepts an existing one', async () => {
  const path = join(createScratchFolder(), 'a/b/c');
  await makeDirectory(path, 0o700);
  await makeDirectory(path, 0o700);
  expect(statSync(path).mode & 0o777).toBe(0o700);
});

it('rejects with ENOTDIR if the parent is a file', async () => {
  const folder = createScratchFolder();
  writeFileSync(join(folder, 'file'), '');
  await expect(makeDirectory(join(folder, 'file/a'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});

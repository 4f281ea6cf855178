import { chmodSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findFileSuspicion, protectDirectory } from './file-owner.ts';

function createFile(directoryMode: number, fileMode: number): string {
  const directory = join(mkdtempSync(join(tmpdir(), 'owner-')), '.sim');
  const file = join(directory, 'running.json');
  mkdirSync(directory);
  writeFileSync(file, '{}');
  chmodSync(file, fileMode);
  chmodSync(directory, directoryMode);
  return file;
}

it.each([
  ['700', '600', null],
  ['755', '644', null],
  ['777', '600', 'directory_mode'],
  ['775', '600', 'directory_mode'],
  ['1777', '600', 'directory_mode'],
  ['700', '666', 'file_mode'],
  ['700', '620', 'file_mode'],
])(
  'reports whether others could have written a file (mode of its directory: %s, of the file: %s)',
  async (directoryMode, fileMode, suspicion) => {
    const file = createFile(Number.parseInt(directoryMode, 8), Number.parseInt(fileMode, 8));
    expect(await findFileSuspicion(file)).toBe(suspicion);
  },
);

it('reports a file of another user', async () => {
  const { uid } = statSync(tmpdir());
  expect(await findFileSuspicion(createFile(0o700, 0o600), (process.getuid?.() ?? uid) + 1)).toBe(
    'file_owner',
  );
});

it('removes only the write access of others', async () => {
  const directory = join(createFile(0o777, 0o600), '..');
  expect(await protectDirectory(directory)).toBe('tightened');
  expect(statSync(directory).mode & 0o7777).toBe(0o755);
  expect(await protectDirectory(directory)).toBe('closed');
});

import { promises } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { scratchFolder } from '../../../../../test/support/scratch.ts';
import { until } from '../../../../../test/support/until.ts';
import { nodeFiles } from './files.ts';

describe('nodeFiles', () => {
  let directory = '';
  beforeEach(() => {
    directory = scratchFolder();
  });

  it.each([0, 7, 65_536, 65_537, 600_000])(
    'writes %i bytes at their position and reads them back',
    async (size) => {
      const path = join(directory, 'file');
      const content = Buffer.alloc(size, 'abcdefg');
      const file = await nodeFiles.openFile(path, true);
      await file.write(Buffer.from('head'), 0);
      await file.write(content, 4);
      await file.sync();
      expect(content.equals(await file.read(4, content.length + 10))).toBe(true);
      expect(await file.read(0, 2)).toEqual(Buffer.from('he'));
      await file.truncate(2);
      await file.close();
      expect(await nodeFiles.size(path)).toBe(2);
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      const existing = await nodeFiles.openFile(path, false);
      await existing.close();
      expect(await nodeFiles.size(path)).toBe(2);
    },
  );

  it('creates a missing file with its text, and keeps an existing file', async () => {
    const path = join(directory, 'lock');
    expect(await nodeFiles.create(path, 'one')).toBe(true);
    expect(await nodeFiles.create(path, 'two')).toBe(false);
    expect(await readFile(path, 'utf8')).toBe('one');
    await expect(nodeFiles.create(join(directory, 'none', 'lock'), 'one')).rejects.toThrow('ENOENT');
  });

  it('shows a created file to readers only with its whole text', async () => {
    const path = join(directory, 'lock');
    const creation = nodeFiles.create(path, 'x'.repeat(2 ** 25));
    const sizes: (number | undefined)[] = [];
    await until(async () => sizes.push(await nodeFiles.size(path)) > 0 && sizes.at(-1) !== undefined);
    expect(sizes.at(-1)).toBe(2 ** 25);
    expect(await creation).toBe(true);
    expect(await nodeFiles.names(directory)).toEqual(['lock']);
  });

  it('creates a file even on a file system without hard links', async () => {
    const link = vi.spyOn(promises, 'link').mockRejectedValue(Object.assign(new Error(), { code: 'EPERM' }));
    onTestFinished(() => link.mockRestore());
    const path = join(directory, 'lock');
    expect(await nodeFiles.create(path, 'one')).toBe(true);
    expect(await nodeFiles.create(path, 'two')).toBe(false);
    expect(await readFile(path, 'utf8')).toBe('one');
    expect(await nodeFiles.names(directory)).toEqual(['lock']);
  });

  it('returns undefined for a missing file, and throws every other error', async () => {
    const missing = join(directory, 'missing');
    expect(await nodeFiles.read(missing)).toBeUndefined();
    expect(await nodeFiles.size(missing)).toBeUndefined();
    await nodeFiles.remove(missing);
    await expect(nodeFiles.read(directory)).rejects.toThrow('EISDIR');
    await expect(nodeFiles.rename(missing, `${missing}2`)).rejects.toThrow('ENOENT');
    await nodeFiles.makeDirectory(join(directory, 'a', 'b'));
    await nodeFiles.makeDirectory(join(directory, 'a', 'b'));
    await nodeFiles.syncDirectory(join(directory, 'a', 'b'));
    expect(await nodeFiles.names(join(directory, 'a'))).toEqual(['b']);
  });
});

import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeFiles } from './files.ts';

describe('the files of the machine', () => {
  let directory = '';
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'sim-files-'));
  });
  afterEach(async () => {
    await rm(directory, { recursive: true, force: true });
  });

  it.each([1, 3, 5000])('write %i pieces of all sizes at their place, and read them back', async (count) => {
    const path = join(directory, 'file');
    const pieces = Array.from({ length: count }, (_, at) => Buffer.alloc((at % 7) * 300, 97 + (at % 26)));
    const whole = Buffer.concat(pieces);
    const file = await nodeFiles.open(path, true);
    await file.write([Buffer.from('head')], 0);
    await file.write(pieces, 4);
    await file.sync();
    expect(whole.equals(await file.read(4, whole.length + 10))).toBe(true);
    expect(await file.read(0, 2)).toEqual(Buffer.from('he'));
    await file.truncate(2);
    await file.close();
    expect(await nodeFiles.size(path)).toBe(2);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('write pieces that are too large for one small write', async () => {
    const path = join(directory, 'file');
    const pieces = [Buffer.alloc(300_000, 'a'), Buffer.alloc(0), Buffer.alloc(300_000, 'b')];
    const file = await nodeFiles.open(path, true);
    await file.write(pieces, 0);
    await file.close();
    expect(Buffer.concat(pieces).equals(await readFile(path))).toBe(true);
    const kept = await nodeFiles.open(path, false);
    await kept.close();
    expect(await nodeFiles.size(path)).toBe(600_000);
  });

  it('take a missing file for nothing, and any other trouble for an error', async () => {
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

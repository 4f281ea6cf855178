import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inEnglish } from '@svc-simulator/test-support/texts.ts';
import { describe, expect, it } from 'vitest';
import { createStage } from '../../test/stage.ts';
import { readRunFile, runFilePath, writeRunFile } from './run-file.ts';

const run = { url: 'http://127.0.0.1:4010', pid: 4711, account: null };

describe('the run file', () => {
  it('is readable only by its owner, appears in one step, and is deleted together with its empty directory', async () => {
    const data = join(createStage([]).directory, 'deep', '.sim');
    const remove = await writeRunFile(inEnglish, data, run);
    expect(statSync(runFilePath(data)).mode & 0o777).toBe(0o600);
    expect(readdirSync(data)).toEqual(['.gitignore', 'running.json']);
    expect(await readRunFile(inEnglish, data)).toEqual(run);
    await remove();
    expect(existsSync(data)).toBe(false);
  });

  it('replaces a stale run file that others could read', async () => {
    const { directory } = createStage([]);
    writeFileSync(runFilePath(directory), '{}', { mode: 0o644 });
    await writeRunFile(inEnglish, directory, run);
    expect(statSync(runFilePath(directory)).mode & 0o777).toBe(0o600);
    expect(await readRunFile(inEnglish, directory)).toEqual(run);
  });

  it('keeps other files of the directory, and the run file of another simulator', async () => {
    const { directory } = createStage([]);
    const remove = await writeRunFile(inEnglish, directory, run);
    writeFileSync(join(directory, 'journal'), 'x');
    await writeRunFile(inEnglish, directory, { ...run, pid: 5000 });
    await remove();
    expect(await readRunFile(inEnglish, directory)).toMatchObject({ pid: 5000 });
  });

  it("is null if it doesn't exist", async () => {
    const { directory } = createStage([]);
    expect(await readRunFile(inEnglish, directory)).toBeNull();
    expect(await readRunFile(inEnglish, join(directory, 'missing'))).toBeNull();
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{"url":"nonsense","pid":1}',
    '{"url":"http://a"}',
    '{"url":"http://a","pid":"1"}',
  ])('is named in the error if it contains %j', async (text) => {
    const { directory } = createStage([]);
    writeFileSync(runFilePath(directory), text);
    await expect(readRunFile(inEnglish, directory)).rejects.toThrow(`${runFilePath(directory)} is damaged`);
  });

  it("is named in the error if it can't be read", async () => {
    const { directory } = createStage([]);
    mkdirSync(runFilePath(directory));
    await expect(readRunFile(inEnglish, directory)).rejects.toThrow(
      `cannot read ${runFilePath(directory)}: it is a directory (EISDIR)`,
    );
  });
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { until } from '../../../../../test/support/until.ts';
import { TestDirectories } from '../../../test/test-directories.ts';
import { DirectoryInUseError, LockFile } from '../data-directory.ts';
import { type Files, nodeFiles } from './files.ts';

const directories = new TestDirectories();
const children: ChildProcess[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) await killChild(child);
});

async function killChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** Starts another process, and creates a directory that it locks. */
async function lockByChild(
  extra: object = {},
): Promise<{ directory: string; child: ChildProcess; pid: number }> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000); console.log("up")'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(child);
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  const directory = await directories.make();
  const pid = child.pid as number;
  await writeFile(join(directory, 'lock'), JSON.stringify({ pid, startedAt: null, token: 'x', ...extra }));
  return { directory, child, pid };
}

describe('the lock file', () => {
  it('exists only while the directory is locked', async () => {
    const directory = await directories.make();
    const lock = await LockFile.acquire(directory);
    expect(await readHolder(directory)).toBe(process.pid);
    expect(await readdir(directory)).toEqual(['lock']);
    await lock.release();
    await lock.release();
    expect(await readdir(directory)).toEqual([]);
  });

  it('refuses a second store of the same process', async () => {
    const { directory, store: first } = await directories.fresh();
    await expect(directories.open(directory)).rejects.toThrow(DirectoryInUseError);
    await expect(directories.open(directory)).rejects.toThrow(
      `this process already uses the data directory ${directory}`,
    );
    await first.close();
    await directories.open(directory);
  });

  it('is replaced if it belongs to a killed process whose parent has not collected it', async () => {
    // `exec` replaces the shell by a program that never reads the status of its child.
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    children.push(parent);
    const [line] = await once(parent.stdout as NodeJS.ReadableStream, 'data');
    const pid = Number(String(line));
    const fileContains = async (file: string, part: string) =>
      (await readFile(file, 'latin1')).includes(part);
    await until(() => fileContains(`/proc/${parent.pid}/comm`, 'sleep'));
    process.kill(pid, 'SIGKILL');
    await until(() => fileContains(`/proc/${pid}/stat`, ') Z '));
    const directory = await directories.make();
    await writeFile(join(directory, 'lock'), JSON.stringify({ pid, startedAt: null, token: 'x' }));
    const lock = await LockFile.acquire(directory);
    expect(await readHolder(directory)).toBe(process.pid);
    await lock.release();
  });

  it('keeps another process out and names its owner, and is replaced after the owner has ended', async () => {
    const { directory, child, pid } = await lockByChild();
    await expect(directories.open(directory)).rejects.toThrow(
      `the data directory ${directory} is in use by process ${pid}; stop it, or choose a different directory`,
    );
    await killChild(child);
    await directories.open(directory);
    expect(await readHolder(directory)).toBe(process.pid);
  });

  it.runIf(process.platform === 'linux')(
    "is replaced if its owner's process id now belongs to another process",
    async () => {
      const { directory, pid } = await lockByChild({ startedAt: '1' });
      await directories.open(directory);
      const { directory: reusedIdDirectory } = await lockByChild({
        startedAt: await readStartTime(pid),
        pid,
      });
      await expect(directories.open(reusedIdDirectory)).rejects.toThrow(`process ${pid}`);
    },
  );

  it('stays in place if another process creates it after its owner released it', async () => {
    const directory = await directories.make();
    const next = JSON.stringify({ pid: process.pid, startedAt: null, token: 'next' });
    let readCount = 0;
    const files: Files = {
      ...nodeFiles,
      async read(path) {
        if (++readCount > 1) return nodeFiles.read(path);
        await writeFile(path, next);
        return undefined;
      },
    };
    await writeFile(join(directory, 'lock'), '');
    await expect(LockFile.acquire(directory, files)).rejects.toThrow(DirectoryInUseError);
    expect(await readFile(join(directory, 'lock'), 'utf8')).toBe(next);
  });

  it.each(['', 'null', '{"pid":"x"}', '{'])('is replaced if it contains %j', async (content) => {
    const directory = await directories.make();
    await writeFile(join(directory, 'lock'), content);
    await directories.open(directory);
    expect(await readHolder(directory)).toBe(process.pid);
  });
});

async function readHolder(directory: string): Promise<number> {
  return JSON.parse(await readFile(join(directory, 'lock'), 'utf8')).pid;
}

async function readStartTime(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] as string;
}

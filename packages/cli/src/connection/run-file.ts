import { existsSync } from 'node:fs';
import { readdir, readFile, rmdir, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import { findFileSuspicion, protectDirectory } from '@svc-simulator/machine/file-owner.ts';
import { makeDirectory } from '@svc-simulator/machine/make-directory.ts';
import { fileFault } from '@svc-simulator/machine/text-file.ts';
import type { DemoAccount } from '@svc-simulator/simulator';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { dataDirectoryInConfig } from '../config/config-file.ts';
import { CommandError, toCommandError } from '../failures.ts';
import { writeFileAtomically } from '../input/session-body.ts';

export const DEFAULT_DATA_DIRECTORY = '.sim';
const RUN_FILE = 'running.json';

/**
 * Returns the data directory of a command, in this order:
 * 1. the option
 * 2. the configured directory, if it has a run file
 * 3. the nearest `.sim` with a run file, in `directory` or above it
 * 4. the configured directory, or `.sim` in `directory`
 */
export function dataDirectoryOf(directory: string, directoryOption: string | undefined): string {
  if (directoryOption !== undefined) return resolve(directory, directoryOption);
  const configuredDirectory = dataDirectoryInConfig(directory);
  if (configuredDirectory !== undefined && existsSync(runFilePath(configuredDirectory)))
    return configuredDirectory;
  for (let folder = resolve(directory); ; folder = dirname(folder)) {
    const data = join(folder, DEFAULT_DATA_DIRECTORY);
    if (existsSync(runFilePath(data))) return data;
    if (dirname(folder) === folder) return configuredDirectory ?? resolve(directory, DEFAULT_DATA_DIRECTORY);
  }
}

/** Tells other commands where a simulator runs (contract section 8). */
export interface RunFile {
  readonly url: string;
  readonly pid: number;
  readonly account: DemoAccount | null;
  readonly accounts?: readonly DemoAccount[];
  /** PEM certificate of a simulator with https. */
  readonly ca_file?: string;
}

export function runFilePath(data: string): string {
  return join(data, RUN_FILE);
}

/**
 * Writes the run file atomically, readable only by its owner, because it holds credentials. Returns a function
 * that removes the file, unless another process has replaced it, and removes the directory if it is then empty.
 */
export async function writeRunFile(t: Texts, data: string, run: RunFile): Promise<() => Promise<void>> {
  const file = runFilePath(data);
  await makeDirectory(data, 0o700);
  if (basename(data) === DEFAULT_DATA_DIRECTORY) await protectDirectory(data);
  const gitignorePath = join(data, '.gitignore');
  // Keeps the credentials out of version control. A directory with another name may be versioned on purpose,
  // so it gets no .gitignore.
  if (basename(data) === DEFAULT_DATA_DIRECTORY)
    await writeFile(gitignorePath, '*\n', { flag: 'wx' }).catch(() => {});
  await writeFileAtomically(file, `${JSON.stringify(run, null, 2)}\n`, 0o600);
  return async () => {
    const current = await loadRunFile(t, data).catch(() => null);
    if (current?.pid !== run.pid) return;
    await unlink(file).catch(() => {});
    const remaining = await readdir(data).catch(() => []);
    if (remaining.join() === '.gitignore') await unlink(gitignorePath).catch(() => {});
    await rmdir(data).catch(() => {});
  };
}

/**
 * Reads the run file of a data directory; null if there is none. Ignores a file that another user could have
 * written, because credentials would be sent to its URL. In that case, calls `onIgnored` with the reason.
 */
export async function readRunFile(
  t: Texts,
  data: string,
  onIgnored: (reason: string) => void = () => {},
): Promise<RunFile | null> {
  const file = runFilePath(data);
  const suspicion = await findFileSuspicion(file).catch(() => null);
  if (suspicion === null) return loadRunFile(t, data);
  onIgnored(t('cli.run_file.ignored', { file, why: t(`cli.run_file.${suspicion}`, { directory: data }) }));
  return null;
}

async function loadRunFile(t: Texts, data: string): Promise<RunFile | null> {
  const file = runFilePath(data);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new CommandError('unreachable', t('cli.run_file.unreadable', { file, error: fileFault(t, error) }));
  }
  const run = parseRunFile(text);
  if (run) return run;
  throw new CommandError('unreachable', t('cli.run_file.damaged', { file }));
}

export interface TrustedAuthority {
  readonly file: string;
  readonly pem: string;
}

/** Returns null if the simulator serves http. */
export async function readTrustedAuthority(
  t: Texts,
  { ca_file: file }: RunFile,
): Promise<TrustedAuthority | null> {
  if (file === undefined) return null;
  const errorMessage = (code: string) => t('cli.run_file.unreadable_authority', { file, code });
  return { file, pem: await readFile(file, 'utf8').catch(toCommandError(t, errorMessage, 'unreachable')) };
}

function parseRunFile(text: string): RunFile | undefined {
  try {
    const run: Partial<RunFile> | null = JSON.parse(text);
    return typeof run?.url === 'string' && URL.canParse(run.url) && Number.isSafeInteger(run.pid)
      ? {
          url: run.url,
          pid: Number(run.pid),
          account: run.account ?? null,
          ...(Array.isArray(run.accounts) && { accounts: run.accounts }),
          ...(typeof run.ca_file === 'string' && { ca_file: run.ca_file }),
        }
      : undefined;
  } catch {
    return undefined;
  }
}

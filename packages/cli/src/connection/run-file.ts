import { existsSync } from 'node:fs';
import { readdir, readFile, rmdir, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import { closeToOthers, suspectOf } from '@svc-simulator/machine/file-owner.ts';
import { makeDirectory } from '@svc-simulator/machine/make-directory.ts';
import { fileFault } from '@svc-simulator/machine/text-file.ts';
import type { DemoAccount } from '@svc-simulator/simulator';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { configuredData } from '../config/config-file.ts';
import { CommandError, refusing } from '../failures.ts';
import { writeWholeFile } from '../input/session-body.ts';

export const DATA_DEFAULT = '.sim';
const RUN_FILE = 'running.json';

/**
 * Returns the data directory of a command: the named one, else that of the project's file, else the nearest
 * one with a run file, else the default one here.
 */
export function dataDirectoryOf(directory: string, directoryOption: string | undefined): string {
  if (directoryOption !== undefined) return resolve(directory, directoryOption);
  const configured = configuredData(directory);
  if (configured !== undefined && existsSync(runFileIn(configured))) return configured;
  for (let place = resolve(directory); ; place = dirname(place)) {
    const data = join(place, DATA_DEFAULT);
    if (existsSync(runFileIn(data))) return data;
    if (dirname(place) === place) return configured ?? resolve(directory, DATA_DEFAULT);
  }
}

/** Where a simulator runs, so that other commands find it without a flag (contract section 8). */
export interface RunFile {
  readonly url: string;
  readonly pid: number;
  readonly account: DemoAccount | null;
  readonly accounts?: readonly DemoAccount[];
  /** Certificate in PEM that programs must trust to reach it by https. */
  readonly ca_file?: string;
}

export function runFileIn(data: string): string {
  return join(data, RUN_FILE);
}

/**
 * Writes the run file atomically, readable only by its owner since it holds credentials. Returns a function
 * that removes the file if it is still ours, and an empty directory.
 */
export async function writeRunFile(t: Texts, data: string, run: RunFile): Promise<() => Promise<void>> {
  const file = runFileIn(data);
  await makeDirectory(data, 0o700);
  if (basename(data) === DATA_DEFAULT) await closeToOthers(data);
  const ignored = join(data, '.gitignore');
  // The file holds credentials, but a directory with another name may be under version control.
  if (basename(data) === DATA_DEFAULT) await writeFile(ignored, '*\n', { flag: 'wx' }).catch(() => {});
  await writeWholeFile(file, `${JSON.stringify(run, null, 2)}\n`, 0o600);
  return async () => {
    const current = await runFileOf(t, data).catch(() => null);
    if (current?.pid !== run.pid) return;
    await unlink(file).catch(() => {});
    const left = await readdir(data).catch(() => []);
    if (left.join() === '.gitignore') await unlink(ignored).catch(() => {});
    await rmdir(data).catch(() => {});
  };
}

/**
 * Reads the run file of a data directory; null if there is none. It ignores a file that another user could
 * have written, since that could send credentials anywhere, and reports the reason to `ignored`.
 */
export async function readRunFile(
  t: Texts,
  data: string,
  ignored: (why: string) => void = () => {},
): Promise<RunFile | null> {
  const file = runFileIn(data);
  const suspect = await suspectOf(file).catch(() => null);
  if (suspect === null) return runFileOf(t, data);
  ignored(t('cli.run_file.ignored', { file, why: t(`cli.run_file.${suspect}`, { directory: data }) }));
  return null;
}

async function runFileOf(t: Texts, data: string): Promise<RunFile | null> {
  const file = runFileIn(data);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new CommandError(
      'unreachable',
      t('cli.run_file.cannot_read_pass_mock', { file, error: fileFault(t, error) }),
    );
  }
  const run = parseRunFile(text);
  if (run) return run;
  throw new CommandError('unreachable', t('cli.run_file.damaged_delete_pass_mock', { file }));
}

export interface Trusted {
  readonly file: string;
  readonly pem: string;
}

/** Reads the certificate authority of the simulator; null if it serves http. */
export async function trustedBy(t: Texts, { ca_file: file }: RunFile): Promise<Trusted | null> {
  if (file === undefined) return null;
  const errorMessage = (code: string) =>
    t('cli.run_file.simulators_certificate_authority_cannot', { file, code });
  return { file, pem: await readFile(file, 'utf8').catch(refusing(t, errorMessage, 'unreachable')) };
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

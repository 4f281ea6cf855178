import { checkSnapshot, type SnapshotFile, snapshotLimitBytes } from '@svc-simulator/contract';
import { t, translatedForeign } from '@svc-simulator/core';
import { messageOf } from '@svc-simulator/machine/errors.ts';
import type { CliContext } from '../cli-context.ts';
import { refusal, wrongUsage } from '../failures.ts';
import { plain } from '../rendering/text.ts';
import { textIn } from './text-source.ts';

/**
 * The text of a snapshot, from a file or, when the name is `-`, from standard input.
 * @throws CommandError when it cannot be read, or is larger than any simulator takes.
 */
export async function snapshotTextIn(
  context: Pick<CliContext, 'directory' | 'readStdin'>,
  name: string,
): Promise<string> {
  const text = await textIn(context, name);
  const limitBytes = snapshotLimitBytes.local;
  if (Buffer.byteLength(text) <= limitBytes) return text;
  throw refusal(
    t`${plain(name)} is larger than the ${limitBytes / 2 ** 20} MiB that a simulator takes; save it without its trace: sim snapshot save --no-trace`,
  );
}

/** How many faults a line of text names. */
const FAULTS_TOLD = 5;

/**
 * Takes a text for a snapshot.
 * @throws CommandError that tells what is wrong with it, and where.
 */
export function snapshotIn(text: string, name: string): SnapshotFile {
  const { file, faults } = checkSnapshot(jsonIn(text, name));
  if (file) return file;
  const told = faults
    .slice(0, FAULTS_TOLD)
    .map(({ pointer, detail }) => `${pointer} ${translatedForeign(detail)}`.trim());
  const more = faults.length > told.length ? t`; and ${faults.length - told.length} more` : '';
  throw refusal(
    t`${plain(name)} is no snapshot that this version can read: ${plain(told.join('; '), 2000)}${more}`,
  );
}

/** @throws CommandError when it is no JSON. */
export function jsonIn(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw wrongUsage(t`${plain(name)} is no JSON: ${plain(translatedForeign(messageOf(error)))}`);
  }
}

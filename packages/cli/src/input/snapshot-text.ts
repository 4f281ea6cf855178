import { checkSnapshot, type SnapshotFile, snapshotLimitBytes } from '@svc-simulator/contract';
import { worded } from '@svc-simulator/texts/message.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { CliContext } from '../cli-context.ts';
import { refusal } from '../failures.ts';
import { plain } from '../rendering/text.ts';
import { faultTexts, jsonIn } from './json-text.ts';
import { textIn } from './text-source.ts';

/**
 * The text of a snapshot, from a file or, when the name is `-`, from standard input.
 * @throws CommandError when it cannot be read, or is larger than any simulator takes.
 */
export async function snapshotTextIn(
  t: Texts,
  context: Pick<CliContext, 'directory' | 'readStdin'>,
  name: string,
): Promise<string> {
  const text = await textIn(t, context, name);
  const limitBytes = snapshotLimitBytes.local;
  if (Buffer.byteLength(text) <= limitBytes) return text;
  throw refusal(
    t('cli.snapshot.larger_mib_simulator_takes', { name: plain(name), limitBytes: limitBytes / 2 ** 20 }),
  );
}

/** How many faults a line of text names. */
const FAULTS_TOLD = 5;

/**
 * Takes a text for a snapshot.
 * @throws CommandError that tells what is wrong with it, and where.
 */
export async function snapshotIn(t: Texts, text: string, name: string): Promise<SnapshotFile> {
  const { file, faults } = checkSnapshot(await jsonIn(t, text, name));
  if (file) return file;
  const words = await faultTexts(t);
  const told = faults.slice(0, FAULTS_TOLD).map((fault) => `${fault.pointer} ${worded(words, fault)}`.trim());
  const more =
    faults.length > told.length ? t('cli.snapshot.more', { length: faults.length - told.length }) : '';
  throw refusal(
    t('cli.snapshot.no_snapshot_version_read', {
      name: plain(name),
      told: plain(told.join('; '), 2000),
      more,
    }),
  );
}

import { resolve } from 'node:path';
import { t } from '@svc-simulator/core';
import { readTextFile } from '@svc-simulator/machine/text-file.ts';
import type { CliContext } from '../cli-context.ts';
import { refusing } from '../failures.ts';
import { plain } from '../rendering/text.ts';

/** What messages call a text that was named so: by its file's name, or `standard input` when that is `-`. */
export function sourceOf(name: string): string {
  return name === '-' ? t`standard input` : plain(name);
}

/**
 * A text from a file, or from standard input when the name is `-`.
 * @throws CommandError when it cannot be read.
 */
export async function textIn(
  { directory, readStdin }: Pick<CliContext, 'directory' | 'readStdin'>,
  name: string,
): Promise<string> {
  const reading = name === '-' ? readStdin() : readTextFile(resolve(directory, name));
  return reading.catch(refusing((code) => t`${sourceOf(name)} cannot be read: ${code}`, 'usage'));
}

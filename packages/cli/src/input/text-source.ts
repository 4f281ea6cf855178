import { resolve } from 'node:path';
import { readTextFile } from '@svc-simulator/machine/text-file.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { CliContext } from '../cli-context.ts';
import { refusing } from '../failures.ts';
import { plain } from '../rendering/text.ts';

/** What messages call a text that was named so: by its file's name, or `standard input` when that is `-`. */
export function sourceOf(t: Texts, name: string): string {
  return name === '-' ? t('cli.file.standard_input') : plain(name);
}

/**
 * A text from a file, or from standard input when the name is `-`.
 * @throws CommandError when it cannot be read.
 */
export async function textIn(
  t: Texts,
  { directory, readStdin }: Pick<CliContext, 'directory' | 'readStdin'>,
  name: string,
): Promise<string> {
  const reading = name === '-' ? readStdin() : readTextFile(resolve(directory, name));
  return reading.catch(
    refusing(t, (code) => t('cli.file.cannot_read', { name: sourceOf(t, name), code }), 'usage'),
  );
}

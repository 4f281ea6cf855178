import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import faults from 'texts:fault?by-language';
import { jsonFaultOf } from '@svc-simulator/contract';
import { readTextFile } from '@svc-simulator/machine/text-file.ts';
import { worded } from '@svc-simulator/texts/message.ts';
import { type Texts, textsIn } from '@svc-simulator/texts/texts.ts';
import type { CliContext } from '../cli-context.ts';
import { refusing, wrongUsage } from '../failures.ts';
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

/** What has the words of faults, in the language of this reader. */
export async function faultTexts({ lang }: Texts): Promise<Texts> {
  return textsIn(lang, await faults[lang]());
}

/** What a text says as JSON; `source` is what it is called. @throws CommandError that says where it is none. */
export async function jsonIn(t: Texts, text: string, source: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch (broken) {
    const fault = jsonFaultOf(text);
    if (!fault) throw broken;
    const error = worded(await faultTexts(t), fault);
    throw wrongUsage(t('cli.common.no_json', { source: plain(source), error }));
  }
}

/** Writes a file that appears whole or not at all; `mode` is for one that only some may read. Rejects with the system's error. */
export async function writeWholeFile(path: string, text: string, mode?: number): Promise<void> {
  const draft = `${path}.${process.pid}.new`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(draft, text, { mode });
  if (mode !== undefined) await chmod(draft, mode);
  await rename(draft, path);
}

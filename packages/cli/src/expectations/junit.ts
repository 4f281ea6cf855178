import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CommandError } from '../failures.ts';
import type { Surroundings } from '../surroundings.ts';

/** One check, as a CI server shows it. */
export interface Check {
  /** The command: `sim expect`. */
  readonly suite: string;
  readonly name: string;
  readonly tookMs: number;
  /** What was expected and was not so; null when it was. */
  readonly failure: { readonly message: string; readonly details: string } | null;
}

/** A check as JUnit XML, which CI servers read: one suite with one case. */
export function junitXml({ suite, name, tookMs, failure }: Check): string {
  const seconds = (tookMs / 1000).toFixed(3);
  const counts = `tests="1" failures="${failure ? 1 : 0}" errors="0" skipped="0" time="${seconds}"`;
  const outcome = failure
    ? [`      <failure message="${attribute(failure.message)}">${escaped(failure.details)}</failure>`]
    : [];
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${attribute(suite)}" ${counts}>`,
    `    <testcase classname="${attribute(suite)}" name="${attribute(name)}" time="${seconds}">`,
    ...outcome,
    '    </testcase>',
    '  </testsuite>',
    '</testsuites>',
  ].join('\n')}\n`;
}

/** @throws CommandError when the file cannot be written. */
export async function writeJunit({ directory }: Surroundings, file: string, check: Check): Promise<void> {
  try {
    await writeFile(resolve(directory, file), junitXml(check));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(
      'refused',
      `${file} cannot be written (${code ?? error}); pass another file with --junit`,
    );
  }
}

/** XML 1.0 has no way at all to write most control characters, nor half a pair of surrogates. */
function escaped(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&apos;',
  };
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"']/g, (character) => entities[character] as string);
}

/** An attribute's line breaks and tabs would be read as spaces. */
function attribute(text: string): string {
  return escaped(text).replace(/[\t\r\n]/g, (character) => `&#${character.charCodeAt(0)};`);
}

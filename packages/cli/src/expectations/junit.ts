import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { CliContext } from '../cli-context.ts';
import { refusing } from '../failures.ts';
import { taking } from '../takes.ts';

export const junitTakes = taking({ '--junit <file>': 'cli.junit.junit' });

/** The checks of one command, as a CI server shows them. */
export interface Suite {
  /** The command: `sim expect`. */
  readonly name: string;
  readonly cases: readonly Check[];
}

export interface Check {
  readonly name: string;
  readonly tookMs: number;
  /** What was expected and was not so; null when it was. */
  readonly failure: { readonly message: string; readonly details: string } | null;
  /** Why it was not looked at; undefined when it was. */
  readonly skipped?: string;
}

/** A suite as JUnit XML, which CI servers read. */
export function junitXml({ name, cases }: Suite): string {
  const tookMs = cases.reduce((sum, check) => sum + check.tookMs, 0);
  const failures = cases.filter(({ failure }) => failure !== null).length;
  const skipped = cases.filter((check) => check.skipped !== undefined).length;
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}" time="${seconds(tookMs)}"`;
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${attribute(name)}" ${counts}>`,
    ...cases.flatMap((check) => caseLines(name, check)),
    '  </testsuite>',
    '</testsuites>',
  ].join('\n')}\n`;
}

function caseLines(suite: string, { name, tookMs, failure, skipped }: Check): readonly string[] {
  return [
    `    <testcase classname="${attribute(suite)}" name="${attribute(name)}" time="${seconds(tookMs)}">`,
    ...(failure
      ? [`      <failure message="${attribute(failure.message)}">${escaped(failure.details)}</failure>`]
      : []),
    ...(skipped === undefined ? [] : [`      <skipped message="${attribute(skipped)}"/>`]),
    '    </testcase>',
  ];
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

/** @throws CommandError when the file cannot be written. */
export async function writeJunit({ t, directory }: CliContext, file: string, suite: Suite): Promise<void> {
  const path = resolve(directory, file);
  const written = mkdir(dirname(path), { recursive: true }).then(() => writeFile(path, junitXml(suite)));
  await written.catch(refusing(t, (code) => t('cli.junit.cannot_written_pass_another', { file, code })));
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
    .replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** An attribute's line breaks and tabs would be read as spaces. */
function attribute(text: string): string {
  return escaped(text).replace(/[\t\r\n]/g, (character) => `&#${character.charCodeAt(0)};`);
}

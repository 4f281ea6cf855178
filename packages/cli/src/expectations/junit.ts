import { appendFile, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { makeDirectory } from '@svc-simulator/machine/make-directory.ts';
import type { CliContext } from '../cli-context.ts';
import { failureOf, ReportedFailure, refusing } from '../failures.ts';
import { withoutSecrets } from '../rendering/text.ts';
import { taking } from '../takes.ts';

export const junitTakes = taking({ '--junit <file>': 'cli.junit.junit' });

export interface Suite {
  readonly name: string;
  readonly cases: readonly Check[];
}

export interface Check {
  readonly name: string;
  readonly tookMs: number;
  readonly failure: { readonly message: string; readonly details: string } | null;
  readonly skipped?: string;
  readonly error?: string;
}

/** File in which the commands of a `sim exec --junit` job store their checks, one suite per line. */
export const CHECKS_FILE = 'SIM_CHECKS_FILE';

/** Formats suites as JUnit XML. */
export function junitXml(...suites: readonly Suite[]): string {
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${suiteCounts(suites.flatMap(({ cases }) => cases))}>`,
    ...suites.flatMap(({ name, cases }) => [
      `  <testsuite name="${attribute(name)}" ${suiteCounts(cases)}>`,
      ...cases.flatMap((check) => caseLines(name, check)),
      '  </testsuite>',
    ]),
    '</testsuites>',
  ].join('\n')}\n`;
}

function suiteCounts(cases: readonly Check[]): string {
  const tookMs = cases.reduce((sum, check) => sum + check.tookMs, 0);
  const failures = cases.filter(({ failure }) => failure !== null).length;
  const skipped = cases.filter((check) => check.skipped !== undefined).length;
  const errors = cases.filter((check) => check.error !== undefined).length;
  return `tests="${cases.length}" failures="${failures}" errors="${errors}" skipped="${skipped}" time="${seconds(tookMs)}"`;
}

function caseLines(suite: string, { name, tookMs, failure, skipped, error }: Check): readonly string[] {
  return [
    `    <testcase classname="${attribute(suite)}" name="${attribute(name)}" time="${seconds(tookMs)}">`,
    ...(failure
      ? [`      <failure message="${attribute(failure.message)}">${escapeXml(failure.details)}</failure>`]
      : []),
    ...(skipped === undefined ? [] : [`      <skipped message="${attribute(skipped)}"/>`]),
    ...(error === undefined ? [] : [`      <error message="${attribute(error)}"/>`]),
    '    </testcase>',
  ];
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

/** Writes the checks to the command's JUnit file and to that of its job, if any. @throws CommandError */
export async function writeChecks(
  context: CliContext,
  file: string | undefined,
  suite: Suite,
): Promise<void> {
  const job = context.env[CHECKS_FILE];
  if (job) await appendFile(job, `${JSON.stringify(suite)}\n`).catch(() => {});
  if (file !== undefined) await writeJunit(context, file, [suite]);
}

/** @throws CommandError if the file can't be written */
export async function writeJunit(
  { t, directory }: CliContext,
  file: string,
  suites: readonly Suite[],
): Promise<void> {
  const path = resolve(directory, file);
  const writing = makeDirectory(dirname(path)).then(() => writeFile(path, junitXml(...suites)));
  await writing.catch(refusing(t, (code) => t('cli.junit.cannot_written_pass_another', { file, code })));
}

/** Reports a command that could not check anything, since the file of an earlier run would be misleading. */
export async function writeJunitError(
  context: CliContext,
  file: string | undefined,
  command: string,
  cause: unknown,
): Promise<void> {
  if (cause instanceof ReportedFailure) return;
  const error = withoutSecrets(failureOf(context.t, cause, context)?.headline ?? String(cause));
  const cases = [{ name: command, tookMs: 0, failure: null, error }];
  // The file itself may be the error.
  await writeChecks(context, file, { name: `sim ${command}`, cases }).catch(() => {});
}

/** XML 1.0 can't represent most control characters or lone surrogates. */
function escapeXml(text: string): string {
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

/** XML parsers read an attribute's line breaks and tabs as spaces. */
function attribute(text: string): string {
  return escapeXml(text).replace(/[\t\r\n]/g, (character) => `&#${character.charCodeAt(0)};`);
}

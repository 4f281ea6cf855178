import { appendFile, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { makeDirectory } from '@svc-simulator/machine/make-directory.ts';
import type { CliContext } from '../cli-context.ts';
import { ReportedError, toCommandError, toFailure } from '../failures.ts';
import { defineParameters } from '../parameters.ts';
import { withoutSecrets } from '../rendering/text.ts';

export const junitParameters = defineParameters({ '--junit <file>': 'cli.junit.junit' });

export interface JunitSuite {
  readonly name: string;
  readonly cases: readonly JunitCase[];
}

export interface JunitCase {
  readonly name: string;
  readonly durationMs: number;
  readonly failure: { readonly message: string; readonly details: string } | null;
  readonly skipped?: string;
  readonly error?: string;
}

/**
 * Environment variable of a `sim exec --junit` job: the path of the file to which its commands append suites,
 * one per line.
 */
export const SUITES_FILE_VARIABLE = 'SIM_CHECKS_FILE';

export function junitXml(...suites: readonly JunitSuite[]): string {
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${suiteCounts(suites.flatMap(({ cases }) => cases))}>`,
    ...suites.flatMap(({ name, cases }) => [
      `  <testsuite name="${escapeAttribute(name)}" ${suiteCounts(cases)}>`,
      ...cases.flatMap((testCase) => caseLines(name, testCase)),
      '  </testsuite>',
    ]),
    '</testsuites>',
  ].join('\n')}\n`;
}

function suiteCounts(cases: readonly JunitCase[]): string {
  const durationMs = cases.reduce((sum, testCase) => sum + testCase.durationMs, 0);
  const failureCount = cases.filter(({ failure }) => failure !== null).length;
  const skippedCount = cases.filter((testCase) => testCase.skipped !== undefined).length;
  const errorCount = cases.filter((testCase) => testCase.error !== undefined).length;
  return `tests="${cases.length}" failures="${failureCount}" errors="${errorCount}" skipped="${skippedCount}" time="${formatSeconds(durationMs)}"`;
}

function caseLines(
  suite: string,
  { name, durationMs, failure, skipped, error }: JunitCase,
): readonly string[] {
  return [
    `    <testcase classname="${escapeAttribute(suite)}" name="${escapeAttribute(name)}" time="${formatSeconds(durationMs)}">`,
    ...(failure
      ? [
          `      <failure message="${escapeAttribute(failure.message)}">${escapeXml(failure.details)}</failure>`,
        ]
      : []),
    ...(skipped === undefined ? [] : [`      <skipped message="${escapeAttribute(skipped)}"/>`]),
    ...(error === undefined ? [] : [`      <error message="${escapeAttribute(error)}"/>`]),
    '    </testcase>',
  ];
}

function formatSeconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

/**
 * Writes the suite to the command's JUnit file and appends it to the file of its job, if there is one.
 * @throws CommandError
 */
export async function writeSuite(
  context: CliContext,
  file: string | undefined,
  suite: JunitSuite,
): Promise<void> {
  const jobFile = context.env[SUITES_FILE_VARIABLE];
  if (jobFile) await appendFile(jobFile, `${JSON.stringify(suite)}\n`).catch(() => {});
  if (file !== undefined) await writeJunitFile(context, file, [suite]);
}

export async function writeJunitFile(
  { t, directory }: CliContext,
  file: string,
  suites: readonly JunitSuite[],
): Promise<void> {
  const path = resolve(directory, file);
  const writing = makeDirectory(dirname(path)).then(() => writeFile(path, junitXml(...suites)));
  await writing.catch(toCommandError(t, (code) => t('cli.junit.not_written', { file, code })));
}

/**
 * Writes a suite with an error for a command that failed before its check. Otherwise the JUnit file of an
 * earlier run would still show the earlier result.
 */
export async function writeJunitError(
  context: CliContext,
  file: string | undefined,
  command: string,
  cause: unknown,
): Promise<void> {
  if (cause instanceof ReportedError) return;
  const error = withoutSecrets(toFailure(context.t, cause, context)?.headline ?? String(cause));
  const cases = [{ name: command, durationMs: 0, failure: null, error }];
  // A failed write is ignored, because it may be the very error that is being reported.
  await writeSuite(context, file, { name: `sim ${command}`, cases }).catch(() => {});
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

/** Also escapes line breaks and tabs, because XML parsers read them as spaces in attributes. */
function escapeAttribute(text: string): string {
  return escapeXml(text).replace(/[\t\r\n]/g, (character) => `&#${character.charCodeAt(0)};`);
}

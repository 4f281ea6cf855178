import { namesOf } from '@svc-simulator/contract/fields/objects.ts';
import { jsonLine } from '@svc-simulator/core';
import type { CliContext } from './cli-context.ts';
import { type CommandFailure, exitCodes, ReportedError, toFailure } from './failures.ts';
import { wantsJson } from './language.ts';
import { styleFor } from './rendering/report.ts';
import { alignColumns, printable, withoutSecrets } from './rendering/text.ts';
import { nextSteps } from './usage-texts.ts';

/** Prints a failure, with `--json` as one line, and returns the exit code. */
export function reportFailure(context: CliContext, error: unknown): number {
  if (error instanceof ReportedError) return error.exitCode;
  const { words, stderr } = context;
  const failure = toFailure(context.t, error, context);
  if (failure === undefined) {
    stderr.write(context.t('cli.failure.unexpected', { error: withoutSecrets(failureText(error)) }));
    return exitCodes.refused;
  }
  if (wantsJson(words))
    stderr.write(`${withoutSecrets(jsonLine({ ...failure.problem, ...failureHelp(context, failure) }))}\n`);
  else
    for (const line of failureLines(failure, styleFor(stderr, context)))
      stderr.write(`${withoutSecrets(line)}\n`);
  return failure.exitCode;
}

/**
 * Returns the fields that `--json` adds to a failure: a code, a page of the docs, and the next command. The
 * next command is taken from the failure's text; if the text has none, it depends on the exit code.
 */
function failureHelp(context: CliContext, { exitCode, headline, problem, notes, faults }: CommandFailure) {
  const [kind = 'refused'] = namesOf(exitCodes).filter((name) => exitCodes[name] === exitCode);
  const { code, docs } = nextSteps(context, kind);
  // If the fields of a request were refused, the command's own help is the next step.
  const { suggestion } = nextSteps(context, kind === 'refused' && faults.length > 0 ? 'usage' : kind);
  const helpNote = notes.find((note) => note.includes(`${context.program} `));
  return {
    code: 'status' in problem ? `status_${problem.status}` : code,
    suggestion: helpNote ?? findCommand(headline, context.program) ?? suggestion,
    docs,
  };
}

/** Returns the first command of the program in a sentence, such as `sim account merchant EMAIL`. */
function findCommand(sentence: string, program: string): string | undefined {
  const escapedProgram = program.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const names = '[a-z][a-z-]*(?: [a-z][a-z-]*)?';
  const values = '(?: (?:--?[a-z][a-z-]*|[A-Z_]+))*';
  return new RegExp(`${escapedProgram} ${names}${values}(?=$|[.,;:)])`).exec(sentence)?.[0];
}

function failureLines(
  { headline, faults, wholeLabel, notes }: CommandFailure,
  style: ReturnType<typeof styleFor>,
): string[] {
  const rows = faults.map(({ pointer, detail }) => [
    `  ${style.bold(pointer === '' ? wholeLabel : printable(pointer))}`,
    printable(detail, 500),
  ]);
  return [
    `${style.red(style.t('machine.error'))} ${printable(headline, 2000)}`,
    ...alignColumns(rows),
    ...notes.map((note) => style.dim(`  ${printable(note, 3000)}`)),
  ];
}

function failureText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

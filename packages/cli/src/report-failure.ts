import { namesOf } from '@svc-simulator/contract/fields/objects.ts';
import { jsonLine } from '@svc-simulator/core';
import type { CliContext } from './cli-context.ts';
import { type CommandFailure, exitCodes, ReportedFailure, toFailure } from './failures.ts';
import { wantsJson } from './language.ts';
import { coloursFor } from './rendering/report.ts';
import { columns, printable, withoutSecrets } from './rendering/text.ts';
import { nextSteps } from './usage-texts.ts';

/** Returns the exit code; `--json` prints one line. */
export function reportFailure(context: CliContext, error: unknown): number {
  if (error instanceof ReportedFailure) return error.exitCode;
  const { words, stderr } = context;
  const failure = toFailure(context.t, error, context);
  if (failure === undefined) {
    stderr.write(context.t('cli.failure.unexpected', { error: withoutSecrets(failureText(error)) }));
    return exitCodes.refused;
  }
  if (wantsJson(words))
    stderr.write(`${withoutSecrets(jsonLine({ ...failure.problem, ...failureHelp(context, failure) }))}\n`);
  else
    for (const line of failureLines(failure, coloursFor(stderr, context)))
      stderr.write(`${withoutSecrets(line)}\n`);
  return failure.exitCode;
}

/** Suggests a next step to programs: that of the failure itself, or one for its kind. */
function failureHelp(context: CliContext, { exitCode, headline, problem, notes, faults }: CommandFailure) {
  const [kind = 'refused'] = namesOf(exitCodes).filter((name) => exitCodes[name] === exitCode);
  const { code, docs } = nextSteps(context, kind);
  // A request refused for its fields is fixed with the command's own options.
  const { suggestion } = nextSteps(context, kind === 'refused' && faults.length > 0 ? 'usage' : kind);
  const helpNote = notes.find((note) => note.includes(`${context.program} `));
  return {
    code: 'status' in problem ? `status_${problem.status}` : code,
    suggestion: helpNote ?? commandIn(headline, context.program) ?? suggestion,
    docs,
  };
}

/** Returns the command of the program that ends a sentence or a part of it: `sim account merchant EMAIL`. */
function commandIn(sentence: string, program: string): string | undefined {
  const literal = program.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const names = '[a-z][a-z-]*(?: [a-z][a-z-]*)?';
  const values = '(?: (?:--?[a-z][a-z-]*|[A-Z_]+))*';
  return new RegExp(`${literal} ${names}${values}(?=$|[.,;:)])`).exec(sentence)?.[0];
}

function failureLines(
  { headline, faults, wholeText, notes }: CommandFailure,
  colours: ReturnType<typeof coloursFor>,
): string[] {
  const rows = faults.map(({ pointer, detail }) => [
    `  ${colours.bold(pointer === '' ? wholeText : printable(pointer))}`,
    printable(detail, 500),
  ]);
  return [
    `${colours.red(colours.t('machine.error'))} ${printable(headline, 2000)}`,
    ...columns(rows),
    ...notes.map((note) => colours.dim(`  ${printable(note, 3000)}`)),
  ];
}

function failureText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

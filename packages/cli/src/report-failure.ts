import { namesOf } from '@svc-simulator/contract/fields/objects.ts';
import { jsonLine } from '@svc-simulator/core';
import type { CliContext } from './cli-context.ts';
import { exitCodes, type Failure, failureOf, ReportedFailure } from './failures.ts';
import { isForPrograms } from './language.ts';
import { coloursFor } from './rendering/report.ts';
import { columns, plain, withoutSecrets } from './rendering/text.ts';
import { nextSteps } from './usage-texts.ts';

/** Prints an error on stderr, as text or as one line of JSON with `--json`; returns the exit code. */
export function reportFailure(context: CliContext, error: unknown): number {
  if (error instanceof ReportedFailure) return error.exitCode;
  const { words, stderr } = context;
  const failure = failureOf(context.t, error, context);
  if (failure === undefined) {
    stderr.write(
      context.t('cli.failure.error_unexpected_please_report', { error: withoutSecrets(failureText(error)) }),
    );
    return exitCodes.refused;
  }
  if (isForPrograms(words))
    stderr.write(`${withoutSecrets(jsonLine({ ...failure.problem, ...failureHelp(context, failure) }))}\n`);
  else
    for (const line of failureLines(failure, coloursFor(stderr, context)))
      stderr.write(`${withoutSecrets(line)}\n`);
  return failure.exitCode;
}

/** Suggests a next step to programs: that of the failure itself, or one for its kind. */
function failureHelp(context: CliContext, { exitCode, problem, notes, faults }: Failure) {
  const [kind = 'refused'] = namesOf(exitCodes).filter((name) => exitCodes[name] === exitCode);
  const { code, docs } = nextSteps(context, kind);
  // A request refused for its fields is fixed with the command's own options.
  const { suggestion } = nextSteps(context, kind === 'refused' && faults.length > 0 ? 'usage' : kind);
  const helpNote = notes.find((note) => note.includes(`${context.program} `)) ?? suggestion;
  return { code: 'status' in problem ? `status_${problem.status}` : code, suggestion: helpNote, docs };
}

function failureLines(
  { headline, faults, whole, notes }: Failure,
  colours: ReturnType<typeof coloursFor>,
): string[] {
  const rows = faults.map(({ pointer, detail }) => [
    `  ${colours.bold(pointer === '' ? whole : plain(pointer))}`,
    plain(detail, 500),
  ]);
  return [
    `${colours.red(colours.t('machine.error'))} ${plain(headline, 2000)}`,
    ...columns(rows),
    ...notes.map((note) => colours.dim(`  ${plain(note, 3000)}`)),
  ];
}

function failureText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

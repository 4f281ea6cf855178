import practice from 'texts:practice';
import { getProgress, halfReasonOf, practiceCounts, type TraineeState } from '@svc-simulator/contract';
import { type Texts, textsByLanguage } from '@svc-simulator/texts/texts.ts';
import { plainCommand } from '../plain-command.ts';
import type { Colours } from '../rendering/report.ts';
import { ago, assignmentsIn, columns, detectShell, printable } from '../rendering/text.ts';

const practiceTexts = textsByLanguage(practice);

const HINT_LIMIT = 500;

export const progress = plainCommand({
  call: ({ connection }) => connection.call(getProgress),
  lines: (progress, colours, nowMs, { context: { program } }) => [
    ...progressLines(progress, colours, nowMs),
    ...nextLines(progress, colours, program),
  ],
  next: (_, { t, context, connection: { account, url } }) =>
    account || context.env.SIM_URL || context.env.SIM_MOCK
      ? undefined
      : t('cli.progress.environment', {
          lines: assignmentsIn(detectShell(context.env), { SIM_URL: url, SIM_TOKEN: 'sim_api_…' }),
        }),
});

export function practiceTitle({ lang }: Texts, id: string): string {
  return practiceTexts(lang).maybe(`practice.${id}.title`) ?? printable(id);
}

/**
 * Marks with `◐` a practice that a certificate doesn't count: done with a tool, from a snapshot or in an
 * earlier version.
 */
export function progressLines(
  progress: Pick<TraineeState, 'total' | 'practices'>,
  colours: Colours,
  nowMs: number,
): string[] {
  const { t } = colours;
  return [
    t('cli.progress.practices_done', { ...practiceCounts(progress.practices), total: progress.total }),
    ...columns(
      progress.practices.map((practice) => [
        practice.whole ? colours.green('  ✓') : practice.done ? colours.yellow('  ◐') : colours.dim('  ·'),
        printable(practice.title),
        practice.completed_at === null ? '' : colours.dim(ago(t, practice.completed_at, nowMs)),
        practice.done && !practice.whole
          ? practiceTexts(t.lang)(`practice.half.${halfReasonOf(practice)}`)
          : '',
      ]),
    ),
  ];
}

export function nextLines(
  { practices, next }: Pick<TraineeState, 'practices' | 'next'>,
  colours: Colours,
  sim: string,
): string[] {
  const practice = practices.find(({ id }) => id === next);
  if (!practice) return [];
  // Prefers the local hint, which uses this program's name; the simulator's own hint covers practices that
  // this client doesn't know.
  const hint = practiceTexts(colours.t.lang).maybe(`practice.${practice.id}.hint`, { sim }) ?? practice.hint;
  return [
    colours.t('cli.progress.next', { title: colours.bold(printable(practice.title)) }),
    `      ${printable(hint, HINT_LIMIT)}`,
  ];
}

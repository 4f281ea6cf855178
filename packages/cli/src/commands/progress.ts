import practice from 'texts:practice';
import { getProgress, halfReasonOf, practiceCounts, type TraineeState } from '@svc-simulator/contract';
import { type Texts, textsByLanguage } from '@svc-simulator/texts/texts.ts';
import { plainCommand } from '../plain-command.ts';
import type { Colours } from '../rendering/report.ts';
import {
  ago,
  assignmentsIn,
  columns,
  detectShell,
  distance,
  momentText,
  printable,
} from '../rendering/text.ts';

const practiceTexts = textsByLanguage(practice);

const HINT_LIMIT = 500;
const NOTE_LIMIT = 500;

export const progress = plainCommand({
  call: ({ connection }) => connection.call(getProgress),
  lines: (progress, colours, nowMs, { context: { program } }) => [
    ...progressLines(progress, colours, nowMs),
    ...nextLines(progress, colours, program),
    ...noteLines(progress, colours, nowMs),
  ],
  next: (_, { t, context, connection: { account, url } }) =>
    account || context.env.SIM_URL || context.env.SIM_MOCK
      ? undefined
      : t('cli.progress.environment', {
          lines: assignmentsIn(detectShell(context.env), { SIM_URL: url, SIM_TOKEN: 'sim_api_…' }),
        }),
});

/** Prints the notes between the trainee and the trainer; older simulators have none. */
export function noteLines(
  { notes = [] }: { readonly notes?: TraineeState['notes'] },
  colours: Colours,
  nowMs: number,
): string[] {
  const { t } = colours;
  return notes.flatMap(({ at, by, text }) => [
    `${colours.bold(t(`cli.progress.note.${by}`))}  ${colours.dim(ago(t, at, nowMs))}`,
    `      ${printable(text, NOTE_LIMIT)}`,
  ]);
}

export function practiceTitle({ lang }: Texts, id: string): string {
  return practiceTexts(lang).maybe(`practice.${id}.title`) ?? printable(id);
}

export function dueText(t: Texts, due: string, nowMs: number): string {
  const distanceText = distance(t, Date.parse(due), nowMs);
  return t('cli.progress.due', { due: momentText(printable(due)), distance: distanceText });
}

/**
 * Marks with `◐` a practice that a certificate doesn't count: done with a tool, from a snapshot or in an
 * earlier version.
 */
export function progressLines(
  progress: Pick<TraineeState, 'total' | 'practices' | 'due_at'>,
  colours: Colours,
  nowMs: number,
): string[] {
  const { t } = colours;
  return [
    t('cli.progress.practices_done', { ...practiceCounts(progress.practices), total: progress.total }),
    // Older simulators have no due dates.
    ...(progress.due_at ? [dueText(t, progress.due_at, nowMs)] : []),
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

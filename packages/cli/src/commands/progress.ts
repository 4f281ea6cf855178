import practice from 'texts:practice';
import {
  formatDueDate,
  getProgress,
  halfReasonOf,
  practiceCounts,
  type TraineeState,
} from '@svc-simulator/contract';
import { type Texts, textsByLanguage } from '@svc-simulator/texts/texts.ts';
import type { Style } from '../rendering/report.ts';
import {
  agoText,
  alignColumns,
  detectShell,
  formatAssignments,
  printable,
  relativeTime,
} from '../rendering/text.ts';
import { requestCommand } from '../request-command.ts';

const practiceTexts = textsByLanguage(practice);

const HINT_LIMIT = 500;
const NOTE_LIMIT = 500;

export const progress = requestCommand({
  call: ({ connection }) => connection.call(getProgress),
  lines: (progress, style, nowMs, { context: { program } }) => [
    ...progressLines(progress, style, nowMs),
    ...nextLines(progress, style, program),
    ...noteLines(progress, style, nowMs),
  ],
  next: (_, { t, context, connection: { account, url } }) =>
    account || context.env.SIM_URL || context.env.SIM_MOCK
      ? undefined
      : t('cli.progress.environment', {
          lines: formatAssignments(detectShell(context.env), { SIM_URL: url, SIM_TOKEN: 'sim_api_…' }),
        }),
});

/** Formats the notes between trainee and trainer; older simulators send none. */
export function noteLines(
  { notes = [] }: { readonly notes?: TraineeState['notes'] },
  style: Style,
  nowMs: number,
): string[] {
  const { t } = style;
  return notes.flatMap(({ at, by, text }) => [
    `${style.bold(t(`cli.progress.note.${by}`))}  ${style.dim(agoText(t, at, nowMs))}`,
    `      ${printable(text, NOTE_LIMIT)}`,
  ]);
}

export function practiceTitle({ lang }: Texts, id: string): string {
  return practiceTexts(lang).maybe(`practice.${id}.title`) ?? printable(id);
}

export function dueText(t: Texts, due: string, nowMs: number): string {
  const distanceText = relativeTime(t, Date.parse(due), nowMs);
  return t('cli.progress.due', { due: formatDueDate(due), distance: distanceText });
}

/**
 * Formats the practices. `◐` marks a practice that doesn't count for a certificate: it was done with a tool or
 * in an earlier version, or it comes from a snapshot.
 */
export function progressLines(
  progress: Pick<TraineeState, 'total' | 'practices' | 'due_at'>,
  style: Style,
  nowMs: number,
): string[] {
  const { t } = style;
  return [
    t('cli.progress.practices_done', { ...practiceCounts(progress.practices), total: progress.total }),
    // Missing if the class has no due date, or if the simulator is too old to send one.
    ...(progress.due_at ? [dueText(t, progress.due_at, nowMs)] : []),
    ...alignColumns(
      progress.practices.map((practice) => [
        practice.whole ? style.green('  ✓') : practice.done ? style.yellow('  ◐') : style.dim('  ·'),
        printable(practice.title),
        practice.completed_at === null ? '' : style.dim(agoText(t, practice.completed_at, nowMs)),
        practice.done && !practice.whole
          ? practiceTexts(t.lang)(`practice.half.${halfReasonOf(practice)}`)
          : '',
      ]),
    ),
  ];
}

export function nextLines(
  { practices, next }: Pick<TraineeState, 'practices' | 'next'>,
  style: Style,
  sim: string,
): string[] {
  const practice = practices.find(({ id }) => id === next);
  if (!practice) return [];
  // Prefers the local hint, which names this program; the simulator's hint covers practices that this version
  // doesn't know.
  const hint = practiceTexts(style.t.lang).maybe(`practice.${practice.id}.hint`, { sim }) ?? practice.hint;
  return [
    style.t('cli.progress.next', { title: style.bold(printable(practice.title)) }),
    `      ${printable(hint, HINT_LIMIT)}`,
  ];
}

import type { DataOf } from '@svc-simulator/client';
import type { createClass, getClassProgress } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import type { Colours } from './colours.ts';
import { ago, columns, plain } from './text.ts';

type ClassData = DataOf<typeof createClass>;
type ClassProgress = DataOf<typeof getClassProgress>;

/** A class that was just made or changed. */
export function classLines({ class_id, title, join_code, closed_at }: ClassData, colours: Colours): string[] {
  return columns([
    [colours.dim(t`class`), plain(class_id)],
    [colours.dim(t`title`), plain(title)],
    [colours.dim(t`join code`), colours.bold(plain(join_code))],
    ...(closed_at === null ? [] : [[colours.dim(t`closed`), t`nobody can join any more`]]),
  ]);
}

/** Classes as a table. */
export function classListLines(classes: readonly ClassData[], colours: Colours, nowMs: number): string[] {
  return columns(
    classes.map(({ class_id, title, join_code, created_at }) => [
      plain(class_id),
      plain(join_code),
      colours.dim(ago(created_at, nowMs)),
      plain(title, 60),
    ]),
  );
}

/** Who is how far, and stuck on what since when. */
export function classProgressLines(
  { title, join_code, trainees }: ClassProgress,
  colours: Colours,
  nowMs: number,
): string[] {
  const count = trainees.length === 1 ? t`1 trainee` : t`${trainees.length} trainees`;
  return [
    `${plain(title)}  ${colours.dim(t`join code ${plain(join_code)}, ${count}`)}`,
    ...columns(
      trainees.map(({ short_name, completed, total, stuck_on, stuck_since }) => [
        `  ${plain(short_name, 64)}`,
        t`${completed} of ${total}`,
        stuck_on === null ? colours.green(t`all done`) : plain(stuck_on),
        stuck_since === null ? '' : colours.dim(ago(stuck_since, nowMs)),
      ]),
    ),
  ];
}

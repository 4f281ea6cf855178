import type { DataOf } from '@svc-simulator/client';
import { getProgress } from '@svc-simulator/contract';
import { plainCommand } from '../plain-command.ts';
import type { Colours } from '../rendering/colours.ts';
import { ago, columns, plain } from '../rendering/text.ts';

/** Long enough for every hint. */
const HINT_LIMIT = 500;

export const declare = plainCommand({
  call: ({ connection }) => connection.console().call(getProgress),
  lines: (progress, colours, nowMs) => [
    colours.t('cli.progress.practices_done', { completed: progress.completed, total: progress.total }),
    ...columns(
      progress.practices.map(({ id, title, done, completed_at, from_file }) => [
        done ? colours.green('  ✓') : colours.dim('  ·'),
        plain(id),
        plain(title),
        completed_at === null ? '' : colours.dim(ago(colours.t, completed_at, nowMs)),
        from_file ? colours.dim(colours.t('cli.progress.snapshot')) : '',
      ]),
    ),
    ...nextLines(progress, colours),
  ],
});

/** What to do next; nothing when all is done. */
function nextLines({ practices, next }: DataOf<typeof getProgress>, colours: Colours): string[] {
  const practice = practices.find(({ id }) => id === next);
  if (!practice) return [];
  return [
    colours.t('cli.progress.next', { title: colours.bold(plain(practice.title)) }),
    `      ${plain(practice.hint, HINT_LIMIT)}`,
  ];
}

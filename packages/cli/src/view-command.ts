import type { ListView } from '@svc-simulator/contract';
import type { Declare } from './command.ts';
import { type NoTakes, type PlainCommand, pageTakes, plainCommand } from './plain-command.ts';
import { viewLines } from './rendering/view-lines.ts';
import type { Takes } from './takes.ts';
import { viewTexts } from './texts/area-texts.ts';

type ViewCommand<T, Row> = Pick<PlainCommand<T & typeof pageTakes, Row[]>, 'call'> & { readonly takes?: T };

/** For an empty list, it suggests how to create the first row. */
export function viewCommand<Row, const T extends Takes = NoTakes>(
  view: ListView<Row>,
  { takes, call }: ViewCommand<T, Row>,
): Declare {
  return plainCommand<Row[], T & typeof pageTakes>({
    takes: Object.assign({}, takes, pageTakes),
    call,
    lines: (rows, colours, nowMs, { context }) =>
      viewLines(view, rows, colours, { nowMs, hasHeads: context.stdout.isTerminal }),
    next: (rows, { t: { lang }, context: { program }, given }) => {
      if (rows.length > 0) return undefined;
      const t = viewTexts(lang);
      const names = ['q', ...(view.filters ?? []).map(({ name }) => name)];
      const input: Readonly<Record<string, unknown>> = given;
      if (names.some((name) => input[name] !== undefined)) return t('view.noneTitle');
      return `${t(`view.${view.noun}.emptyTitle`)}: ${program} ${view.command}`;
    },
  });
}

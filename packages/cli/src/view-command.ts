import type { ListView } from '@svc-simulator/contract';
import type { DeclareCommand } from './command.ts';
import type { ParameterSettings } from './parameters.ts';
import { viewLines } from './rendering/view-lines.ts';
import {
  type NoParameters,
  pagingParameters,
  type RequestCommand,
  requestCommand,
} from './request-command.ts';
import { viewTexts } from './texts/view-texts.ts';

type ViewCommand<T, Row> = Pick<RequestCommand<T & typeof pagingParameters, Row[]>, 'call'> & {
  readonly parameters?: T;
  /** Prints the header even if the output is piped. */
  readonly hasHeader?: boolean;
};

/** Declares a command that prints a list. If the list is empty, the command suggests how to create an item. */
export function viewCommand<Row, const T extends ParameterSettings = NoParameters>(
  view: ListView<Row>,
  { parameters, hasHeader, call }: ViewCommand<T, Row>,
): DeclareCommand {
  return requestCommand<Row[], T & typeof pagingParameters>({
    parameters: Object.assign({}, parameters, pagingParameters),
    call,
    lines: (rows, style, nowMs, { context }) =>
      viewLines(view, rows, style, { nowMs, isTerminal: context.stdout.isTerminal, hasHeader }),
    next: (rows, { t: { lang }, context: { program }, values }) => {
      if (rows.length > 0) return undefined;
      const t = viewTexts(lang);
      const names = ['q', ...(view.filters ?? []).map(({ name }) => name)];
      const input: Readonly<Record<string, unknown>> = values;
      if (names.some((name) => input[name] !== undefined)) return t('view.noResultsTitle');
      return `${t(`view.${view.noun}.emptyTitle`)}: ${program} ${view.command}`;
    },
  });
}

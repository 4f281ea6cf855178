import {
  fieldValue,
  type ListView,
  labelOf,
  type Money,
  membersOf,
  type ShownField,
  type Tone,
  wordOf,
} from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { viewTexts } from '../texts/view-texts.ts';
import type { Style } from './report.ts';
import { agoText, alignColumns, localTime, printable, printableAmount } from './text.ts';

/** Maximum characters of a table cell on a terminal. */
const CELL_LIMIT = 60;
/** Maximum characters of a fact, and of a cell in piped output. */
const FACT_LIMIT = 400;

export function viewLines<Row>(
  view: Pick<ListView<Row>, 'noun' | 'columns' | 'id'>,
  rows: readonly Row[],
  style: Style,
  {
    nowMs,
    isTerminal = false,
    hasHeader = isTerminal,
  }: { readonly nowMs: number; readonly isTerminal?: boolean; readonly hasHeader?: boolean | undefined },
): string[] {
  const { noun, id } = view;
  const t = viewTexts(style.t.lang);
  const orderedColumns = [false, true].flatMap((isLong) =>
    view.columns.filter(({ layout = 'short' }) => (layout !== 'short') === isLong),
  );
  const cellColumns = orderedColumns.map((viewColumn) => ({
    label: labelOf(t, noun, viewColumn.field),
    values: rows.map((row) =>
      fieldValue(viewColumn, row, t) === id(row)
        ? ''
        : cellText(viewColumn, row, style, { nowMs, limit: isTerminal ? CELL_LIMIT : FACT_LIMIT }) +
          extraText(viewColumn, row, style, id(row)),
    ),
  }));
  const filledColumns = cellColumns.filter(({ values }) => values.some((value) => value !== ''));
  const header = ['id', ...filledColumns.map(({ label }) => label)].map((label) => style.dim(label));
  const lines = rows.map((row, index) => [
    printable(id(row)),
    ...filledColumns.map(({ values }) => values[index] ?? ''),
  ]);
  return alignColumns(hasHeader && rows.length > 0 ? [header, ...lines] : lines);
}

export function factLines<Row>(
  { noun, facts = [] }: Pick<ListView<Row>, 'facts'> & { readonly noun: string },
  row: Row,
  style: Style,
  nowMs: number,
): string[] {
  const t = viewTexts(style.t.lang);
  return alignColumns(
    facts.flatMap((fact) => {
      const value = cellText(fact, row, style, { nowMs, limit: FACT_LIMIT });
      const extra = extraText(fact, row, style);
      return value === '' ? [] : [[style.dim(labelOf(t, noun, fact.field)), value + extra]];
    }),
  );
}

export function fieldLines(noun: string, data: object, { t: { lang }, dim }: Style): string[] {
  const t = viewTexts(lang);
  const presentEntries = Object.entries(data).filter(([, value]) => value !== null);
  return alignColumns(
    presentEntries.map(([name, value]) => [dim(labelOf(t, noun, name)), valueText(t, name, value)]),
  );
}

function valueText(t: Texts, name: string, value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'view.yes' : 'view.no');
  if (name !== 'payment_methods')
    return printable(name === 'status' ? wordOf(t, name, String(value)) : value);
  const acceptedEntries = Object.entries(membersOf(value)).filter(([, isAccepted]) => isAccepted);
  return acceptedEntries.map(([method]) => wordOf(t, 'method', method)).join(', ');
}

export function cellText<Row>(
  viewColumn: ShownField<Row>,
  row: Row,
  style: Style,
  { nowMs, limit = CELL_LIMIT }: { readonly nowMs: number; readonly limit?: number },
): string {
  const t = viewTexts(style.t.lang);
  const value = fieldValue(viewColumn, row, t);
  if (value === undefined || value === null || value === '') return '';
  const text = () => printable(wordOf(t, viewColumn.words, String(value)), limit);
  switch (viewColumn.kind) {
    case 'state': {
      const steps = viewColumn.steps?.(row);
      const state = styleForTone(viewColumn.tone?.(row) ?? 'plain', style)(text());
      return steps ? `${stepsLine(steps, style)} ${state}` : state;
    }
    case 'money':
      return printableAmount(...(value as Money), t);
    case 'duration':
      return `${Math.round(Number(value))} ms`;
    case 'flag':
      return t(value ? 'view.yes' : 'view.no');
    case 'age':
    case 'instant':
      return style.dim(agoText(style.t, String(value), nowMs));
    case 'clock':
      return style.dim(localTime(String(value)));
    default:
      return text();
  }
}

function extraText<Row>({ beside: extra }: ShownField<Row>, row: Row, style: Style, id?: string): string {
  const text = extra?.(row, viewTexts(style.t.lang));
  return text && text !== id
    ? `  ${style.dim(printable(text, id === undefined ? FACT_LIMIT : CELL_LIMIT))}`
    : '';
}

const stepSigns = { good: '●', wait: '◐', bad: '✕', plain: '○' } as const;

/** Draws the steps of a session as pages do: `●─●─◐`. */
export function stepsLine(steps: readonly Tone[], style: Style): string {
  return steps.map((tone) => styleForTone(tone, style)(stepSigns[tone])).join('─');
}

export function styleForTone(tone: Tone, style: Style): (text: string) => string {
  return { good: style.green, wait: style.yellow, bad: style.red, plain: String }[tone];
}

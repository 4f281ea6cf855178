import {
  fieldValue,
  labelOf,
  type Money,
  type Shown,
  stateText,
  type View,
  wordOf,
} from '@svc-simulator/contract';
import { durationText, formatMoney } from '@svc-simulator/texts/number-texts.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Child } from 'hono/jsx';
import { t } from '../../kit/parts.tsx';
import { FactList, Tag, Time } from '../parts/parts.tsx';

/** A field's value as its kind is shown on a page; undefined: there is none. */
export function shownValue<Row>(t: Texts, shown: Shown<Row>, row: Row): Child | undefined {
  const value = fieldValue(shown, row, t);
  if (value === undefined || value === null || value === '') return undefined;
  switch (shown.kind) {
    case 'state':
      return <Tag tone={shown.tone?.(row) ?? 'plain'} text={stateText(shown, row, t)} />;
    case 'money': {
      const [amount, currency] = value as Money;
      return formatMoney(Math.round(amount * 100), currency, t.lang);
    }
    case 'duration':
      return durationText(Number(value), t.lang);
    case 'flag':
      return t(value ? 'view.yes' : 'view.no');
    case 'instant':
      return <Time atMs={Date.parse(String(value))} />;
    case 'age':
      return <Time atMs={Date.parse(String(value))} form="since" />;
    case 'clock':
      return <Time atMs={Date.parse(String(value))} form="clock" />;
    case 'code':
      return <code>{value}</code>;
    case 'id':
      return <code>{String(value).slice(0, 8)}</code>;
    default:
      return wordOf(t, shown.words, String(value));
  }
}

/**
 * How a column stands: `amount` to the right, `figures`, which nobody understands without its head, with it wherever it stands;
 * `line` takes the room that is left, `whole` a line of a phone.
 */
function kindOf<Row>({ kind, isLong }: Shown<Row>): string | undefined {
  if (isLong) return isLong === 'whole' ? 'line whole' : 'line';
  if (kind === 'money' || kind === 'duration') return 'amount';
  return kind === 'count' || kind === 'clock' || kind === 'flag' ? 'figures' : undefined;
}

interface RowsProps<Row> {
  readonly view: Pick<View<Row>, 'noun' | 'columns' | 'id' | 'to'>;
  readonly rows: readonly Row[];
  readonly only?: readonly string[];
  readonly actions?: ((row: Row) => Child) | undefined;
}

/**
 * Rows of a view to look through: a line a row, two where there is no room. The first column leads to the row's page, and its link
 * is the whole row's; a link in another cell is its own. Keys go through it (`client/console.ts`).
 */
export function ViewRows<Row>({ view, rows, only, actions }: RowsProps<Row>) {
  const { noun, id, to } = view;
  const columns = view.columns
    .filter(({ field }) => only?.includes(field) ?? true)
    .map((shown) => ({ shown, head: labelOf(t, noun, shown.field), kind: kindOf(shown) }));
  return (
    <table class="table rows">
      <thead>
        <tr>
          {columns.map(({ head, kind }) => (
            <th scope="col" class={kind === 'amount' ? kind : undefined}>
              {head}
            </th>
          ))}
          {actions && (
            <th scope="col">
              <span class="unseen">{t('view.actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr>
            {columns.map(({ shown, head, kind }, at) => (
              <td class={kind} data-label={kind === 'figures' ? head : undefined}>
                {at === 0 ? (
                  <Cell shown={shown} row={row} link={to?.(row)} title={id(row)} />
                ) : (
                  <Cell shown={shown} row={row} link={shown.to?.(row)} />
                )}
              </td>
            ))}
            {actions && <td class="actions">{actions(row)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps<Row> extends Pick<LinkedProps, 'link' | 'title'> {
  readonly shown: Shown<Row>;
  readonly row: Row;
}

function Cell<Row>({ shown, row, ...link }: CellProps<Row>) {
  const value = shownValue(t, shown, row);
  const beside = shown.beside?.(row, t);
  if (value !== undefined || beside) return <Linked value={value} beside={beside} {...link} />;
  return shown.kind === 'state' ? <span class="soft none">–</span> : null;
}

interface LinkedProps {
  readonly value: Child | undefined;
  readonly link: string | null | undefined;
  readonly title?: string | undefined;
  readonly beside: string | undefined;
}

function Linked({ value, link, title, beside }: LinkedProps) {
  const shown = link ? (
    <a href={link} title={title}>
      {value}
    </a>
  ) : (
    value
  );
  return (
    <>
      {shown}
      {beside && ' '}
      {beside && <span class="soft">{beside}</span>}
    </>
  );
}

interface FactsProps<Row> {
  readonly noun: string;
  readonly facts: readonly Shown<Row>[];
  readonly row: Row;
}

export function ViewFacts<Row>({ noun, facts, row }: FactsProps<Row>) {
  return (
    <FactList
      class="wide"
      facts={facts.map((fact) => {
        const value = shownValue(t, fact, row);
        const shown = value !== undefined && (
          <Linked value={value} link={fact.to?.(row)} beside={fact.beside?.(row, t)} />
        );
        return [labelOf(t, noun, fact.field), shown || undefined, fact.isLong ? 'whole' : undefined] as const;
      })}
    />
  );
}

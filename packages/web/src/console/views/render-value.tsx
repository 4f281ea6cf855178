import type { ListView, Money, ShownField } from '@svc-simulator/contract';
import { fieldValue, labelOf, stateText, wordOf } from '@svc-simulator/contract';
import { durationText, formatMoney } from '@svc-simulator/texts/number-texts.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Child } from 'hono/jsx';
import { type FactRow, SessionStepDots, t } from '../../kit/parts.tsx';
import { FactList, Time, ToneTag } from '../parts/parts.tsx';
import { sortDirection, sortPath } from './sorting.ts';

export function renderValue<Row>(t: Texts, column: ShownField<Row>, row: Row): Child | undefined {
  const value = fieldValue(column, row, t);
  if (value === undefined || value === null || value === '') return undefined;
  switch (column.kind) {
    case 'state': {
      const steps = column.steps?.(row);
      const tone = column.tone?.(row) ?? 'plain';
      if (!steps) return <ToneTag tone={tone} text={stateText(column, row, t)} />;
      return (
        <span class={`small ${tone}`}>
          <SessionStepDots steps={steps} /> <span class="toned">{stateText(column, row, t)}</span>
        </span>
      );
    }
    case 'money': {
      const [amount, currency] = value as Money;
      return formatMoney(Math.round(amount * 100), currency, t.lang);
    }
    case 'duration':
      return durationText(Number(value), t.lang);
    case 'flag':
      return t(value ? 'view.yes' : 'view.no');
    case 'instant':
    case 'age':
    case 'clock':
      return <Time atMs={Date.parse(String(value))} form={timeForms[column.kind]} />;
    case 'call': {
      const [method, ...path] = String(value).split(' ');
      return (
        <>
          <code class="method">{method}</code> {path.join(' ')}
        </>
      );
    }
    case 'code':
      return <code>{value}</code>;
    case 'id':
      return <code>{String(value).slice(0, 8)}</code>;
    default:
      return wordOf(t, column.words, String(value));
  }
}

const timeForms = { instant: 'full', age: 'since', clock: 'clock' } as const;

/**
 * Returns the CSS classes of a column, or undefined: `amount` aligns right, `figures` also keeps its label
 * on phones, `line` takes the remaining width. On phones, `whole` has its own line, and `wide` is hidden.
 */
function columnClass<Row>({ kind, layout = 'short' }: ShownField<Row>): string | undefined {
  if (layout !== 'short') return { long: 'line', ownLine: 'line whole', wideOnly: 'line wide' }[layout];
  if (kind === 'money' || kind === 'duration') return 'amount';
  return kind === 'count' || kind === 'clock' ? 'figures' : undefined;
}

interface RowsProps<Row> {
  readonly view: Pick<ListView<Row>, 'noun' | 'columns' | 'id' | 'to'>;
  readonly rows: readonly Row[];
  readonly only?: readonly string[];
  readonly actions?: ((row: Row) => Child) | undefined;
  /** If set, the column heads are links that sort the rows. */
  readonly url?: URL;
  /** Adds checkboxes, which belong to the form of `SelectionActions`. */
  readonly canPick?: boolean;
}

/** The link in the first cell covers the whole row; `client/keys.ts` moves between these links. */
export function ViewRows<Row>({ view, rows, only, actions, url, canPick }: RowsProps<Row>) {
  const { noun, id, to } = view;
  const columns = view.columns
    .filter(({ field }) => only?.includes(field) ?? true)
    .filter((column) => rows.some((row) => renderValue(t, column, row) ?? column.beside?.(row, t)))
    .map((column) => ({ column, head: labelOf(t, noun, column.field), kind: columnClass(column) }));
  return (
    <table class="table rows" data-side={url && to && ''}>
      <thead>
        <tr>
          {columns.map(({ column, head, kind }) => (
            <th
              scope="col"
              class={kind?.match(/^(amount|figures|line)/)?.[0]}
              aria-sort={url && sortDirection(column, url)}
            >
              {url ? (
                <a class="sort" href={sortPath(column, url)} title={t('console.kit.list.sort')}>
                  {head}
                </a>
              ) : (
                head
              )}
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
            {columns.map(({ column, head, kind }, index) => (
              <td class={kind} data-label={kind === 'figures' || column.kind === 'flag' ? head : undefined}>
                {index === 0 && canPick && <RowCheckbox id={id(row)} />}
                <Cell
                  column={column}
                  row={row}
                  link={index === 0 ? to?.(row) : column.to?.(row)}
                  {...(index === 0 && { title: id(row), id: canPick ? `open-${id(row)}` : undefined })}
                />
              </td>
            ))}
            {actions && <td class="actions">{actions(row)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function RowCheckbox({ id }: Readonly<{ id: string }>) {
  return (
    <label class="pick">
      <input
        type="checkbox"
        form="rows"
        name="row"
        value={id}
        id={`pick-${id}`}
        aria-label={`${t('console.kit.list.selectRow')} ${id.slice(0, 8)}`}
      />
    </label>
  );
}

interface CellProps<Row> {
  readonly column: ShownField<Row>;
  readonly row: Row;
  readonly link: string | null | undefined;
  readonly title?: string;
  /** With an id, the link keeps the focus when the page refreshes. */
  readonly id?: string | undefined;
}

function Cell<Row>({ column, row, link, ...attributes }: CellProps<Row>) {
  const value = renderValue(t, column, row);
  const beside = column.beside?.(row, t);
  if (value === undefined && !beside)
    return column.kind === 'state' ? <span class="soft none">–</span> : null;
  return (
    <>
      {link ? (
        <a href={link} {...attributes}>
          {value}
        </a>
      ) : (
        value
      )}
      {beside && ' '}
      {beside && <span class="soft">{beside}</span>}
    </>
  );
}

interface ViewFactsProps<Row> {
  readonly noun: string;
  readonly facts: readonly ShownField<Row>[];
  readonly row: Row;
}

export function ViewFacts<Row>({ noun, facts, row }: ViewFactsProps<Row>) {
  const rows = facts.map((fact): FactRow => {
    const hasValue = renderValue(t, fact, row) !== undefined;
    return [
      labelOf(t, noun, fact.field),
      hasValue ? <Cell column={fact} row={row} link={fact.to?.(row)} /> : undefined,
      (fact.layout ?? 'short') === 'short' ? undefined : 'whole',
    ];
  });
  return <FactList class="wide" facts={rows} />;
}

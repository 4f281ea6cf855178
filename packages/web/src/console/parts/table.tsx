import type { Child } from 'hono/jsx';

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => Child;
  /**
   * `amount`: figures, to the right. Cells of the other kinds go without their head on a card; that of `actions` is only read
   * out. `line`: in a list, the one that takes the room that is left; `figures`: there,
   * one that nobody understands without its head.
   */
  readonly kind?: 'amount' | 'figures' | 'whole' | 'actions' | 'line' | undefined;
}

interface TableProps<Row> {
  /** A class of its own, for the widths of its columns. */
  readonly name?: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
}

/** A table, each row of which becomes a card where there is no room. */
export function Table<Row>(props: TableProps<Row>) {
  return (
    <TableOf {...props} kind="cards">
      {({ head, kind, cell }, row) =>
        kind === 'whole' || kind === 'actions' ? (
          <td class="whole">{cell(row)}</td>
        ) : (
          <td data-label={head} class={kind}>
            {cell(row)}
          </td>
        )
      }
    </TableOf>
  );
}

/**
 * A list to look through: a line a row, two where there is no room. The link in its first cell is the whole row's; a link in
 * another cell is its own. Keys go through it (`client/list-keys.ts`).
 */
export function Rows<Row>(props: TableProps<Row>) {
  return (
    <TableOf {...props} kind="rows">
      {({ head, kind, cell }, row) => (
        <td class={kind} data-label={kind === 'figures' ? head : undefined}>
          {cell(row)}
        </td>
      )}
    </TableOf>
  );
}

interface TableOfProps<Row> extends TableProps<Row> {
  readonly kind: 'cards' | 'rows';
  readonly children: (column: Column<Row>, row: Row) => Child;
}

function TableOf<Row>({ name, kind: shape, rows, columns, children }: TableOfProps<Row>) {
  return (
    <table class={name ? `table ${shape} ${name}` : `table ${shape}`}>
      <thead>
        <tr>
          {columns.map(({ head, kind }) => (
            <th scope="col" class={kind === 'amount' ? kind : undefined}>
              {kind === 'actions' ? <span class="unseen">{head}</span> : head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr>{columns.map((column) => children(column, row))}</tr>
        ))}
      </tbody>
    </table>
  );
}

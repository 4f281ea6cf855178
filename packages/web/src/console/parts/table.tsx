import type { Child } from 'hono/jsx';

interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => Child;
  /** `amount`: figures, to the right. Cells of the other kinds go without their head on a card; that of `actions` is only read out. */
  readonly kind?: 'amount' | 'figures' | 'whole' | 'actions' | undefined;
}

interface TableProps<Row> {
  /** A class of its own, for the widths of its columns. */
  readonly name?: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
}

/** A table, each row of which becomes a card where there is no room. */
export function Table<Row>({ name, rows, columns }: TableProps<Row>) {
  return (
    <table class={name ? `table cards ${name}` : 'table cards'}>
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
          <tr>
            {columns.map(({ head, kind, cell }) =>
              kind === 'whole' || kind === 'actions' ? (
                <td class="whole">{cell(row)}</td>
              ) : (
                <td data-label={head} class={kind}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

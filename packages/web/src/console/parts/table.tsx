import type { Child } from 'hono/jsx';

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => Child;
  /**
   * `amount`: to the right; `figures`: nobody understands it without its head; `line`: it takes the room that is left, `whole`: a
   * line of a phone. The head of `actions` is only read out.
   */
  readonly kind?: 'amount' | 'figures' | 'actions' | 'line' | 'line whole' | undefined;
}

interface RowsProps<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
}

/**
 * A list to look through: a line a row, two where there is no room. The link in its first cell is the whole row's; a link in
 * another cell is its own. Keys go through it (`client/console.ts`).
 */
export function Rows<Row>({ rows, columns }: RowsProps<Row>) {
  return (
    <table class="table rows">
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
            {columns.map(({ head, kind, cell }) => (
              <td class={kind} data-label={kind === 'figures' ? head : undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import type { Child } from 'hono/jsx';

interface TextTableProps {
  readonly head: readonly string[];
  readonly rows: readonly (readonly Child[])[];
  readonly class?: string;
  readonly tabindex?: 0;
}

/** A table to be read, such as what a picture shows. */
export function TextTable({ head, rows, class: kind = 'table', tabindex }: TextTableProps) {
  return (
    <table class={kind} tabindex={tabindex}>
      <thead>
        <tr>
          {head.map((text) => (
            <th scope="col">{text}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr>
            {cells.map((cell) => (
              <td>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Child } from 'hono/jsx';

interface ChartProps {
  readonly t: Texts;
  /** Names the chart in the page. */
  readonly name: string;
  readonly title: string;
  readonly lead: string;
  /** The table behind it: its head, and its rows. */
  readonly head: readonly string[];
  readonly rows: readonly (readonly Child[])[];
  readonly children: Child;
}

/** A chart with what it shows in words, and the same as a table. */
export function ChartPanel({ t, name, title, lead, head, rows, children }: ChartProps) {
  return (
    <section class="panel stack" aria-labelledby={`${name}-heading`}>
      <div>
        <h2 id={`${name}-heading`}>{title}</h2>
        <p class="soft small">{lead}</p>
      </div>
      {children}
      <details class="folded" id={`${name}-table`}>
        <summary>{t('console.charts.table')}</summary>
        <table class="table chart-table">
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
      </details>
    </section>
  );
}

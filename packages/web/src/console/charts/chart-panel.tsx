import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Child } from 'hono/jsx';
import { TextTable } from '../parts/table.tsx';

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
        <TextTable class="table chart-table" head={head} rows={rows} />
      </details>
    </section>
  );
}

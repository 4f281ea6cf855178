// Units of the pictures, which are as wide as a narrow phone.
import { labelOf } from '@svc-simulator/contract';
import { durationText } from '@svc-simulator/texts/number-texts.ts';
import type { Child } from 'hono/jsx';
import { TextTable, t } from '../../kit/parts.tsx';
import { Panel, Time } from '../parts/parts.tsx';
import { type ChartedDelivery, type ChartPart, chartParts } from './chart-figures.ts';

const WIDTH = 300;
const LEFT = 50;
const HEIGHT = 120;
const BASE = 112;

const DAY_MS = 86_400_000;

const outcomes = ['delivered', 'open', 'gaveUp'] as const;
const speeds = ['p50', 'p95'] as const;

interface DeliveryChartsProps {
  readonly now: number;
  /** The latest, in any order. */
  readonly deliveries: readonly ChartedDelivery[];
}

/**
 * Shows the results of deliveries over time and the receivers' response times; nothing without deliveries.
 */
export function DeliveryCharts({ now, deliveries }: DeliveryChartsProps) {
  const parts = chartParts(deliveries, now);
  if (parts.length === 0) return null;
  const shown = parts.reduce((sum, { delivered, open, gaveUp }) => sum + delivered + open + gaveUp, 0);
  const duration = (ms: number | null) => (ms === null ? '—' : durationText(ms, t.lang));
  return (
    <>
      <Chart
        name="deliveries"
        lead={t('console.charts.deliveriesOf', { count: shown })}
        series={outcomes.map((kind) => ({ kind, text: labelOf(t, 'receiver', kind) }))}
        cell={(part, kind) => part[kind]}
        {...{ parts, now }}
      >
        <Bars parts={parts} />
      </Chart>
      {parts.some(({ p50 }) => p50 !== null) && (
        <Chart
          name="latency"
          lead={t('console.charts.latencyLead')}
          series={speeds.map((kind) => ({ kind, text: t(`console.charts.${kind}`) }))}
          cell={(part, kind) => duration(part[kind])}
          {...{ parts, now }}
        >
          <Lines parts={parts} />
        </Chart>
      )}
    </>
  );
}

interface ChartProps<Kind extends string> {
  readonly name: 'deliveries' | 'latency';
  readonly lead: string;
  readonly parts: readonly ChartPart[];
  readonly now: number;
  readonly series: readonly { readonly kind: Kind; readonly text: string }[];
  readonly cell: (part: ChartPart, kind: Kind) => Child;
  /** The shapes. */
  readonly children?: Child;
}

/** Renders a chart, its summary in words, and the same data as a table. */
function Chart<Kind extends string>(props: ChartProps<Kind>) {
  const { name, lead, parts, now, series, cell, children } = props;
  const title = t(`console.charts.${name}`);
  const from = parts[0]?.at ?? now;
  // Within a day the day is said once.
  const mark = now - from < DAY_MS ? 'hour' : 'day';
  return (
    <Panel title={title} name={`chart-${name}`} lead={lead}>
      <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={title}>
        {children}
        <path class="axis" d={`M${LEFT} ${BASE}H${WIDTH}`} />
      </svg>
      <p class="time-axis soft small">
        <Time atMs={from} form={mark} />
        {mark === 'hour' && <Time atMs={now} form="day" />}
        <Time atMs={now} form={mark} />
      </p>
      <ul class="row small">
        {series.map(({ kind, text }) => (
          <li class="row">
            <Sample kind={kind} />
            {text}
          </li>
        ))}
      </ul>
      <details class="folded" id={`chart-${name}-table`}>
        <summary>{t('console.charts.table')}</summary>
        <TextTable
          class="table chart-table figures"
          head={[t('console.charts.from'), ...series.map(({ text }) => text)]}
          rows={parts.map((part, at) => [
            <Time atMs={part.at} form={at > 0 && mark === 'hour' ? 'clock' : 'full'} />,
            ...series.map(({ kind }) => cell(part, kind)),
          ])}
        />
      </details>
    </Panel>
  );
}

function across(part: number, parts: readonly ChartPart[]): number {
  return LEFT + ((part + 0.5) * (WIDTH - LEFT)) / parts.length;
}

/** Each outcome has its own stripes as well as its color. */
function Bars({ parts }: { readonly parts: readonly ChartPart[] }) {
  const highest = Math.max(...parts.map(({ delivered, open, gaveUp }) => delivered + open + gaveUp));
  const tall = (count: number) => (count / highest) * (BASE - 12);
  return (
    <>
      <defs>
        <pattern id="open-stripes" width="5" height="5" patternUnits="userSpaceOnUse">
          <path d="M0 5 5 0" />
        </pattern>
        <pattern id="gave-up-stripes" width="5" height="5" patternUnits="userSpaceOnUse">
          <path d="M0 5 5 0M0 0 5 5" />
        </pattern>
      </defs>
      <text x={LEFT - 6} y="16">
        {highest}
      </text>
      <text x={LEFT - 6} y={BASE}>
        0
      </text>
      {parts.map((part, at) => {
        let top = BASE;
        return outcomes.map((kind) => {
          const height = tall(part[kind]);
          top -= height;
          return (
            height > 0 && <rect class={kind} x={across(at, parts) - 7} y={top} width="14" height={height} />
          );
        });
      })}
    </>
  );
}

/** From 1 ms to 10 s, each power of ten as tall as the others: what matters lies between 5 ms and 5 s. */
function tallOf(ms: number): number {
  const powers = Math.log10(Math.min(Math.max(ms, 1), 10_000));
  return BASE - (powers / 4) * (BASE - 12);
}

/** p50 with dots and p95 dashed with squares, and the lines at 1 s and 5 s. */
function Lines({ parts }: { readonly parts: readonly ChartPart[] }) {
  return (
    <>
      {[10, 100, 1000, 5000].map((ms) => (
        <>
          <path class={ms >= 1000 ? 'limit' : 'grid-line'} d={`M${LEFT} ${tallOf(ms).toFixed(1)}H${WIDTH}`} />
          <text x={LEFT - 6} y={(tallOf(ms) + 4).toFixed(1)}>
            {durationText(ms, t.lang)}
          </text>
        </>
      ))}
      {speeds.toReversed().map((kind) => {
        const points = parts.flatMap(({ [kind]: ms }, at) =>
          ms === null ? [] : [{ x: across(at, parts), y: tallOf(ms) }],
        );
        return (
          <>
            <path
              class={`line ${kind}`}
              d={`M${points.map(({ x, y }) => `${x} ${y.toFixed(1)}`).join('L')}`}
            />
            {points.map((point) => (
              <Mark kind={kind} {...point} />
            ))}
          </>
        );
      })}
    </>
  );
}

function Mark({ kind, x, y }: { readonly kind: string; readonly x: number; readonly y: number }) {
  return kind === 'p50' ? (
    <circle class={kind} cx={x} cy={y.toFixed(1)} r="3" />
  ) : (
    <rect class={kind} x={x - 3} y={(y - 3).toFixed(1)} width="6" height="6" />
  );
}

function Sample({ kind }: { readonly kind: string }) {
  return (
    <svg class="chart sample" viewBox="0 0 20 12" aria-hidden="true">
      {kind === 'p50' || kind === 'p95' ? (
        <>
          <path class={`line ${kind}`} d="M0 6H20" />
          <Mark kind={kind} x={10} y={6} />
        </>
      ) : (
        <rect class={kind} x="1" y="1" width="18" height="10" />
      )}
    </svg>
  );
}

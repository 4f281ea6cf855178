import { labelOf } from '@svc-simulator/contract';
import { durationText } from '@svc-simulator/texts/number-texts.ts';
import type { Child } from 'hono/jsx';
import { TextTable, t } from '../../kit/parts.tsx';
import { Panel, Time } from '../parts/parts.tsx';
import { type ChartedDelivery, type ChartPart, chartParts } from './chart-figures.ts';

// In SVG units. On a narrow phone, a unit is about a pixel, so the text of a chart isn't shrunk.
const CHART_WIDTH = 300;
const AXIS_LEFT = 50;
const CHART_HEIGHT = 120;
const AXIS_BOTTOM = 112;

const SPAN_WITH_DATES_MS = 86_400_000;
/** A chart with fewer points shows nothing that its numbers don't. */
const MIN_POINTS = 3;

const chartedOutcomes = ['delivered', 'open', 'gaveUp'] as const;
const percentiles = ['p50', 'p95'] as const;

export function DeliveryCharts({ deliveries }: Readonly<{ deliveries: readonly ChartedDelivery[] }>) {
  const now = Math.max(...deliveries.map(({ created_at }) => Date.parse(created_at)));
  const parts = chartParts(deliveries, now);
  if (parts.filter(({ count }) => count > 0).length < MIN_POINTS) return null;
  const duration = (ms: number | null) => (ms === null ? '—' : durationText(ms, t.lang));
  return (
    <>
      <Chart
        name="deliveries"
        lead={t('console.charts.latestDeliveries', {
          count: parts.reduce((sum, { count }) => sum + count, 0),
        })}
        series={chartedOutcomes.map((kind) => [kind, labelOf(t, 'receiver', kind)])}
        cell={(part, kind) => part[kind]}
        parts={parts}
        now={now}
      >
        <Bars parts={parts} />
      </Chart>
      {parts.filter(({ p50 }) => p50 !== null).length >= MIN_POINTS && (
        <Chart
          name="latency"
          lead={t('console.charts.latencyLead')}
          series={percentiles.map((kind) => [kind, t(`console.charts.${kind}`)])}
          cell={(part, kind) => duration(part[kind])}
          parts={parts}
          now={now}
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
  readonly series: readonly (readonly [kind: Kind, text: string])[];
  readonly cell: (part: ChartPart, kind: Kind) => Child;
  readonly children?: Child;
}

function Chart<Kind extends string>(props: ChartProps<Kind>) {
  const { name, lead, parts, now, series, cell, children } = props;
  const title = t(`console.charts.${name}`);
  const from = parts[0]?.at ?? now;
  // If the chart covers less than a day, the date appears only once.
  const timeForm = now - from < SPAN_WITH_DATES_MS ? 'hour' : 'day';
  return (
    <Panel title={title} name={`chart-${name}`} lead={lead}>
      <svg class="chart" viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`} role="img" aria-label={title}>
        {children}
        <path stroke="var(--edge)" d={`M${AXIS_LEFT} ${AXIS_BOTTOM}H${CHART_WIDTH}`} />
      </svg>
      <p class="spread time-axis soft small">
        <Time atMs={from} form={timeForm} />
        {timeForm === 'hour' && <Time atMs={now} form="day" />}
        <Time atMs={now} form={timeForm} />
      </p>
      <ul class="row small">
        {series.map(([kind, text]) => (
          <li class="row">
            <LegendSample kind={kind} />
            {text}
          </li>
        ))}
      </ul>
      <details class="folded" id={`chart-${name}-table`}>
        <summary>{t('console.charts.table')}</summary>
        <TextTable
          class="table chart-table figures"
          head={[t('console.charts.from'), ...series.map(([, text]) => text)]}
          rows={parts.map((part, index) => [
            <Time atMs={part.at} form={index > 0 && timeForm === 'hour' ? 'clock' : 'full'} />,
            ...series.map(([kind]) => cell(part, kind)),
          ])}
        />
      </details>
    </Panel>
  );
}

function xOfPart(partIndex: number, parts: readonly ChartPart[]): number {
  return AXIS_LEFT + ((partIndex + 0.5) * (CHART_WIDTH - AXIS_LEFT)) / parts.length;
}

/** Draws the bars. Outcomes also differ by their stripes, for readers who can't tell colors apart. */
function Bars({ parts }: { readonly parts: readonly ChartPart[] }) {
  const highest = Math.max(...parts.map(({ count }) => count));
  const heightOf = (count: number) => (count / highest) * (AXIS_BOTTOM - 12);
  return (
    <>
      <defs>
        <pattern id="open-stripes" width="5" height="5" patternUnits="userSpaceOnUse">
          <path stroke="var(--warn)" stroke-width="1.5" d="M0 5 5 0" />
        </pattern>
        <pattern id="gave-up-stripes" width="5" height="5" patternUnits="userSpaceOnUse">
          <path stroke="var(--danger)" stroke-width="1.5" d="M0 5 5 0M0 0 5 5" />
        </pattern>
      </defs>
      <text x={AXIS_LEFT - 6} y="16">
        {highest}
      </text>
      <text x={AXIS_LEFT - 6} y={AXIS_BOTTOM}>
        0
      </text>
      {parts.map((part, index) => {
        let top = AXIS_BOTTOM;
        return chartedOutcomes.map((kind) => {
          const height = heightOf(part[kind]);
          top -= height;
          return (
            height > 0 && (
              <rect class={kind} x={xOfPart(index, parts) - 7} y={top} width="14" height={height} />
            )
          );
        });
      })}
    </>
  );
}

/** The scale is logarithmic, from 1 ms to 10 s, because short durations would be one line on a linear one. */
function yOfDuration(ms: number): number {
  const exponent = Math.log10(Math.min(Math.max(ms, 1), 10_000));
  return AXIS_BOTTOM - (exponent / 4) * (AXIS_BOTTOM - 12);
}

function Lines({ parts }: { readonly parts: readonly ChartPart[] }) {
  return (
    <>
      {[10, 100, 1000, 5000].map((ms) => (
        <>
          <path
            stroke={ms >= 1000 ? 'var(--danger)' : 'var(--line)'}
            stroke-dasharray={ms >= 1000 ? '2 3' : undefined}
            d={`M${AXIS_LEFT} ${yOfDuration(ms).toFixed(1)}H${CHART_WIDTH}`}
          />
          <text x={AXIS_LEFT - 6} y={(yOfDuration(ms) + 4).toFixed(1)}>
            {durationText(ms, t.lang)}
          </text>
        </>
      ))}
      {percentiles.toReversed().map((kind) => {
        const points = parts.flatMap(({ [kind]: ms }, index) =>
          ms === null ? [] : [`${xOfPart(index, parts)} ${yOfDuration(ms).toFixed(1)}`],
        );
        return <path class={kind} d={`M${points.join('L')}`} />;
      })}
    </>
  );
}

function LegendSample({ kind }: { readonly kind: string }) {
  return (
    <svg class="chart sample" viewBox="0 0 20 12" aria-hidden="true">
      {kind === 'p50' || kind === 'p95' ? (
        <path class={kind} d="M0 6H20" />
      ) : (
        <rect class={kind} x="1" y="1" width="18" height="10" />
      )}
    </svg>
  );
}

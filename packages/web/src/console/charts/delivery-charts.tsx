import { durationText } from '@svc-simulator/texts/number-texts.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { Time } from '../parts/parts.tsx';
import { type ChartedDelivery, type ChartPart, chartParts } from './chart-figures.ts';
import { ChartPanel } from './chart-panel.tsx';

// Units of the pictures, which are as wide as a narrow phone.
const WIDTH = 300;
const LEFT = 50;
const HEIGHT = 120;
const BASE = 112;

interface DeliveryChartsProps {
  readonly t: Texts;
  readonly now: number;
  /** The latest, in any order. */
  readonly deliveries: readonly ChartedDelivery[];
}

/** What became of deliveries over time, and how long their receivers took; nothing where there are none. */
export function DeliveryCharts({ t, now, deliveries }: DeliveryChartsProps) {
  const parts = chartParts(deliveries, now);
  if (parts.length === 0) return null;
  const shown = parts.reduce((sum, { delivered, open, gaveUp }) => sum + delivered + open + gaveUp, 0);
  const duration = (ms: number | null) => (ms === null ? t('console.charts.none') : durationText(ms, t.lang));
  return (
    <>
      <ChartPanel
        t={t}
        name="chart-deliveries"
        title={t('console.charts.deliveries')}
        lead={t('console.charts.deliveriesOf', { count: shown })}
        head={[
          t('console.charts.from'),
          t('console.charts.states.delivered'),
          t('console.charts.states.open'),
          t('console.charts.states.gaveUp'),
        ]}
        rows={parts.map(({ at, delivered, open, gaveUp }) => [<Time atMs={at} />, delivered, open, gaveUp])}
      >
        <Bars title={t('console.charts.deliveries')} parts={parts} />
        <TimeAxis parts={parts} now={now} />
        <ul class="row small legend">
          <LegendEntry kind="delivered" text={t('console.charts.states.delivered')} />
          <LegendEntry kind="open" text={t('console.charts.states.open')} />
          <LegendEntry kind="gave-up" text={t('console.charts.states.gaveUp')} />
        </ul>
      </ChartPanel>
      {parts.some(({ p50 }) => p50 !== null) && (
        <ChartPanel
          t={t}
          name="chart-latency"
          title={t('console.charts.latency')}
          lead={t('console.charts.latencyLead')}
          head={[t('console.charts.from'), t('console.charts.p50'), t('console.charts.p95')]}
          rows={parts.map(({ at, p50, p95 }) => [<Time atMs={at} />, duration(p50), duration(p95)])}
        >
          <Lines t={t} title={t('console.charts.latency')} parts={parts} />
          <TimeAxis parts={parts} now={now} />
          <ul class="row small legend">
            <LegendEntry kind="p50" text={t('console.charts.p50')} />
            <LegendEntry kind="p95" text={t('console.charts.p95')} />
          </ul>
        </ChartPanel>
      )}
    </>
  );
}

interface PictureProps {
  readonly title: string;
  readonly parts: readonly ChartPart[];
}

/** The middle of a part, from left to right. */
function across(part: number, parts: readonly ChartPart[]): number {
  return LEFT + ((part + 0.5) * (WIDTH - LEFT)) / parts.length;
}

/** Stacked bars. Each outcome has a pattern of its own besides its colour. */
function Bars({ title, parts }: PictureProps) {
  const highest = Math.max(...parts.map(({ delivered, open, gaveUp }) => delivered + open + gaveUp));
  const tall = (count: number) => (count / highest) * (BASE - 12);
  const bar = (part: number, kind: string, below: number, count: number) =>
    count > 0 && (
      <rect
        class={kind}
        x={across(part, parts) - 7}
        y={BASE - tall(below + count)}
        width="14"
        height={tall(count)}
      />
    );
  return (
    <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={title}>
      <Patterns />
      <path class="axis" d={`M${LEFT} ${BASE}H${WIDTH}`} />
      <text x={LEFT - 6} y="16">
        {highest}
      </text>
      <text x={LEFT - 6} y={BASE}>
        0
      </text>
      {parts.map(({ delivered, open, gaveUp }, part) => (
        <>
          {bar(part, 'delivered', 0, delivered)}
          {bar(part, 'open', delivered, open)}
          {bar(part, 'gave-up', delivered + open, gaveUp)}
        </>
      ))}
    </svg>
  );
}

/** From 1 ms to 10 s, each power of ten as tall as the others: what matters lies between 5 ms and 5 s. */
function tallOf(ms: number): number {
  const powers = Math.log10(Math.min(Math.max(ms, 1), 10_000));
  return BASE - (powers / 4) * (BASE - 12);
}

/** p50 with dots and p95 dashed with squares, and the lines at 1 s and 5 s. */
function Lines({ t, title, parts }: PictureProps & { readonly t: Texts }) {
  const points = (name: 'p50' | 'p95') =>
    parts.flatMap((part, index) => {
      const ms = part[name];
      return ms === null ? [] : [{ x: across(index, parts), y: tallOf(ms) }];
    });
  const path = (name: 'p50' | 'p95') =>
    `M${points(name)
      .map(({ x, y }) => `${x} ${y.toFixed(1)}`)
      .join('L')}`;
  return (
    <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={title}>
      {[10, 100, 1000, 5000].map((ms) => (
        <>
          <path class={ms >= 1000 ? 'limit' : 'grid-line'} d={`M${LEFT} ${tallOf(ms).toFixed(1)}H${WIDTH}`} />
          <text x={LEFT - 6} y={(tallOf(ms) + 4).toFixed(1)}>
            {durationText(ms, t.lang)}
          </text>
        </>
      ))}
      <path class="axis" d={`M${LEFT} ${BASE}H${WIDTH}`} />
      <path class="line p95" d={path('p95')} />
      <path class="line p50" d={path('p50')} />
      {points('p95').map(({ x, y }) => (
        <rect class="p95" x={x - 3} y={(y - 3).toFixed(1)} width="6" height="6" />
      ))}
      {points('p50').map(({ x, y }) => (
        <circle class="p50" cx={x} cy={y.toFixed(1)} r="3" />
      ))}
    </svg>
  );
}

function TimeAxis({ parts: [first], now }: { readonly parts: readonly ChartPart[]; readonly now: number }) {
  return (
    <p class="time-axis soft small">
      <Time atMs={first?.at ?? now} />
      <Time atMs={now} />
    </p>
  );
}

/** Stripes, so that outcomes differ without their colours; each picture has its own, as a page may show one alone. */
function Patterns() {
  return (
    <defs>
      <pattern id="open-stripes" width="5" height="5" patternUnits="userSpaceOnUse">
        <path d="M0 5 5 0" />
      </pattern>
      <pattern id="gave-up-stripes" width="5" height="5" patternUnits="userSpaceOnUse">
        <path d="M0 5 5 0M0 0 5 5" />
      </pattern>
    </defs>
  );
}

function LegendEntry({ kind, text }: { readonly kind: string; readonly text: string }) {
  return (
    <li class="row">
      <svg class="chart" viewBox="0 0 20 12" aria-hidden="true">
        {kind === 'p50' || kind === 'p95' ? (
          <>
            <path class={`line ${kind}`} d="M0 6H20" />
            {kind === 'p50' ? (
              <circle class={kind} cx="10" cy="6" r="3" />
            ) : (
              <rect class={kind} x="7" y="3" width="6" height="6" />
            )}
          </>
        ) : (
          <rect class={kind} x="1" y="1" width="18" height="10" />
        )}
      </svg>
      {text}
    </li>
  );
}

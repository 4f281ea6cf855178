import { type listSessions, type RowOf, sessionState, sessionStatuses } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { ChartPanel } from './chart-panel.tsx';

const ROW = 24;
const LEFT = 70;
const WIDTH = 300;

interface SessionChartProps {
  readonly t: Texts;
  readonly sessions: readonly Pick<RowOf<typeof listSessions>, 'status'>[];
}

/** How the latest sessions stand; each bar has its word and its number. */
export function SessionChart({ t, sessions }: SessionChartProps) {
  if (sessions.length === 0) return null;
  const counts = sessionStatuses.map((status) => ({
    status,
    count: sessions.filter((session) => session.status === status).length,
  }));
  const highest = Math.max(...counts.map(({ count }) => count));
  return (
    <ChartPanel
      t={t}
      name="chart-sessions"
      title={t('console.charts.outcomes')}
      lead={t('console.charts.outcomesOf', { count: sessions.length })}
      head={[t('console.charts.outcome'), t('console.charts.count')]}
      rows={counts.map(({ status, count }) => [t(`word.status.${status}`), count])}
    >
      <svg
        class="chart"
        viewBox={`0 0 ${WIDTH} ${counts.length * ROW}`}
        role="img"
        aria-label={t('console.charts.outcomes')}
      >
        {counts.map(({ status, count }, row) => (
          <>
            <text x={LEFT - 8} y={row * ROW + 16}>
              {t(`word.status.${status}`)}
            </text>
            <rect
              class={`status-bar ${sessionState.tone({ status, accreditation: 'none' })}`}
              x={LEFT}
              y={row * ROW + 4}
              width={(count / highest) * (WIDTH - LEFT - 36)}
              height="16"
            />
            <text class="count" x={LEFT + (count / highest) * (WIDTH - LEFT - 36) + 6} y={row * ROW + 16}>
              {count}
            </text>
          </>
        ))}
      </svg>
    </ChartPanel>
  );
}

import { type listSessions, type RowOf, sessionStatuses } from '@svc-simulator/contract';
import { t } from '../../kit/speaking.ts';
import { Panel } from '../parts/parts.tsx';

type Counted = Pick<RowOf<typeof listSessions>, 'status'>;

/** How the latest sessions stand: a bar, its word, which leads to those, and its number. */
export function SessionChart({ sessions }: Readonly<{ sessions: readonly Counted[] }>) {
  if (sessions.length === 0) return null;
  return (
    <Panel title={t('console.charts.outcomes')} name="chart-sessions">
      <p class="soft small">{t('console.charts.outcomesOf', { count: sessions.length })}</p>
      <ul class="stack tight">
        {sessionStatuses.map((status) => {
          const count = sessions.filter((session) => session.status === status).length;
          return (
            <li>
              <div class="spread">
                <a href={`/console/sessions?status=${status}`} id={`chart-${status}`}>
                  {t(`word.status.${status}`)}
                </a>
                <strong class="figures">{count}</strong>
              </div>
              <progress max={sessions.length} value={count} aria-labelledby={`chart-${status}`} />
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

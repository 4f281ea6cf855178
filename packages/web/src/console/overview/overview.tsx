import type { DataOf, RowOf } from '@svc-simulator/contract';
import {
  getProgress,
  getTrace,
  listAgreements,
  listCalls,
  listDeliveries,
  listSessions,
  sessionState,
  sessionStatuses,
  sessionView,
} from '@svc-simulator/contract';
import { machineTime } from '@svc-simulator/core';
import type { Child } from 'hono/jsx';
import { places, t } from '../../kit/parts.tsx';
import { DeliveryCharts } from '../charts/delivery-charts.tsx';
import { latestPerWebhook } from '../deliveries/latest-per-webhook.ts';
import { type ConsolePage, type PageCall, type PageRoute, rowsIn } from '../page-call.ts';
import { AGREEMENT_COMMAND } from '../parts/curl.ts';
import { CodeBlock, Notice, PageHead, Panel } from '../parts/parts.tsx';
import { PracticeSummary } from '../practices/practices-page.tsx';
import { EventList, nameSessions, sessionNamesOf } from '../trace/event-list.tsx';
import { isOfProgram, siftedQuery } from '../trace/trace-routes.tsx';
import { readVisibleRows } from '../views/list-page.tsx';
import { ViewRows } from '../views/render-value.tsx';
import { TroublesPanel } from './troubles.tsx';

const SHOWN_SESSIONS = 5;
/** The page searches the charts' rows for deliveries that wait for a stopped clock. */
const CHARTED_ROWS = '100';
const CHARTED_SESSIONS = '50';
const SHOWN_EVENTS = 8;
/** More events than shown, because events are folded. */
const READ_EVENTS = 45;
const HOUR_MS = 3_600_000;
const RECENT_FAILURE_MS = 86_400_000;

export const overviewRoutes: readonly PageRoute[] = [{ path: '/console', get: overviewPage }];

const LATEST_FIELDS = ['identifier', 'status', 'amount_reference', 'created_at'];

async function overviewPage(call: PageCall): Promise<ConsolePage> {
  const { perform, services, account, t, now } = call;
  const since = new Date(services.clock.now() - HOUR_MS).toISOString();
  const [sessions, agreements, events, abandoned, deliveries, refusedCalls, progress] = await Promise.all([
    perform(listSessions, { query: { limit: CHARTED_SESSIONS } }),
    perform(listAgreements, { query: { limit: '1' } }),
    readVisibleRows(
      (cursor) =>
        perform(getTrace, {
          query: { ...siftedQuery, limit: String(READ_EVENTS), ...(cursor && { cursor }) },
        }),
      isOfProgram,
      READ_EVENTS,
    ),
    perform(listDeliveries, { query: { state: 'gave_up', limit: CHARTED_ROWS } }),
    perform(listDeliveries, { query: { limit: CHARTED_ROWS } }),
    perform(listCalls, { query: { errors: 'true', since, limit: '1', total: 'true' } }),
    perform(getProgress),
  ]);
  const latest = rowsIn(sessions).slice(0, SHOWN_SESSIONS);
  const [agreement] = rowsIn(agreements);
  const shownEvents = nameSessions(rowsIn(events.result), sessionNamesOf(rowsIn(sessions)));
  const refusedCount = refusedCalls.ok ? (refusedCalls.total ?? 0) : 0;
  const recentlyAbandoned = rowsIn(abandoned).filter(
    ({ created_at }) => now - Date.parse(created_at) < RECENT_FAILURE_MS,
  );
  const isClockStopped = machineTime(account.clock, now + 1) === null;
  const body = (
    <>
      <PageHead title={t('console.frame.areas.overview')} />
      {progress.ok && <LatestNote notes={progress.data.notes} />}
      <div class="columns">
        <div class="stack loose">
          <div class="stack loose" data-live="sessions">
            {refusedCount > 0 && (
              <Notice kind="warn">
                <a href="/console/calls?errors=true">
                  {t('console.overview.refusedCalls', { count: refusedCount })}
                </a>
              </Notice>
            )}
            <TroublesPanel
              abandoned={latestPerWebhook(recentlyAbandoned)}
              waiting={rowsIn(deliveries).filter(({ stopped }) => stopped)}
              scheduled={latest.filter((row) => isClockStopped && row.accreditation === 'scheduled')}
            />
            {latest.length > 0 ? (
              <Panel
                title={t('console.overview.sessions')}
                aside={<a href="/console/sessions">{t('console.overview.allSessions')}</a>}
              >
                <ViewRows
                  view={sessionView}
                  rows={latest}
                  only={LATEST_FIELDS}
                  actions={({ id, status }) =>
                    status === 'pending' && <a href={`/pay/${id}`}>{t('console.kit.actions.pay')}</a>
                  }
                />
              </Panel>
            ) : (
              <FirstSteps isDemo={account.demoAgreementId !== undefined} agreement={agreement} />
            )}
          </div>
          <div class="grid charts" data-live="charts">
            <DeliveryCharts deliveries={rowsIn(deliveries)} />
          </div>
          <div data-live="events">
            {shownEvents.length > 0 && (
              <Panel
                title={t('console.overview.events')}
                aside={<a href="/console/trace">{t('console.overview.allEvents')}</a>}
              >
                <EventList now={now} events={shownEvents} isFolded maxRows={SHOWN_EVENTS} />
              </Panel>
            )}
          </div>
        </div>
        <div class="stack loose">
          {progress.ok && (
            <div data-live="practices">
              <PracticeSummary progress={progress.data}>
                <a href="/console/practices">{t('console.frame.areas.practices')}</a>
              </PracticeSummary>
            </div>
          )}
          <div data-live="outcomes">
            <SessionChart sessions={rowsIn(sessions)} />
          </div>
          <Panel title={t('console.overview.morePages')}>
            <ul class="row">
              {places.map(([name, path]) => (
                <li>
                  <a href={path}>{t(`kit.places.${name}`)}</a>
                </li>
              ))}
            </ul>
          </Panel>
        </div>
      </div>
    </>
  );
  return { title: t('console.frame.areas.overview'), area: 'overview', body };
}

function LatestNote({ notes }: Readonly<{ notes: DataOf<typeof getProgress>['notes'] }>) {
  const note = notes.at(-1);
  return (
    <div data-live="note">
      {note?.by === 'trainer' && (
        <Notice kind="plain" text={t('console.notes.by.trainer')}>
          <p>
            <bdi class="text">{note.text}</bdi>
          </p>
          <a href="/console/practices#notes">{t('console.notes.answer')}</a>
        </Notice>
      )}
    </div>
  );
}

interface FirstStepsProps {
  /** True if the commands on the page need no credentials, as for the demo account. */
  readonly isDemo: boolean;
  readonly agreement: RowOf<typeof listAgreements> | undefined;
}

function FirstSteps({ isDemo, agreement }: FirstStepsProps) {
  // Without `--agreement`, the command uses the latest agreement.
  const option = agreement && !isDemo ? ` --agreement ${agreement.agreement_id}` : '';
  return (
    <Panel title={t('practice.group.first_steps')}>
      <p class="soft">{t('console.overview.first.lead')}</p>
      <ol class="steps">
        {!isDemo && (
          <FirstStep name="token">
            <p>
              {t('console.overview.first.tokenText')}{' '}
              <a href="/console/keys">{t('console.frame.areas.keys')}</a>
            </p>
          </FirstStep>
        )}
        {!agreement && <FirstStep name="agreement" command={AGREEMENT_COMMAND} />}
        <FirstStep name="session" command={`npx sim session create${option}`} />
        <FirstStep name="pay">
          <p>{t('console.overview.first.payText')}</p>
        </FirstStep>
      </ol>
    </Panel>
  );
}

type StepName = 'token' | 'agreement' | 'session' | 'pay';
type StepProps = Readonly<{ name: StepName; command?: string; children?: Child }>;

function FirstStep({ name, command, children }: StepProps) {
  const title = t(`console.overview.first.${name}`);
  return (
    <li>
      <h3>{title}</h3>
      {children}
      {command && <CodeBlock text={command} objectName={title} />}
    </li>
  );
}

function SessionChart({ sessions }: Readonly<{ sessions: readonly RowOf<typeof listSessions>[] }>) {
  if (sessions.length === 0) return null;
  return (
    <Panel title={t('console.charts.outcomes')} name="chart-sessions">
      <p class="soft small">{t('console.charts.latestSessions', { count: sessions.length })}</p>
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
              <progress
                class={sessionState.tone({ status, accreditation: 'none' })}
                max={sessions.length}
                value={count}
                aria-labelledby={`chart-${status}`}
              />
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

import {
  type DataOf,
  getProgress,
  getTrace,
  listAgreements,
  listCalls,
  listDeliveries,
  listSessions,
  type RowOf,
  sessionStatuses,
  sessionView,
} from '@svc-simulator/contract';
import { eventOf } from '@svc-simulator/core';
import type { Child } from 'hono/jsx';
import { t } from '../../kit/parts.tsx';
import { DeliveryCharts } from '../charts/delivery-charts.tsx';
import { type ConsolePage, type PageCall, type PageRoute, rowsIn } from '../page-call.ts';
import { AGREEMENT_COMMAND } from '../parts/curl.ts';
import { CodeBlock, Notice, PageHead, Panel } from '../parts/parts.tsx';
import { NextPractice, tallyOf } from '../practices/practices-page.tsx';
import { EventList } from '../trace/event-list.tsx';
import { ViewRows } from '../views/shown-value.tsx';
import { isStopped, type Trouble, Troubles } from './troubles.tsx';

const SESSIONS = 5;
/** The latest sessions and deliveries: the charts count so many, and among them are those that wait for a clock that stands still. */
const CHARTED = '100';
const EVENTS = 8;
/** The rows from which those of test runs are filtered out. */
const LOOKED_AT = '60';
const HOUR_MS = 3_600_000;
/** Older failures are no news. */
const NEWS_MS = 86_400_000;

/** `/console`: what happened lately, what went wrong, and what to do next. */
export const overviewRoutes: readonly PageRoute[] = [{ path: '/console', get: overviewPage }];

async function overviewPage(call: PageCall): Promise<ConsolePage> {
  const { perform, services, account, t, now } = call;
  const since = new Date(services.clock.now() - HOUR_MS).toISOString();
  const [sessions, agreements, events, givenUp, deliveries, refused, progress] = await Promise.all([
    perform(listSessions, { query: { limit: CHARTED } }),
    perform(listAgreements, { query: { limit: '1' } }),
    perform(getTrace, { query: { order: 'desc', limit: LOOKED_AT } }),
    perform(listDeliveries, { query: { state: 'gave_up', limit: '20' } }),
    perform(listDeliveries, { query: { limit: CHARTED } }),
    perform(listCalls, { query: { errors: 'true', since, limit: '1', total: 'true' } }),
    perform(getProgress),
  ]);
  const latest = rowsIn(sessions).slice(0, SESSIONS);
  const [agreement] = rowsIn(agreements);
  const shown = rowsIn(events)
    .filter(({ data }) => data.by !== 'examination')
    .slice(0, EVENTS)
    .map(eventOf);
  const countRefused = refused.ok ? (refused.total ?? 0) : 0;
  const start: Start = {
    isDemo: account.demoAgreementId !== undefined,
    agreementId: agreement?.agreement_id,
  };
  const trouble: Trouble = {
    givenUp: latestOf(rowsIn(givenUp).filter(({ created_at }) => now - Date.parse(created_at) < NEWS_MS)),
    waiting: rowsIn(deliveries).filter(({ stopped }) => stopped),
    scheduled: isStopped(account.clock, now + 1)
      ? latest.filter(({ accreditation }) => accreditation === 'scheduled')
      : [],
  };
  const body = (
    <>
      <PageHead title={t('console.frame.areas.overview')} />
      <div class="columns">
        <div class="stack loose">
          <div class="stack loose" data-live="sessions">
            {countRefused > 0 && (
              <Notice kind="warn">
                <a href="/console/calls?errors=true">
                  {t('console.overview.refusedCalls', { count: countRefused })}
                </a>
              </Notice>
            )}
            <Troubles {...trouble} />
            {latest.length > 0 ? (
              <Panel
                title={t('console.overview.sessions')}
                beside={<a href="/console/sessions">{t('console.overview.allSessions')}</a>}
              >
                <ViewRows
                  view={sessionView}
                  rows={latest}
                  only={LATEST_FIELDS}
                  actions={({ id, status }) =>
                    status === 'pending' && <a href={`/pay/${id}`}>{t('console.overview.pay')}</a>
                  }
                />
              </Panel>
            ) : (
              <FirstSteps start={start} />
            )}
          </div>
          <div class="grid charts" data-live="charts">
            <DeliveryCharts now={now} deliveries={rowsIn(deliveries)} />
          </div>
          <Panel
            title={t('console.overview.events')}
            beside={<a href="/console/trace">{t('console.overview.allEvents')}</a>}
            live="events"
          >
            <EventList now={now} events={shown} />
          </Panel>
        </div>
        <div class="stack loose">
          {progress.ok && <Learnt progress={progress.data} />}
          <div data-live="outcomes">
            <SessionChart sessions={rowsIn(sessions)} />
          </div>
          <Places />
        </div>
      </div>
    </>
  );
  return { title: t('console.frame.areas.overview'), area: 'overview', body };
}

const LATEST_FIELDS = ['identifier', 'status', 'amount_reference', 'created_at'];

/** Keeps only the latest delivery of a webhook whose resends failed. */
function latestOf(deliveries: Trouble['givenUp']): Trouble['givenUp'] {
  const keyOf = ({ session_id, event }: Trouble['givenUp'][number]) => `${session_id} ${event}`;
  const keys = deliveries.map(keyOf);
  return deliveries.filter((delivery, at) => keys.indexOf(keyOf(delivery)) === at);
}

function Learnt({ progress }: Readonly<{ progress: DataOf<typeof getProgress> }>) {
  const { total, practices } = progress;
  const { done, tally } = tallyOf(progress);
  const next = practices.find(({ id }) => id === progress.next);
  return (
    <Panel
      title={t('console.frame.areas.practices')}
      beside={<a href="/console/practices">{t('console.overview.allSessions')}</a>}
      live="practices"
    >
      <div class="stack tight">
        <p id="practices-done" class="soft figures">
          {tally}
        </p>
        <progress max={total} value={done} aria-labelledby="practices-done" />
      </div>
      {next ? (
        <NextPractice practice={next} />
      ) : (
        <p>
          {t('console.practices.allDone')}.{' '}
          <a href="/console/practices/certificate">{t('console.practices.showCertificate')}</a>
        </p>
      )}
    </Panel>
  );
}

const places = [
  ['terminal', '/terminal'],
  ['receivers', '/console/receivers'],
  ['docs', '/docs'],
  ['api', '/docs/api'],
  ['openapi', '/openapi.json'],
  ['fidelity', '/fidelidad'],
] as const;

function Places() {
  return (
    <Panel title={t('console.overview.places')}>
      <ul class="stack">
        {places.map(([name, path]) => (
          <li>
            <a href={path}>{t(`kit.places.${name}`)}</a>
            <p class="hint">{t(`console.overview.links.${name}`)}</p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface Start {
  /** The commands of the command line know the demo account by themselves. */
  readonly isDemo: boolean;
  /** The account's latest agreement, if it has one. */
  readonly agreementId: string | undefined;
}

/** From an empty account to the first payment, in commands to paste. */
function FirstSteps({ start }: Readonly<{ start: Start }>) {
  return (
    <Panel title={t('practice.group.first_steps')}>
      <p class="soft">{t('console.overview.first.lead')}</p>
      <ol class="steps">
        {!start.isDemo && (
          <Step name="token">
            {t('console.overview.first.tokenText')}{' '}
            <a href="/console/keys">{t('console.frame.areas.keys')}</a>
          </Step>
        )}
        {start.agreementId === undefined && <Step name="agreement" command={AGREEMENT_COMMAND} />}
        <Step name="session" command={sessionCommand(start)} />
        <Step name="pay">{t('console.overview.first.payText')}</Step>
      </ol>
    </Panel>
  );
}

interface StepProps {
  readonly name: 'token' | 'agreement' | 'session' | 'pay';
  readonly command?: string;
  readonly children?: Child;
}

function Step({ name, command, children }: StepProps) {
  const title = t(`console.overview.first.${name}`);
  return (
    <li>
      <h3>{title}</h3>
      {children && <p>{children}</p>}
      {command && <CodeBlock text={command} what={title} />}
    </li>
  );
}

function sessionCommand({ isDemo, agreementId }: Start): string {
  if (isDemo) return 'npx sim session create';
  // Without one the command takes the newest.
  return `npx sim session create${agreementId ? ` --agreement ${agreementId}` : ''}`;
}

type Counted = Pick<RowOf<typeof listSessions>, 'status'>;

/** How the latest sessions stand: a bar, its word, which leads to those, and its number. */
function SessionChart({ sessions }: Readonly<{ sessions: readonly Counted[] }>) {
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

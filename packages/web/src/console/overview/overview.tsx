import { callsKept } from '@svc-simulator/contract';
import type { SessionRecord } from '@svc-simulator/core';
import { undeliveredOf } from '@svc-simulator/server/deliveries/undelivered.ts';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { type Progress, progressOf } from '@svc-simulator/server/practices/progress.ts';
import { formatMoney } from '@svc-simulator/texts/number-texts.ts';
import { DeliveryCharts } from '../charts/delivery-charts.tsx';
import { SessionChart } from '../charts/session-chart.tsx';
import type { ConsolePage, PageCall, PageRoute } from '../page-call.ts';
import { pageTexts } from '../page-texts.ts';
import { CodeBlock } from '../parts/copy.tsx';
import { AGREEMENT_COMMAND } from '../parts/curl.ts';
import { Notice } from '../parts/notice.tsx';
import { PageHead, Panel } from '../parts/page-head.tsx';
import { Rows } from '../parts/table.tsx';
import { StateTag } from '../parts/tag.tsx';
import { Time } from '../parts/time.tsx';
import { readEvent } from '../trace/event-line-data.ts';
import { EventList } from '../trace/event-list.tsx';
import { isStopped, type Trouble, Troubles } from './troubles.tsx';

const SESSIONS = 5;
/** The latest sessions and deliveries: the charts count so many, and among them are those that wait for a clock that stands still. */
const CHARTED = 100;
const EVENTS = 8;
const HOUR_MS = 3_600_000;
/** What went wrong longer ago is no news. */
const NEWS_MS = 86_400_000;

/** `/console`: what happened lately, what went wrong, and what to do next. */
export const overviewRoutes: readonly PageRoute[] = [{ path: '/console', get: overviewPage }];

async function overviewPage({ services, account, lang, now, baseUrl }: PageCall): Promise<ConsolePage> {
  const { store, calls, clock } = services.runtime;
  const [sessions, agreements, events, undelivered, deliveries, progress] = await Promise.all([
    store.list('session', account.id, { limit: CHARTED }),
    store.list('agreement', account.id, { limit: 1 }),
    store.trace.page(account.id, { order: 'desc', limit: EVENTS }),
    undeliveredOf(store, account.id),
    store.list('delivery', account.id, { limit: CHARTED }),
    progressOf(services.runtime, account.id),
  ]);
  const t = pageTexts(lang);
  const latest = sessions.items.slice(0, SESSIONS);
  const refused = calls.page(account.id, {
    onlyErrors: true,
    since: clock.now() - HOUR_MS,
    order: 'desc',
    limit: callsKept.calls,
    maxBytes: Number.POSITIVE_INFINITY,
  });
  const start: Start = {
    baseUrl,
    isDemo: account.demoAgreementId !== undefined,
    agreementId: agreements.items[0]?.id,
  };
  const trouble: Trouble = {
    givenUp: undelivered.filter(({ updatedAt }) => now - updatedAt < NEWS_MS),
    waiting: deliveries.items.filter(({ nextAttemptAt }) => isStopped(account.clock, nextAttemptAt)),
    scheduled: latest.filter(({ accreditationDue }) => isStopped(account.clock, accreditationDue?.at)),
  };
  const body = (
    <>
      <PageHead title={t('console.frame.areas.overview')} />
      <div class="columns">
        <div class="stack loose">
          <div class="stack loose" data-live="sessions">
            {refused.items.length > 0 && (
              <Notice kind="warn">
                <a href="/console/calls?errors=true">
                  {t('console.overview.refusedCalls', { count: refused.items.length })}
                </a>
              </Notice>
            )}
            <Troubles lang={lang} trouble={trouble} clock={account.clock} />
            {latest.length > 0 ? (
              <LatestSessions lang={lang} sessions={latest} />
            ) : (
              <FirstSteps lang={lang} start={start} />
            )}
          </div>
          <div class="grid charts" data-live="charts">
            <DeliveryCharts lang={lang} now={now} deliveries={deliveries.items} />
          </div>
          <section class="panel stack" data-live="events">
            <div class="spread">
              <h2>{t('console.overview.events')}</h2>
              <a href="/console/trace">{t('console.overview.allEvents')}</a>
            </div>
            <EventList lang={lang} now={now} events={events.items.map(readEvent)} />
          </section>
        </div>
        <div class="stack loose">
          <NextPractice lang={lang} progress={progress} />
          <div data-live="outcomes">
            <SessionChart lang={lang} sessions={sessions.items} />
          </div>
          <Places lang={lang} />
        </div>
      </div>
    </>
  );
  return { title: t('console.frame.areas.overview'), area: 'overview', body };
}

function NextPractice({ lang, progress }: { readonly lang: Language; readonly progress: Progress }) {
  const t = pageTexts(lang);
  const { completed, total, next } = progress;
  return (
    <section class="panel stack" data-live="practices">
      <div class="spread">
        <h2>{t('console.frame.areas.practices')}</h2>
        <a href="/console/practices">{t('console.overview.allPractices')}</a>
      </div>
      <div class="stack tight">
        <p id="practices-done" class="soft figures">
          {t('console.overview.done', { completed, total })}
        </p>
        <progress max={total} value={completed} aria-labelledby="practices-done" />
      </div>
      {next ? (
        <div class="box next">
          <p class="small toned">{t('console.overview.next')}</p>
          <h3>{t(`practice.${next.id}.title`)}</h3>
          <p>{t(`practice.${next.id}.hint`)}</p>
        </div>
      ) : (
        <p>
          {t('console.overview.allDone')}{' '}
          <a href="/console/practices/certificate">{t('console.overview.certificate')}</a>
        </p>
      )}
    </section>
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

function Places({ lang }: { readonly lang: Language }) {
  const t = pageTexts(lang);
  return (
    <Panel title={t('console.overview.places')}>
      <ul class="stack">
        {places.map(([name, path]) => (
          <li>
            <a href={path}>{t(`console.overview.links.${name}.name`)}</a>
            <p class="hint">{t(`console.overview.links.${name}.text`)}</p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface Start {
  readonly baseUrl: string;
  /** The commands of the command line know the demo account by themselves. */
  readonly isDemo: boolean;
  /** The account's latest agreement, if it has one. */
  readonly agreementId: string | undefined;
}

/** From an empty account to the first payment, in commands to paste. */
function FirstSteps({ lang, start }: { readonly lang: Language; readonly start: Start }) {
  const t = pageTexts(lang);
  return (
    <Panel title={t('console.overview.first.title')}>
      <p class="soft">{t('console.overview.first.lead')}</p>
      <ol class="steps">
        {!start.isDemo && (
          <li>
            <h3>{t('console.overview.first.token')}</h3>
            <p>
              {t('console.overview.first.tokenText')}{' '}
              <a href="/console/keys">{t('console.overview.first.keys')}</a>
            </p>
            <CodeBlock
              lang={lang}
              text={credentials(start.baseUrl)}
              what={t('console.overview.first.token')}
              wrap={false}
            />
          </li>
        )}
        {start.agreementId === undefined && (
          <li>
            <h3>{t('console.overview.first.agreement')}</h3>
            <CodeBlock
              lang={lang}
              text={AGREEMENT_COMMAND}
              what={t('console.overview.first.agreement')}
              wrap={false}
            />
          </li>
        )}
        <li>
          <h3>{t('console.overview.first.session')}</h3>
          <CodeBlock
            lang={lang}
            text={sessionCommand(start)}
            what={t('console.overview.first.session')}
            wrap={false}
          />
        </li>
        <li>
          <h3>{t('console.overview.first.pay')}</h3>
          <p>{t('console.overview.first.payText')}</p>
        </li>
      </ol>
    </Panel>
  );
}

function credentials(baseUrl: string): string {
  return `export SIM_URL=${baseUrl}\nexport SIM_TOKEN=sim_api_…`;
}

function sessionCommand({ isDemo, agreementId }: Start): string {
  if (isDemo) return 'npx sim session create';
  return `npx sim session create --agreement ${agreementId ?? 'agr_…'}`;
}

interface LatestProps {
  readonly lang: Language;
  readonly sessions: readonly SessionRecord[];
}

/** The latest sessions, a line each. */
function LatestSessions({ lang, sessions }: LatestProps) {
  const t = pageTexts(lang);

  return (
    <section class="panel stack">
      <div class="spread">
        <h2>{t('console.overview.sessions')}</h2>
        <a href="/console/sessions">{t('console.overview.allSessions')}</a>
      </div>
      <Rows
        rows={sessions}
        columns={[
          {
            head: t('console.sessions.list.columns.session'),
            kind: 'line',
            cell: ({ id, fields }) => <a href={`/console/sessions/${id}`}>{fields.identifier}</a>,
          },
          {
            head: t('console.sessions.list.columns.status'),
            cell: (session) => <StateTag lang={lang} session={session} />,
          },
          {
            head: t('console.sessions.list.columns.amount'),
            kind: 'amount',
            cell: ({ fields, amountMinor }) => formatMoney(amountMinor, fields.currency_reference, lang),
          },
          {
            head: t('console.sessions.list.columns.created'),
            cell: ({ createdAt }) => <Time atMs={createdAt} form="since" />,
          },
        ]}
      />
    </section>
  );
}

import type { AccountClock, DeliveryRecord, SessionRecord } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import type { Progress } from '@svc-simulator/server/practices/progress.ts';
import { formatMoney } from '../../payment/formats.ts';
import { DeliveryCharts } from '../charts/delivery-charts.tsx';
import { SessionChart } from '../charts/session-chart.tsx';
import { CodeBlock } from '../parts/copy.tsx';
import { AGREEMENT_COMMAND } from '../parts/curl.ts';
import { Notice } from '../parts/notice.tsx';
import { PageHead, Panel } from '../parts/page-head.tsx';
import { Tag } from '../parts/tag.tsx';
import { Time } from '../parts/time.tsx';
import { statusTones, wireWords } from '../parts/wire-words.ts';
import type { EventView } from '../trace/event-line-data.ts';
import { EventList } from '../trace/event-list.tsx';
import { overviewTexts } from './texts.ts';
import { type Trouble, Troubles } from './troubles.tsx';

interface OverviewProps {
  readonly lang: Language;
  readonly now: number;
  /** What the first commands need to know. */
  readonly start: Start;
  readonly sessions: readonly SessionRecord[];
  /** What the charts count: more than is listed. */
  readonly charted: {
    readonly sessions: readonly SessionRecord[];
    readonly deliveries: readonly DeliveryRecord[];
  };
  readonly events: readonly EventView[];
  readonly trouble: Trouble;
  /** The account's clock, if it has one of its own. */
  readonly clock: AccountClock | undefined;
  readonly progress: Progress;
  /** API calls of the last hour that were refused. */
  readonly refusedCalls: number;
}

/** What the account did lately, and what to do next. */
export function Overview(props: OverviewProps) {
  const { lang, now, start, sessions, charted, events, trouble, clock, progress, refusedCalls } = props;
  const texts = overviewTexts(lang);
  return (
    <>
      <PageHead title={texts.title} />
      <div class="columns">
        <div class="stack loose">
          <div class="stack loose" data-live="sessions">
            {refusedCalls > 0 && (
              <Notice kind="warn">
                <a href="/console/calls?errors=true">{texts.refusedCalls(refusedCalls)}</a>
              </Notice>
            )}
            <Troubles lang={lang} trouble={trouble} clock={clock} />
            {sessions.length > 0 ? (
              <LatestSessions lang={lang} sessions={sessions} />
            ) : (
              <FirstSteps lang={lang} start={start} />
            )}
          </div>
          <div class="grid charts" data-live="charts">
            <DeliveryCharts lang={lang} now={now} deliveries={charted.deliveries} />
          </div>
          <section class="panel stack" data-live="events">
            <div class="spread">
              <h2>{texts.events}</h2>
              <a href="/console/trace">{texts.allEvents}</a>
            </div>
            <EventList lang={lang} now={now} events={events} />
          </section>
        </div>
        <div class="stack loose">
          <NextPractice lang={lang} progress={progress} />
          <div data-live="outcomes">
            <SessionChart lang={lang} sessions={charted.sessions} />
          </div>
          <Places lang={lang} />
        </div>
      </div>
    </>
  );
}

function NextPractice({ lang, progress }: Pick<OverviewProps, 'lang' | 'progress'>) {
  const texts = overviewTexts(lang);
  const { completed, total, next } = progress;
  return (
    <section class="panel stack" data-live="practices">
      <div class="spread">
        <h2>{texts.practices}</h2>
        <a href="/console/practices">{texts.allPractices}</a>
      </div>
      <div class="stack tight">
        <p id="practices-done" class="soft figures">
          {texts.done(completed, total)}
        </p>
        <progress max={total} value={completed} aria-labelledby="practices-done" />
      </div>
      {next ? (
        <div class="box next">
          <p class="small toned">{texts.next}</p>
          <h3>{next.title[lang]}</h3>
          <p>{next.hint[lang]}</p>
        </div>
      ) : (
        <p>
          {texts.allDone} <a href="/console/practices/certificate">{texts.certificate}</a>
        </p>
      )}
    </section>
  );
}

function Places({ lang }: Pick<OverviewProps, 'lang'>) {
  const texts = overviewTexts(lang);
  return (
    <Panel title={texts.places}>
      <ul class="stack">
        {texts.links.map(([path, name, text]) => (
          <li>
            <a href={path}>{name}</a>
            <p class="hint">{text}</p>
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
  const texts = overviewTexts(lang).first;
  return (
    <Panel title={texts.title}>
      <p class="soft">{texts.lead}</p>
      <ol class="steps">
        {!start.isDemo && (
          <li>
            <h3>{texts.token}</h3>
            <p>
              {texts.tokenText} <a href="/console/keys">{texts.keys}</a>
            </p>
            <CodeBlock lang={lang} text={credentials(start.baseUrl)} what={texts.token} wrap={false} />
          </li>
        )}
        {start.agreementId === undefined && (
          <li>
            <h3>{texts.agreement}</h3>
            <CodeBlock lang={lang} text={AGREEMENT_COMMAND} what={texts.agreement} wrap={false} />
          </li>
        )}
        <li>
          <h3>{texts.session}</h3>
          <CodeBlock lang={lang} text={sessionCommand(start)} what={texts.session} wrap={false} />
        </li>
        <li>
          <h3>{texts.pay}</h3>
          <p>{texts.payText}</p>
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
  const texts = overviewTexts(lang);
  const words = wireWords(lang);
  return (
    <section class="panel stack">
      <div class="spread">
        <h2>{texts.sessions}</h2>
        <a href="/console/sessions">{texts.allSessions}</a>
      </div>
      <ul class="lines latest">
        {sessions.map(({ id, fields, amountMinor, status, createdAt }) => (
          <li>
            <a class="clamp two" href={`/console/sessions/${id}`}>
              {fields.identifier}
            </a>
            <span class="figures">{formatMoney(amountMinor, fields.currency_reference, lang)}</span>
            <Tag tone={statusTones[status]} text={words.status[status]} />
            <span class="soft small whole">
              <Time atMs={createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

import {
  forceOutcome,
  legOutcomes,
  resendDelivery,
  sendProbe,
  sessionState,
  sessionView,
} from '@svc-simulator/contract';
import {
  type AccountClock,
  accreditationTransitions,
  legOneTransitions,
  type SessionRecord,
} from '@svc-simulator/core';
import type { SessionReading } from '@svc-simulator/server/pages/console-services.ts';
import { formatMoney } from '@svc-simulator/texts/number-texts.ts';
import { CopyButton, LinkButton, t } from '../../kit/parts.tsx';
import { missingPage } from '../error-pages.tsx';
import {
  type ConsolePage,
  idIn,
  type PageAnswer,
  type PageCall,
  type PageRoute,
  type Refused,
  seeOther,
} from '../page-call.ts';
import { Pager } from '../parts/list.tsx';
import { Action, Back, DueTime, Notice, Tag, Time } from '../parts/parts.tsx';
import { listPage } from '../views/list-page.tsx';
import { DeliveryCard } from './delivery-card.tsx';
import { Sequence } from './sequence/sequence-panel.tsx';
import { Facts } from './session-facts.tsx';
import { Probes } from './session-probes.tsx';
import { Timeline } from './session-timeline.tsx';

export interface SessionPageProps {
  /** The page's own address. */
  readonly url: URL;
  readonly publicUrl: string;
  readonly reading: SessionReading;
  /** Why what was just asked for was not done. */
  readonly fault?: string | undefined;
}

/** A session: what it is and what it admits, its webhooks, its probes, and its story. */
export function SessionPage({ url, publicUrl, reading, fault }: SessionPageProps) {
  const { session, clock, settings } = reading;
  return (
    <>
      <Back to="/console/sessions" text={t('console.frame.areas.sessions')} />
      {fault && <Notice kind="danger" text={fault} />}
      <div class="stack" data-live="session">
        <Head reading={reading} />
        <Outcomes session={session} clock={clock} />
      </div>
      <nav class="row jump" aria-label={t('console.simulate.jump')}>
        <a href="#webhooks">{t('field.label.webhooks')}</a>
        <a href="#probes">{t('console.sessions.page.probes')}</a>
        <a href="#sequence">{t('console.sequence.heading')}</a>
        <a href="#timeline">{t('console.sessions.timeline.heading')}</a>
        <a href="#facts">{t('console.sessions.facts.heading')}</a>
        <a href={`/console/calls?session=${session.id}`}>{t('console.frame.areas.calls')}</a>
      </nav>
      <div class="columns session-columns">
        <div class="stack">
          <Deliveries url={url} reading={reading} />
          <Probes reading={reading} />
          <Sequence reading={reading} />
        </div>
        <div class="stack">
          <Timeline reading={reading} url={url} />
          <Facts session={session} clock={clock} publicUrl={publicUrl} settings={settings} />
        </div>
      </div>
    </>
  );
}

function Head({ reading: { session } }: Pick<SessionPageProps, 'reading'>) {
  const { id, fields, amountMinor, status, accreditation, createdAt } = session;
  return (
    <header class="stack tight">
      <div class="spread">
        <h1>
          <span class="unseen">{t('field.label.session_id')} </span>
          <span class="clamp">{fields.identifier}</span>
        </h1>
        {status === 'pending' && (
          <LinkButton href={`/pay/${id}`} apart text={t('console.simulate.session.open')} />
        )}
      </div>
      <p class="row">
        <strong class="amount-large figures">
          {formatMoney(amountMinor, fields.currency_reference, t.lang)}
        </strong>
        <Tag
          tone={sessionState.tone({ status, accreditation: 'none' })}
          text={t(`word.status.${status}`)}
          wire={status}
        />
        {status === 'paid' && (
          <Tag tone={accreditationTones[accreditation]} text={t(`word.accreditation.${accreditation}`)} />
        )}
        <span class="soft small">
          <Time atMs={createdAt} />
        </span>
      </p>
      <p class="row session-id">
        <span class="soft small">{t('console.sessions.page.id')}</span> <code class="cut">{id}</code>
        <CopyButton text={id} what={t('console.sessions.page.id')} />
      </p>
    </header>
  );
}

const accreditationTones = { none: 'plain', scheduled: 'wait', accredited: 'good', failed: 'bad' } as const;

function Deliveries({ url, reading }: Pick<SessionPageProps, 'url' | 'reading'>) {
  const { session, clock, deliveries, nextCursor } = reading;
  // Failures usually share a cause, so only the latest one shows its reasons.
  const troubled = deliveries.find(({ state, diagnosis }) => state !== 'delivered' && diagnosis.length > 0);
  return (
    <section class="stack" data-live="webhooks" aria-labelledby="webhooks-heading" id="webhooks">
      <div>
        <h2 id="webhooks-heading">{t('field.label.webhooks')}</h2>
        {deliveries.some(({ id }) => id !== null) && (
          <p class="soft small">{t('console.delivery.sendHint')}</p>
        )}
      </div>
      {!session.fields.webhook_url && (
        <div class="empty">
          <h3>{t('console.delivery.noUrl.title')}</h3>
          <p class="soft">{t('console.delivery.noUrl.text')}</p>
        </div>
      )}
      {deliveries.map((delivery) => (
        <DeliveryCard delivery={delivery} clock={clock} isOpen={delivery === troubled} />
      ))}
      {deliveries.length === 0 && session.fields.webhook_url && (
        <p class="soft">{t('console.delivery.none')}</p>
      )}
      <Pager url={url} nextCursor={nextCursor} />
    </section>
  );
}

/** The outcomes that a session admits now, in the order of the machines' tables. */
function admittedOutcomes({ status, accreditation }: SessionRecord) {
  const { control } = accreditationTransitions[accreditation];
  const legOne = legOutcomes[1].filter((outcome) => legOneTransitions[status][outcome] !== undefined);
  const legTwo = legOutcomes[2].filter((outcome) => status === 'paid' && control[outcome] !== undefined);
  return [
    ...legOne.map((outcome) => ({ leg: 1, outcome })),
    ...legTwo.map((outcome) => ({ leg: 2, outcome })),
  ];
}

interface OutcomesProps {
  readonly session: SessionRecord;
  readonly clock: AccountClock | undefined;
}

/** A button for each outcome that the session admits. */
function Outcomes({ session, clock }: OutcomesProps) {
  const admitted = admittedOutcomes(session);
  if (admitted.length === 0) return <p class="soft">{t('console.sessions.outcomes.done')}</p>;
  return (
    <section class="panel spread outcomes" aria-labelledby="outcomes-heading">
      <div>
        <h2 id="outcomes-heading">{t('console.sessions.outcomes.heading')}</h2>
        <p class="soft">
          <Lead session={session} clock={clock} />
        </p>
      </div>
      <div class="row">
        {admitted.map(({ leg, outcome }) => (
          <Action
            to={`/console/sessions/${session.id}`}
            fields={{ do: 'outcome', leg: String(leg), outcome }}
            kind={outcome === 'paid' || outcome === 'accredited' ? 'primary' : undefined}
            id={`outcome-${outcome}`}
            title={outcome}
            text={t(`console.sessions.outcomes.names.${outcome}`)}
          />
        ))}
      </div>
    </section>
  );
}

function Lead({ session, clock }: OutcomesProps) {
  const { status, accreditation, accreditationDue } = session;
  if (status === 'pending') return <>{t('console.sessions.outcomes.pending')}</>;
  if (accreditationDue) {
    return (
      <>
        {t('console.sessions.outcomes.scheduled')}{' '}
        <DueTime atMs={accreditationDue.at} clock={clock} form="clock" />.
      </>
    );
  }
  return <>{t(`console.sessions.outcomes.${accreditation === 'failed' ? 'retry' : 'paid'}`)}</>;
}

/** `/console/sessions`: the sessions of the account, and each by itself with everything that can be done with it. */
export const sessionRoutes: readonly PageRoute[] = [
  { path: '/console/sessions', get: (call) => listPage(call, sessionView, { area: 'sessions' }) },
  { path: '/console/sessions/:session_id', get: (call) => onePage(call), post: act },
];

async function onePage(
  { services, account, t, params, url }: PageCall,
  refused?: Refused,
): Promise<ConsolePage> {
  const reading = await services.session(account, params.session_id ?? '', {
    cursor: url.searchParams.get('cursor') ?? undefined,
    before: idIn(url.searchParams.get('before')),
  });
  if (!reading) return missingPage(t, 'sessions');
  const { session } = reading;
  const { publicUrl } = services.settings;
  return {
    title: `${t('field.label.session_id')} ${session.fields.identifier}`,
    area: 'sessions',
    live: `/console/live?session=${session.id}`,
    ...(refused && { status: 409 }),
    body: <SessionPage url={url} publicUrl={publicUrl} reading={reading} fault={refused?.detail} />,
  };
}

async function act(call: PageCall): Promise<PageAnswer> {
  const { perform, form, params, t } = call;
  const { session_id = '' } = params;
  const seen = (done: string, part?: string) => seeOther(`/console/sessions/${session_id}`, done, part);
  const refused = (why: Refused) => onePage(call, why);
  const what = form.get('do');
  if (what === 'outcome') {
    const outcome = form.get('outcome');
    const forced = await perform(forceOutcome, { params, body: { leg: Number(form.get('leg')), outcome } });
    return forced.ok ? seen(`outcome_${outcome}`) : refused(forced);
  }
  if (what === 'probe') {
    const sent = await perform(sendProbe, { body: { session_id, kind: form.get('kind') } });
    if (!sent.ok) return refused(sent);
    return seen(sent.data.passed === null ? 'probe_sent' : 'probe_answered', 'probes');
  }
  if (what !== 'resend' && what !== 'resend_as_new') return missingPage(t, 'sessions');
  const asNew = what === 'resend_as_new';
  const delivery = { delivery_id: form.get('delivery') ?? '' };
  const resent = await perform(resendDelivery, { params: delivery, body: { as_new: asNew } });
  if (!resent.ok) return refused(resent);
  return seen(asNew ? 'sent_as_new' : 'resent', `d-${resent.data.delivery_id}`);
}

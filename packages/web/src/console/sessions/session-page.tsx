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
import { consoleNotFoundPage } from '../error-pages.tsx';
import {
  type ConsolePage,
  idFromText,
  type OperationRefusal,
  type PageAnswer,
  type PageCall,
  type PageRoute,
  seeOther,
} from '../page-call.ts';
import { Pager } from '../parts/list.tsx';
import { Back, ButtonForm, DueTime, Notice, Time, ToneTag } from '../parts/parts.tsx';
import { renderListPage } from '../views/list-page.tsx';
import { DeliveryCard } from './delivery-card.tsx';
import { Sequence } from './sequence/sequence-panel.tsx';
import { SessionFacts } from './session-facts.tsx';
import { Probes } from './session-probes.tsx';
import { Timeline } from './session-timeline.tsx';

export interface SessionPageProps {
  readonly url: URL;
  readonly publicUrl: string;
  readonly reading: SessionReading;
  readonly fault?: string | undefined;
}

export function SessionPage({ url, publicUrl, reading, fault }: SessionPageProps) {
  const { session, clock, settings } = reading;
  return (
    <>
      <Back to="/console/sessions" text={t('console.frame.areas.sessions')} />
      {fault && <Notice kind="danger" text={fault} />}
      <div class="stack" data-live="session">
        <SessionHead reading={reading} />
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
          <SessionFacts session={session} clock={clock} publicUrl={publicUrl} settings={settings} />
        </div>
      </div>
    </>
  );
}

function SessionHead({ reading: { session } }: Pick<SessionPageProps, 'reading'>) {
  const { id, fields, amountMinor, status, accreditation, createdAt } = session;
  return (
    <header class="stack tight">
      <div class="spread">
        <h1>
          <span class="unseen">{t('field.label.session_id')} </span>
          <span class="clamp">{fields.identifier}</span>
        </h1>
        {status === 'pending' && (
          <LinkButton href={`/pay/${id}`} newWindow text={t('console.simulate.session.open')} />
        )}
      </div>
      <p class="row">
        <strong class="amount-large figures">
          {formatMoney(amountMinor, fields.currency_reference, t.lang)}
        </strong>
        <ToneTag
          tone={sessionState.tone({ status, accreditation: 'none' })}
          text={t(`word.status.${status}`)}
          wire={status}
        />
        {status === 'paid' && (
          <ToneTag tone={accreditationTones[accreditation]} text={t(`word.accreditation.${accreditation}`)} />
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
  const latestFailure = deliveries.find(
    ({ state, diagnosis }) => state !== 'delivered' && diagnosis.length > 0,
  );
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
        <DeliveryCard delivery={delivery} clock={clock} isOpen={delivery === latestFailure} />
      ))}
      {deliveries.length === 0 && session.fields.webhook_url && (
        <p class="soft">{t('console.delivery.none')}</p>
      )}
      <Pager url={url} nextCursor={nextCursor} />
    </section>
  );
}

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

function Outcomes({ session, clock }: OutcomesProps) {
  const outcomes = admittedOutcomes(session);
  if (outcomes.length === 0) return <p class="soft">{t('console.sessions.outcomes.done')}</p>;
  return (
    <section class="panel spread outcomes" aria-labelledby="outcomes-heading">
      <div>
        <h2 id="outcomes-heading">{t('console.sessions.outcomes.heading')}</h2>
        <p class="soft">
          <OutcomesLead session={session} clock={clock} />
        </p>
      </div>
      <div class="row">
        {outcomes.map(({ leg, outcome }) => (
          <ButtonForm
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

function OutcomesLead({ session, clock }: OutcomesProps) {
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

/** `/console/sessions`: the account's sessions, and a page for each one. */
export const sessionPageRoutes: readonly PageRoute[] = [
  { path: '/console/sessions', get: (call) => renderListPage(call, sessionView, { area: 'sessions' }) },
  { path: '/console/sessions/:session_id', get: (call) => renderSession(call), post: runSessionAction },
];

async function renderSession(
  { services, account, t, params, url }: PageCall,
  refusal?: OperationRefusal,
): Promise<ConsolePage> {
  const reading = await services.session(account, params.session_id ?? '', {
    cursor: url.searchParams.get('cursor') ?? undefined,
    before: idFromText(url.searchParams.get('before')),
  });
  if (!reading) return consoleNotFoundPage(t, 'sessions');
  const { session } = reading;
  const { publicUrl } = services.settings;
  return {
    title: `${t('field.label.session_id')} ${session.fields.identifier}`,
    area: 'sessions',
    live: `/console/live?session=${session.id}`,
    ...(refusal && { status: 409 }),
    body: <SessionPage url={url} publicUrl={publicUrl} reading={reading} fault={refusal?.detail} />,
  };
}

async function runSessionAction(call: PageCall): Promise<PageAnswer> {
  const { perform, form, params, t } = call;
  const { session_id = '' } = params;
  const redirectWithNotice = (noticeName: string, part?: string) =>
    seeOther(`/console/sessions/${session_id}`, noticeName, part);
  const pageWithRefusal = (refusal: OperationRefusal) => renderSession(call, refusal);
  const actionName = form.get('do');
  if (actionName === 'outcome') {
    const outcome = form.get('outcome');
    const result = await perform(forceOutcome, { params, body: { leg: Number(form.get('leg')), outcome } });
    return result.ok ? redirectWithNotice(`outcome_${outcome}`) : pageWithRefusal(result);
  }
  if (actionName === 'probe') {
    const probe = await perform(sendProbe, { body: { session_id, kind: form.get('kind') } });
    if (!probe.ok) return pageWithRefusal(probe);
    return redirectWithNotice(probe.data.passed === null ? 'probe_sent' : 'probe_answered', 'probes');
  }
  if (actionName !== 'resend' && actionName !== 'resend_as_new') return consoleNotFoundPage(t, 'sessions');
  const asNew = actionName === 'resend_as_new';
  const delivery = { delivery_id: form.get('delivery') ?? '' };
  const resend = await perform(resendDelivery, { params: delivery, body: { as_new: asNew } });
  if (!resend.ok) return pageWithRefusal(resend);
  return redirectWithNotice(asNew ? 'sent_as_new' : 'resent', `d-${resend.data.delivery_id}`);
}

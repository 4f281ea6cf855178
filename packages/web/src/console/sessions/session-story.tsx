import { legOutcomes } from '@svc-simulator/contract';
import type { SessionRecord } from '@svc-simulator/core';
import { accreditationTransitions, eventLine, legOneTransitions } from '@svc-simulator/core';
import type { SessionPageData } from '@svc-simulator/server/pages/console-services.ts';
import { LinkButton, t } from '../../kit/parts.tsx';
import { Pager } from '../parts/list.tsx';
import { ButtonForm, DueTime, Notice, Time, withBreaks } from '../parts/parts.tsx';
import { SharedCauses } from './delivery-causes.tsx';
import { DeliveryRow } from './delivery-row.tsx';
import { type StoryStep, storySteps } from './story-steps.ts';

export function Story({ url, pageData }: Readonly<{ url: URL; pageData: SessionPageData }>) {
  const { session, clock, deliveries, nextCursor } = pageData;
  const probes = deliveries.filter(({ probe }) => probe).toReversed();
  const renderDeliveries = (rowDeliveries: StoryStep['deliveries']) =>
    rowDeliveries.length > 0 && (
      <ul class="card hanging">
        {rowDeliveries.map((delivery) => (
          <li class={delivery.emission?.isEdited ? 'taped' : undefined}>
            <DeliveryRow delivery={delivery} all={deliveries} clock={clock} />
          </li>
        ))}
      </ul>
    );
  return (
    <div class="stack" data-live="webhooks">
      <SharedCauses deliveries={deliveries} />
      {!session.fields.webhook_url && (
        <Notice
          kind="plain"
          text={`${t('console.delivery.noUrl.title')}. ${t('console.delivery.noUrl.text')}`}
        />
      )}
      <ol class="story" id="webhooks" aria-label={t('console.sessions.tabs.story')}>
        {storySteps(pageData).map((step) => (
          <li>
            <StepHead step={step} />
            {renderDeliveries(step.deliveries)}
          </li>
        ))}
        {probes.length > 0 && (
          <li class="taped">
            <div class="row step">
              <h2>{t('console.sessions.tabs.tests')}</h2>
            </div>
            {renderDeliveries(probes)}
          </li>
        )}
        <NextStep session={session} clock={clock} />
      </ol>
      <Pager url={url} nextCursor={nextCursor} />
    </div>
  );
}

function StepHead({ step: { event } }: Readonly<{ step: StoryStep }>) {
  const { tone, title, detail } = eventLine(t, event);
  const stepTone = event.type === 'session.created' ? 'good' : tone;
  return (
    <div class="row step">
      <span class={`dot ${stepTone}`} />
      <h2>{title}</h2>
      {detail && <span class="soft small cut">{withBreaks(detail)}</span>}
      <Time atMs={event.at} form="clock" />
    </div>
  );
}

function possibleOutcomes({ status, accreditation }: SessionRecord) {
  const { control: forcedTransitions } = accreditationTransitions[accreditation];
  const legOne = legOutcomes[1].filter((outcome) => legOneTransitions[status][outcome] !== undefined);
  const legTwo = legOutcomes[2].filter((outcome) => status === 'paid' && forcedTransitions[outcome]);
  return [
    ...legOne.map((outcome) => ({ leg: 1, outcome })),
    ...legTwo.map((outcome) => ({ leg: 2, outcome })),
  ];
}

/** The form that creates a session, filled in with the fields of an ended one. */
function pathOfCopy({ fields, amountMinor, origin }: SessionRecord) {
  const { agreement_id, identifier, description = '', currency_reference, webhook_url = '' } = fields;
  const texts = { origin, agreement_id, identifier, description, currency_reference, webhook_url };
  const query = new URLSearchParams({ ...texts, amount_reference: (amountMinor / 100).toFixed(2) });
  return `/console/simulate?${query}#session`;
}

type NextStepProps = Pick<SessionPageData, 'session' | 'clock'>;

function NextStep({ session, clock }: NextStepProps) {
  const outcomes = possibleOutcomes(session);
  if (outcomes.length === 0)
    return (
      <li>
        <LinkButton href={pathOfCopy(session)} text={t('console.sessions.outcomes.copy')} />
      </li>
    );
  return (
    <li class="stack tight">
      <div class="row step">
        <span class="dot plain" />
        <h2>{t('console.sessions.outcomes.heading')}</h2>
        <span class="soft small">
          <NextStepText session={session} clock={clock} />
        </span>
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
    </li>
  );
}

function NextStepText({ session, clock }: NextStepProps) {
  const { status, accreditation, accreditationDue, expiresAt } = session;
  const isPending = status === 'pending';
  const dueAtMs = isPending ? expiresAt : accreditationDue?.at;
  const textName = isPending
    ? 'pending'
    : accreditationDue
      ? 'scheduled'
      : accreditation === 'failed'
        ? 'retry'
        : 'paid';
  return (
    <>
      {t(`console.sessions.outcomes.${textName}`)}{' '}
      {isPending && expiresAt !== null && `${t('console.sessions.facts.expires')} `}
      {dueAtMs != null && [<DueTime atMs={dueAtMs} clock={clock} form="until" />, '.']}
    </>
  );
}

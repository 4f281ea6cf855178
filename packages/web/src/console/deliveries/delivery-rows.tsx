import { shortEvent } from '@svc-simulator/contract';
import { type AccountClock, type DeliveryRecord, diagnosisTexts, machineTime } from '@svc-simulator/core';
import type { ListedDelivery } from '@svc-simulator/server/deliveries/delivery-list.ts';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { durationText } from '@svc-simulator/texts/number-texts.ts';
import { pageTexts } from '../page-texts.ts';
import { Rows } from '../parts/table.tsx';
import { Tag, type Tone } from '../parts/tag.tsx';
import { Time } from '../parts/time.tsx';

interface RowsProps {
  readonly lang: Language;
  readonly deliveries: readonly ListedDelivery[];
  /** The account's clock, if it has one of its own. */
  readonly clock: AccountClock | undefined;
}

const tones: Readonly<Record<ListedDelivery['state'], Tone>> = {
  open: 'wait',
  delivered: 'good',
  gave_up: 'bad',
  healed: 'good',
  probed: 'plain',
};

/** Deliveries, a row each, with the way to their session, which explains them. */
export function DeliveryRows({ lang, deliveries, clock }: RowsProps) {
  const t = pageTexts(lang);
  return (
    <Rows
      name="deliveries-table"
      rows={deliveries}
      columns={[
        {
          head: t('console.deliveries.columns.webhook'),
          kind: 'line',
          cell: ({ delivery }) => (
            <>
              <a href={pathOf(delivery)} title={delivery.url}>
                {shortEvent(delivery.event)}
              </a>{' '}
              <code class="soft">{delivery.sessionId.slice(0, 8)}</code>{' '}
              <span class="soft">{delivery.url.replace(/^https?:\/\//, '')}</span>
            </>
          ),
        },
        {
          head: t('console.deliveries.columns.state'),
          cell: ({ delivery, state }) => (
            <Tag
              tone={tones[state]}
              text={
                state === 'open' && delivery.attempts > 0
                  ? t('console.deliveries.retrying')
                  : t(`console.deliveries.states.${state}`)
              }
            />
          ),
        },
        {
          head: t('console.deliveries.columns.answer'),
          cell: ({ delivery }) => <Answer lang={lang} delivery={delivery} />,
        },
        {
          head: t('console.deliveries.columns.cause'),
          kind: 'line',
          cell: ({ delivery, healedBy }) => (
            <>
              <DeliveryCause lang={lang} delivery={delivery} clock={clock} />{' '}
              {healedBy !== null && (
                <a href={`/console/sessions/${delivery.sessionId}#d-${healedBy}`}>
                  {t('console.deliveries.healedBy')}
                </a>
              )}
            </>
          ),
        },
        {
          head: t('console.deliveries.columns.emitted'),
          cell: ({ delivery }) => <Time atMs={delivery.createdAt} form="since" />,
        },
      ]}
    />
  );
}

/** Where a delivery is explained: on the page of its session. */
export function pathOf({ id, sessionId }: DeliveryRecord): string {
  return `/console/sessions/${sessionId}#d-${id}`;
}

function Answer({ lang, delivery: { last, attempts } }: Omit<CauseProps, 'clock'>) {
  const t = pageTexts(lang);
  if (!last)
    return (
      <span class="soft">
        {attempts === 0 ? t('console.deliveries.none') : t('console.deliveries.noCause')}
      </span>
    );
  return (
    <span class="answer">
      <strong>{last.status ?? t('console.deliveries.silent')}</strong> · {durationText(last.durationMs, lang)}{' '}
      {attempts > 1 && (
        <span class="soft small">{t('console.deliveries.attempts', { count: attempts })}</span>
      )}
    </span>
  );
}

interface CauseProps {
  readonly lang: Language;
  readonly delivery: DeliveryRecord;
  readonly clock: AccountClock | undefined;
}

/** Why a delivery is not where it should be, in a sentence; nothing of one that is. */
export function DeliveryCause({ lang, delivery, clock }: CauseProps) {
  const { nextAttemptAt, last, state } = delivery;
  const t = pageTexts(lang);
  const reason = last?.cause ? diagnosisTexts(t, last.cause).reason : undefined;
  const stands = nextAttemptAt !== null && machineTime(clock, nextAttemptAt) === null;
  if (state === 'delivered') return null;
  return (
    <>
      {reason && <span>{reason}</span>} {stands && <span>{t('console.deliveries.stopped')}</span>}
    </>
  );
}

import { deliveryView, type listDeliveries, type listSessions, type RowOf } from '@svc-simulator/contract';
import { type AccountClock, diagnosisTexts, machineTime } from '@svc-simulator/core';
import { Icon } from '../../kit/icons.tsx';
import { t } from '../../kit/speaking.ts';
import { Panel, Time, withBreaks } from '../parts/parts.tsx';

/** What keeps webhooks from their receivers. */
export interface Trouble {
  /** Deliveries that were given up lately and have not been made good, newest first. */
  readonly givenUp: readonly RowOf<typeof listDeliveries>[];
  /** Those whose next attempt does not come while the account's clock stands still. */
  readonly waiting: readonly RowOf<typeof listDeliveries>[];
  /** Sessions whose accreditation does not come, for the same reason. */
  readonly scheduled: readonly RowOf<typeof listSessions>[];
}

/** Of each kind so many are shown; the others are a click away. */
const SHOWN = 3;

/** Whether something does not come by itself while the account's clock stands as it does. */
export function isStopped(clock: AccountClock | undefined, atMs: number): boolean {
  return machineTime(clock, atMs) === null;
}

/** Webhooks that nobody took, or that do not go out, each with its cause and the way to its session, which says more. */
export function Troubles({ trouble }: Readonly<{ trouble: Trouble }>) {
  const { givenUp, waiting, scheduled } = trouble;
  const shown = [givenUp, waiting].flatMap((deliveries) => deliveries.slice(0, SHOWN));
  if (shown.length + scheduled.length === 0) return null;
  return (
    <Panel
      title={
        <>
          <Icon name="alert" />
          {t('console.overview.trouble.title')}
        </>
      }
      beside={
        <a href={`/console/deliveries?state=${givenUp.length > 0 ? 'gave_up' : 'open'}`}>
          {t('console.overview.trouble.all', { givenUp: givenUp.length })}
        </a>
      }
      class="bad"
    >
      <ul class="lines">
        {shown.map((delivery) => (
          <li>
            <p class="clamp">
              <Time atMs={Date.parse(delivery.created_at)} form="clock" />{' '}
              <code>{withBreaks(delivery.event)}</code> → {withBreaks(delivery.url)}
            </p>
            <p>
              {delivery.last_attempt?.cause && diagnosisTexts(t, delivery.last_attempt.cause)?.reason}{' '}
              {delivery.stopped && t('word.delivery.stopped')}{' '}
              <a href={deliveryView.to?.(delivery)}>{t('console.overview.trouble.why')}</a>
            </p>
          </li>
        ))}
        {scheduled.slice(0, SHOWN).map(({ id, identifier }) => (
          <li>
            <p class="clamp">
              <code>payment_session.accredited</code> · {identifier}
            </p>
            <p>
              {t('console.overview.trouble.stopped')}{' '}
              <a href={`/console/sessions/${id}`}>{t('console.overview.trouble.why')}</a>
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

import {
  deliveryView,
  type listDeliveries,
  type listSessions,
  type RowOf,
  reasonOf,
  shortEvent,
} from '@svc-simulator/contract';
import { type AccountClock, machineTime } from '@svc-simulator/core';
import { Icon, t } from '../../kit/parts.tsx';
import { Panel, withBreaks } from '../parts/parts.tsx';

export interface Trouble {
  /** Deliveries that were given up lately and have not been made good, newest first. */
  readonly givenUp: readonly RowOf<typeof listDeliveries>[];
  /** Those whose next attempt does not come while the account's clock stands still. */
  readonly waiting: readonly RowOf<typeof listDeliveries>[];
  /** Sessions whose accreditation does not come, for the same reason. */
  readonly scheduled: readonly RowOf<typeof listSessions>[];
}

/** Rows of each kind; the others are a click away. */
const SHOWN = 3;

export function isStopped(clock: AccountClock | undefined, atMs: number): boolean {
  return machineTime(clock, atMs) === null;
}

function alike(deliveries: Trouble['givenUp']): readonly Trouble['givenUp'][] {
  const keys = deliveries.map(({ url, stopped, last_attempt: last }) =>
    JSON.stringify([url, stopped, last?.cause]),
  );
  return [...new Set(keys)].map((key) => deliveries.filter((_, at) => keys[at] === key));
}

/** Webhooks that nobody took, or that do not go out, each with its cause and the way to its session, which says more. */
export function Troubles({ givenUp, waiting, scheduled }: Trouble) {
  const groups = alike([...givenUp, ...waiting]).slice(0, SHOWN);
  if (groups.length + scheduled.length === 0) return null;
  return (
    <Panel
      title={
        <span class="row toned">
          <Icon name="alert" />
          {t('console.overview.trouble.title')}
        </span>
      }
      beside={
        <a href={`/console/deliveries?state=${givenUp.length > 0 ? 'gave_up' : 'open'}`}>
          {t('console.overview.trouble.all', { givenUp: givenUp.length })}
        </a>
      }
      class="bad"
    >
      <ul class="lines">
        {groups.map((own) => {
          const [first] = own;
          if (!first) return null;
          return (
            <li>
              <p class="clamp">
                {t('console.overview.trouble.webhooks', { count: own.length })} {withBreaks(first.url)}
              </p>
              <p>
                {reasonOf(first.last_attempt, t)} {first.stopped && t('word.delivery.stopped')}{' '}
                <a href={deliveryView.to?.(first)}>{t('console.overview.trouble.why')}</a>
              </p>
              <ul class="row">
                {own.slice(0, SHOWN).map((delivery) => (
                  <li>
                    <a href={deliveryView.to?.(delivery)}>
                      {delivery.identifier ?? delivery.session_id.slice(0, 8)}
                    </a>{' '}
                    <span class="soft small">{shortEvent(delivery.event)}</span>
                  </li>
                ))}
              </ul>
            </li>
          );
        })}
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

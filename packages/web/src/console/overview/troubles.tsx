import {
  attemptReason,
  deliveryView,
  type listDeliveries,
  type listSessions,
  type RowOf,
} from '@svc-simulator/contract';
import { Icon, t } from '../../kit/parts.tsx';
import { Panel, withBreaks } from '../parts/parts.tsx';

interface Troubles {
  /** Recently abandoned deliveries without a successful resend, latest first. */
  readonly abandoned: readonly RowOf<typeof listDeliveries>[];
  /** Deliveries whose next attempt waits for the account's stopped clock. */
  readonly waiting: readonly RowOf<typeof listDeliveries>[];
  /** Sessions whose accreditation waits for the account's stopped clock. */
  readonly scheduled: readonly RowOf<typeof listSessions>[];
}

const SHOWN_ROWS = 3;

function groupBySameCause(deliveries: Troubles['abandoned']): readonly Troubles['abandoned'][] {
  const keys = deliveries.map(({ url, stopped, last_attempt: last }) =>
    JSON.stringify([url, stopped, last?.cause]),
  );
  return [...new Set(keys)].map((key) => deliveries.filter((_, index) => keys[index] === key));
}

export function TroublesPanel({ abandoned, waiting, scheduled }: Troubles) {
  const groups = groupBySameCause([...abandoned, ...waiting]).slice(0, SHOWN_ROWS);
  if (groups.length + scheduled.length === 0) return null;
  return (
    <Panel
      title={
        <span class="row toned">
          <Icon name="alert" />
          {t('console.overview.trouble.title')}
        </span>
      }
      aside={
        <a href={`/console/deliveries?state=${abandoned.length > 0 ? 'gave_up' : 'open'}`}>
          {t('console.overview.trouble.all')}
        </a>
      }
      class="bad"
    >
      <ul class="lines">
        {groups.map((group) => {
          const [first] = group;
          if (!first) return null;
          return (
            <li>
              <p class="clamp">
                {t('console.overview.trouble.webhooks', { count: group.length })} {withBreaks(first.url)}
              </p>
              <a href={deliveryView.to?.(first)}>
                {attemptReason(first.last_attempt, t)} {first.stopped && t('word.delivery.stopped')}
              </a>
            </li>
          );
        })}
        {scheduled.slice(0, SHOWN_ROWS).map(({ id, identifier }) => (
          <li>
            <p class="clamp">
              <code>payment_session.accredited</code> · {identifier}
            </p>
            <a href={`/console/sessions/${id}`}>{t('console.overview.trouble.stopped')}</a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

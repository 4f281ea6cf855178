import {
  attemptReason,
  deliveryView,
  type listDeliveries,
  type listSessions,
  type RowOf,
} from '@svc-simulator/contract';
import { getOrCreate } from '@svc-simulator/core';
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

function groupBySameCause(deliveries: Troubles['abandoned']) {
  const groups = new Map<string, { readonly latest: (typeof deliveries)[number]; count: number }>();
  for (const latest of deliveries) {
    const key = JSON.stringify([latest.url, latest.stopped, latest.last_attempt?.cause]);
    getOrCreate(groups, key, () => ({ latest, count: 0 })).count++;
  }
  return [...groups.values()];
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
        {groups.map(({ count, latest }) => (
          <li>
            <p class="clamp">
              {t('console.overview.trouble.webhooks', { count })} {withBreaks(latest.url)}
            </p>
            <a href={deliveryView.to?.(latest)}>
              {attemptReason(latest.last_attempt, t)} {latest.stopped && t('word.delivery.stopped')}
            </a>
          </li>
        ))}
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

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

const SHOWN_ROWS = 4;

function groupByReceiver(deliveries: Troubles['abandoned']) {
  const groups = new Map<string, { url: string; latest: (typeof deliveries)[number]; count: number }>();
  for (const latest of deliveries) {
    const [url = ''] = latest.url.split('?');
    getOrCreate(groups, `${latest.stopped} ${url}`, () => ({ url, latest, count: 0 })).count++;
  }
  return [...groups.values()];
}

export function TroublesPanel({ abandoned, waiting, scheduled }: Troubles) {
  const allGroups = groupByReceiver([...abandoned, ...waiting]);
  if (allGroups.length + scheduled.length === 0) return null;
  const groups = allGroups.slice(0, SHOWN_ROWS);
  const more = allGroups.slice(SHOWN_ROWS).reduce((sum, { count }) => sum + count, 0);
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
          {t('console.overview.trouble.all', { count: more })}
        </a>
      }
      class="bad"
    >
      <ul class="lines">
        {groups.map(({ url, count, latest }) => (
          <li>
            <p class="clamp">
              {t('console.overview.trouble.webhooks', { count })} {withBreaks(url)}
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

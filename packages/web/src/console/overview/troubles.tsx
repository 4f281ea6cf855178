import { type AccountClock, type DeliveryRecord, machineTime, type SessionRecord } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { AlertIcon } from '../../kit/icons.tsx';
import { DeliveryCause, pathOf } from '../deliveries/delivery-rows.tsx';
import { pageTexts } from '../page-texts.ts';
import { Time } from '../parts/time.tsx';

/** What keeps webhooks from their receivers. */
export interface Trouble {
  /** Deliveries that were given up lately and have not been made good, newest first. */
  readonly givenUp: readonly DeliveryRecord[];
  /** Those whose next attempt does not come while the account's clock stands still. */
  readonly waiting: readonly DeliveryRecord[];
  /** Sessions whose accreditation does not come, for the same reason. */
  readonly scheduled: readonly SessionRecord[];
}

interface TroublesProps {
  readonly lang: Language;
  readonly trouble: Trouble;
  readonly clock: AccountClock | undefined;
}

/** Of each kind so many are shown; the others are a click away. */
const SHOWN = 3;

/** Whether something does not come by itself while the account's clock stands as it does. */
export function isStopped(clock: AccountClock | undefined, atMs: number | null | undefined): boolean {
  return typeof atMs === 'number' && machineTime(clock, atMs) === null;
}

/** Webhooks that nobody took, or that do not go out, each with its cause and the way to its session, which says more. */
export function Troubles({ lang, trouble, clock }: TroublesProps) {
  const t = pageTexts(lang);
  const { givenUp, waiting, scheduled } = trouble;
  const deliveries = [...givenUp.slice(0, SHOWN), ...waiting.slice(0, SHOWN)];
  if (deliveries.length + scheduled.length === 0) return null;
  return (
    <section class="panel stack bad">
      <div class="spread">
        <h2>
          <AlertIcon />
          {t('console.overview.trouble.title')}
        </h2>
        <a href={`/console/deliveries?state=${givenUp.length > 0 ? 'gave_up' : 'open'}`}>
          {t('console.overview.trouble.all', { givenUp: givenUp.length })}
        </a>
      </div>
      <ul class="lines">
        {deliveries.map((delivery) => (
          <li>
            <p class="clamp">
              <Time atMs={delivery.updatedAt} form="clock" /> <code>{delivery.event}</code> → {delivery.url}
            </p>
            <p>
              <DeliveryCause lang={lang} delivery={delivery} clock={clock} />{' '}
              <a href={pathOf(delivery)}>{t('console.overview.trouble.why')}</a>
            </p>
          </li>
        ))}
        {scheduled.slice(0, SHOWN).map(({ id, fields }) => (
          <li>
            <p class="clamp">
              <code>payment_session.accredited</code> · {fields.identifier}
            </p>
            <p>
              {t('console.overview.trouble.stopped')}{' '}
              <a href={`/console/sessions/${id}`}>{t('console.overview.trouble.why')}</a>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { formatMoney } from '@svc-simulator/texts/number-texts.ts';
import { capital, type FactRow, FactRows, LongText, t } from '../kit/parts.tsx';
import { formatHour, formatMoment, formatRate } from './formats.ts';
import type { CheckoutModel, SessionSummary } from './models.ts';

/** The page shows a countdown if less than an hour is left. */
const COUNTDOWN_MS = 3_600_000;

/**
 * Returns the CSS class for the length of an amount. A longer amount gets a smaller font, so that it fits on
 * one line of a phone.
 */
function amountSizeClass(amount: string): string {
  if (amount.length <= 13) return 'large';
  return amount.length <= 18 ? 'medium' : 'small';
}

export function PaymentSummary({ model }: { readonly model: CheckoutModel }) {
  const { session } = model;
  const amount = formatMoney(session.amountMinor, session.currency, t.lang);
  const rate = session.rate && formatRate(session.rate, t.lang);
  return (
    <section class="summary" aria-labelledby="total">
      <div class="merchant">
        <span class="soft">{t('payment.summary.payTo')}</span> <LongText text={session.merchant} />
      </div>
      <h1 id="total">
        <span class="soft">{t('payment.summary.heading')}</span>{' '}
        <span class={`amount ${amountSizeClass(amount)}`}>{amount}</span>
      </h1>
      {session.currency !== 'VES' && (
        <p class="equivalent">
          <span>
            {t('payment.summary.equivalent')}{' '}
            <span class="money">{formatMoney(session.amountVesMinor, 'VES', t.lang)}</span>
          </span>
          {rate && (
            <span class="soft">{t('payment.summary.rate', { currency: session.currency, rate })}</span>
          )}
        </p>
      )}
      <dl class="facts pairs">
        <FactRows facts={sessionRows(session)} />
        <ExpiryRow model={model} />
      </dl>
    </section>
  );
}

/** Returns the rows that the payment page and the receipt have in common. */
export function sessionRows({ title, description, identifierLabel, identifier }: SessionSummary): FactRow[] {
  const textOf = (value: string | null | undefined) => (value ? <LongText text={value} /> : null);
  return [
    [capital(t('word.origin.request')), textOf(title)],
    [t('payment.summary.concept'), textOf(description)],
    [textOf(identifierLabel) ?? t('payment.summary.identifier'), <LongText text={identifier} />],
  ];
}

function ExpiryRow({ model: { now, isClockStopped, expiresAt } }: { readonly model: CheckoutModel }) {
  if (expiresAt === null) return null;
  const remainingMs = expiresAt - now;
  const endsSoon = remainingMs > 0 && remainingMs <= COUNTDOWN_MS;
  const format = endsSoon ? formatHour : formatMoment;
  return (
    <div id="vence" data-live>
      <dt>{t('payment.summary.expires')}</dt>
      <dd>
        <time datetime={new Date(expiresAt).toISOString()}>
          {t('payment.summary.expiresAt', { moment: format(expiresAt, t.lang) })}
        </time>
        {isClockStopped && <p class="soft whole">{t('payment.summary.clockStands')}</p>}
        {endsSoon && !isClockStopped && (
          // The script gets the time left, because the payer's clock can differ from the simulator's.
          <p
            class="spread countdown whole"
            data-left-ms={remainingMs}
            data-over={t('payment.summary.timeOver')}
            hidden={true}
          >
            {t('payment.summary.timeLeft')} <strong role="timer" class="figures" />
          </p>
        )}
      </dd>
    </div>
  );
}

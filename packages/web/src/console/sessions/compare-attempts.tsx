import { webhookHeaders } from '@svc-simulator/contract';
import { type AttemptModel, attemptBody, attemptError, type DeliveryModel } from '@svc-simulator/core';
import type { SessionPageData } from '@svc-simulator/server/pages/console-services.ts';
import { durationText } from '@svc-simulator/texts/number-texts.ts';
import { SelectField, TextTable, t } from '../../kit/parts.tsx';
import { Submit } from '../parts/parts.tsx';
import { deliveryName } from '../signature/signature-routes.tsx';

type Exchange = Readonly<{ name: string; delivery: DeliveryModel; attempt: AttemptModel }>;

export function CompareAttempts({ url, pageData }: Readonly<{ url: URL; pageData: SessionPageData }>) {
  const exchanges = pageData.deliveries.toReversed().flatMap((delivery) =>
    delivery.attempts.map((attempt): Exchange => {
      const name = `${deliveryName(delivery)}.${attempt.attempt}`;
      return { name, delivery, attempt };
    }),
  );
  const selectedExchange = (side: 'a' | 'b') =>
    exchanges.find(({ name }) => name === url.searchParams.get(side));
  const right = selectedExchange('b') ?? exchanges.at(-1);
  const left = selectedExchange('a') ?? (right && counterpartOf(right, exchanges));
  if (!left || !right) return <p class="soft">{t('console.sessions.compare.needsTwo')}</p>;
  const options = exchanges.map((exchange) => [exchange.name, exchangeLabel(exchange)] as const);
  const heads = [exchangeLabel(left), exchangeLabel(right)];
  const rows = comparedRows(left, right);
  const different = rows.filter(([, a, b]) => a !== b);
  const equal = rows.filter(([, a, b]) => a === b);
  return (
    <section class="panel stack" aria-label={t('console.sessions.tabs.compare')}>
      <form method="get" class="row filters">
        <input type="hidden" name="tab" value="compare" />
        <SelectField
          name="a"
          label={t('console.sessions.compare.firstAttempt')}
          selected={left.name}
          options={options}
        />
        <SelectField
          name="b"
          label={t('console.sessions.compare.secondAttempt')}
          selected={right.name}
          options={options}
        />
        <Submit text={t('console.sessions.tabs.compare')} />
      </form>
      <CompareTable title={t('console.sessions.compare.different')} heads={heads} rows={different} />
      {different.length === 0 && <p>{t('console.sessions.compare.none')}</p>}
      <details class="folded" id="compare-equal">
        <summary>{t('console.sessions.compare.equal', { count: equal.length })}</summary>
        <CompareTable title={t('console.sessions.compare.equalHeading')} heads={heads} rows={equal} />
      </details>
    </section>
  );
}

/**
 * Returns the exchange to compare with: for a resend, the first attempt of the original delivery; for a
 * retry, the first attempt of the same delivery; else another attempt, preferably of the same event.
 * Undefined if there is no other attempt.
 */
function counterpartOf({ name, delivery }: Exchange, all: readonly Exchange[]): Exchange | undefined {
  const others = all.filter((other) => other.name !== name);
  return (
    others.find((other) => other.delivery.id !== null && other.delivery.id === delivery.resendOf) ??
    others.find((other) => other.delivery === delivery) ??
    others.find((other) => other.delivery.event === delivery.event) ??
    others[0]
  );
}

function exchangeLabel({ delivery, attempt: { attempt, status, error } }: Exchange): string {
  const { event, resendOf, probe } = delivery;
  return [
    event.replace('payment_session.', ''),
    probe && t(`word.probe.${probe}`),
    resendOf && t('console.delivery.resendOf'),
    `${t('console.delivery.attempts.number')} ${attempt}`,
    status ?? attemptError(error, t),
  ]
    .filter(Boolean)
    .join(' · ');
}

type ComparedRow = readonly [name: string, left: string, right: string];

function comparedRows(left: Exchange, right: Exchange): readonly ComparedRow[] {
  const [a, b] = [comparableValues(left), comparableValues(right)];
  return Object.keys({ ...a, ...b }).map((name) => [name, a[name] ?? '', b[name] ?? '']);
}

function comparableValues({ delivery, attempt }: Exchange): Readonly<Record<string, string>> {
  const { status, error, durationMs, responseHeaders, responseBody, via, at } = attempt;
  const { emission } = delivery;
  const age = at - Date.parse(emission?.headers[webhookHeaders.timestamp] ?? '');
  const responseEntries = Object.entries(responseHeaders ?? {});
  return {
    [t('console.calls.response')]: String(status ?? attemptError(error, t)),
    [t('console.delivery.attempts.body')]: responseBody ? attemptBody(responseBody, t) : '',
    [t('field.label.duration_ms')]: durationText(durationMs, t.lang),
    [t('console.sessions.compare.age')]: Number.isNaN(age) ? '' : durationText(Math.max(0, age), t.lang),
    [t('console.delivery.by')]: t(`word.via.${via}`),
    [t('console.sessions.compare.body')]: emission?.rawBody ?? '',
    ...emission?.headers,
    ...Object.fromEntries(responseEntries.map(([name, value]) => [`← ${name}`, String(value)])),
  };
}

type TableProps = Readonly<{ title: string; heads: readonly string[]; rows: readonly ComparedRow[] }>;

function CompareTable({ title, heads, rows }: TableProps) {
  if (rows.length === 0) return null;
  const cells = rows.map(([name, ...values]) => [
    name,
    ...values.map((value) => <code class="clamp">{value || '–'}</code>),
  ]);
  return <TextTable class="table compare" head={[title, ...heads]} rows={cells} />;
}

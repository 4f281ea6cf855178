import { isUrl, refusedSchemes } from '@svc-simulator/contract';
import { failureText } from '@svc-simulator/core';
import { formatMoney } from '@svc-simulator/texts/number-texts.ts';
import type { Language, Texts } from '@svc-simulator/texts/texts.ts';
import type { Child } from 'hono/jsx';
import { capital, type FactRow, FactRows, LinkButton, LongText, Seal, t } from '../kit/parts.tsx';
import { formatMoment } from './formats.ts';
import type { AttemptSummary, ClosedModel, ResultModel } from './models.ts';
import { renderPaymentFrame } from './page-frame.ts';
import { paymentTexts } from './page-texts.ts';
import { sessionRows } from './summary.tsx';

const seals = {
  paid: ['good', 'check'],
  failed: ['bad', 'cross'],
  expired: ['next', 'clock'],
  notFound: ['next', 'search'],
  problem: ['next', 'alert'],
} as const;

function endPage(t: Texts, kind: keyof typeof seals, title: string, children: Child): string {
  const verdict = (
    <article class="panel stack verdict">
      <Seal look={seals[kind]} />
      <h1>{title}</h1>
      {children}
    </article>
  );
  return renderPaymentFrame({ t, title, width: 'narrow', children: verdict });
}

function Reason({ reason }: { readonly reason: ResultModel['reason'] }) {
  return reason ? (
    <div class="lead">
      <LongText text={failureText(reason, t.lang)} />
    </div>
  ) : null;
}

function RetryLink({ text }: { readonly text: string }) {
  return <LinkButton kind="primary large" href={`?lang=${t.lang}`} text={text} />;
}

export function renderResultPage({ lang, outcome, session, attempt, reason, canRetry }: ResultModel): string {
  const t = paymentTexts(lang);
  const isFailed = outcome === 'failed';
  return endPage(
    t,
    outcome,
    t(`payment.result.${outcome}.title`),
    <>
      {isFailed && <Reason reason={reason} />}
      <p>
        {t(`payment.result.${outcome}.detail`)}{' '}
        {isFailed && t(canRetry ? 'payment.result.failedRetry' : 'payment.result.failedFinal')}
      </p>
      {isFailed && canRetry && <RetryLink text={t('payment.result.tryAgain')} />}
      <Receipt session={session} attempt={attempt} />
    </>,
  );
}

/** Renders the page of a session that can no longer be paid. */
export function renderClosedPage({ lang, status, session, ...model }: ClosedModel): string {
  const t = paymentTexts(lang);
  const href = safeHref(model.returnUrl);
  return endPage(
    t,
    status,
    t(`payment.closed.${status}.title`),
    <>
      <Reason reason={model.reason} />
      <p>{t(`payment.closed.${status}.detail`)}</p>
      {href && (
        <LinkButton
          kind="primary large"
          href={href}
          rel="noreferrer"
          text={t(isWebLink(href) ? 'payment.closed.backToSite' : 'payment.closed.backToApp')}
        />
      )}
      <Receipt
        session={session}
        attempt={model.attempt}
        closing={[
          t(`payment.closed.closedAt.${status}`),
          !model.attempt && typeof model.closedAt === 'number' ? <Moment ms={model.closedAt} /> : null,
        ]}
      />
    </>,
  );
}

export function renderNotFoundPage(lang: Language): string {
  const t = paymentTexts(lang);
  return endPage(t, 'notFound', t('payment.notFound.title'), <p>{t('payment.notFound.detail')}</p>);
}

export function renderProblemPage(lang: Language, status: number): string {
  const t = paymentTexts(lang);
  const isTemporary = status >= 500 || status === 429;
  return endPage(
    t,
    'problem',
    t('payment.problem.title'),
    <>
      <p>{t(isTemporary ? 'payment.problem.busy' : 'payment.problem.request')}</p>
      <RetryLink text={t('payment.problem.tryAgain')} />
      <dl class="lines pairs receipt">
        <FactRows facts={[[t('payment.problem.code'), status]]} />
      </dl>
    </>,
  );
}

type ReceiptProps = Pick<ResultModel, 'session' | 'attempt'> & { readonly closing?: FactRow };

function Receipt({ session, attempt, closing }: ReceiptProps) {
  const { amountMinor, amountVesMinor, currency, merchant } = session;
  const amountVes = <span class="money">{formatMoney(amountVesMinor, 'VES', t.lang)}</span>;
  return (
    <section aria-labelledby="detalle">
      <h2 id="detalle" class="unseen">
        {t('payment.receipt.heading')}
      </h2>
      <dl class="lines pairs receipt">
        <FactRows
          facts={[
            [
              t('payment.receipt.amount'),
              <strong class="money">{formatMoney(amountMinor, currency, t.lang)}</strong>,
            ],
            [t('payment.receipt.amountVes'), currency === 'VES' ? null : amountVes],
            [t('payment.receipt.merchant'), <LongText text={merchant} />],
            ...sessionRows(session),
            ...(attempt ? attemptRows(attempt) : []),
            ...(closing ? [closing] : []),
          ]}
        />
      </dl>
    </section>
  );
}

function attemptRows({ at, method, transactionId, bankName, bankReferenceId }: AttemptSummary): FactRow[] {
  return [
    [t('payment.receipt.method'), capital(t(`word.method.${method}`))],
    [t('payment.form.bank'), bankName || null],
    [t('payment.receipt.transaction'), transactionId],
    [t('payment.receipt.reference'), bankReferenceId ? <LongText text={bankReferenceId} /> : null],
    [t('payment.receipt.date'), <Moment ms={at} />],
  ];
}

function Moment({ ms }: { readonly ms: number }) {
  return (
    <time datetime={new Date(ms).toISOString()}>
      {t('payment.summary.expiresAt', { moment: formatMoment(ms, t.lang) })}
    </time>
  );
}

/**
 * Returns the parsed URL, or null if it is relative or has a refused scheme, such as `javascript:`. The
 * scheme is checked after parsing, which removes control characters: `java\nscript:` would pass an earlier
 * check.
 */
export function safeHref(url: string | null | undefined): string | null {
  if (!url || !isUrl(url)) return null;
  const link = new URL(url);
  return refusedSchemes.includes(link.protocol) ? null : link.href;
}

export function isWebLink(href: string): boolean {
  return /^https?:/i.test(href);
}

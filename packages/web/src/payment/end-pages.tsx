import { isUrl, refusedSchemes } from '@svc-simulator/contract';
import { failureText } from '@svc-simulator/core';
import { formatMoney } from '@svc-simulator/texts/number-texts.ts';
import type { Language, Texts } from '@svc-simulator/texts/texts.ts';
import type { Child } from 'hono/jsx';
import { capital, Icon, LinkButton, LongText, t } from '../kit/parts.tsx';
import { formatMoment } from './formats.ts';
import type { AttemptSummary, ClosedModel, ResultModel, SessionSummary } from './models.ts';
import { renderPage } from './page-frame.ts';
import { pageTexts } from './page-texts.ts';
import { About, Row } from './summary.tsx';

const marks = {
  paid: ['good', 'check'],
  failed: ['bad', 'cross'],
  expired: ['next', 'clock'],
  notFound: ['next', 'search'],
  problem: ['next', 'alert'],
} as const;

/** A page that says how it ended. */
function endPage(t: Texts, mark: keyof typeof marks, title: string, children: Child): string {
  const [tone, icon] = marks[mark];
  const verdict = (
    <article class="panel stack verdict">
      <span class={`seal ${tone}`}>
        <Icon name={icon} />
      </span>
      <h1>{title}</h1>
      {children}
    </article>
  );
  return renderPage({ t, title, width: 'narrow', children: verdict });
}

function Reason({ reason }: { readonly reason: ResultModel['reason'] }) {
  return reason ? (
    <div class="lead">
      <LongText text={failureText(reason, t.lang)} />
    </div>
  ) : null;
}

/** The way to another try. */
function Again({ text }: { readonly text: string }) {
  return <LinkButton kind="primary large" href={`?lang=${t.lang}`} text={text} />;
}

/** How an attempt ended, for a session without URLs to return to. */
export function renderResultPage({ lang, outcome, session, attempt, reason, canRetry }: ResultModel): string {
  const t = pageTexts(lang);
  const failed = outcome === 'failed';
  return endPage(
    t,
    outcome,
    t(`payment.result.${outcome}.title`),
    <>
      {failed && <Reason reason={reason} />}
      <p>
        {t(`payment.result.${outcome}.detail`)}{' '}
        {failed && t(canRetry ? 'payment.result.failedRetry' : 'payment.result.failedFinal')}
      </p>
      {failed && canRetry && <Again text={t('payment.result.tryAgain')} />}
      <Receipt session={session} attempt={attempt} />
    </>,
  );
}

/** A session that can no longer be paid, with the way back to the merchant when there is a safe one. */
export function renderClosedPage({ lang, status, session, ...model }: ClosedModel): string {
  const t = pageTexts(lang);
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
      <Receipt session={session} attempt={model.attempt}>
        {!model.attempt && typeof model.closedAt === 'number' && (
          <Row name={t(`payment.closed.closedAt.${status}`)}>
            <Moment ms={model.closedAt} />
          </Row>
        )}
      </Receipt>
    </>,
  );
}

/** The answer to an id that names no session (404). */
export function renderNotFoundPage(lang: Language): string {
  const t = pageTexts(lang);
  return endPage(t, 'notFound', t('payment.notFound.title'), <p>{t('payment.notFound.detail')}</p>);
}

/** Any other problem: what happened, what to do next, and what to quote when asking for help. */
export function renderProblemPage(lang: Language, status: number): string {
  const t = pageTexts(lang);
  const passing = status >= 500 || status === 429;
  return endPage(
    t,
    'problem',
    t('payment.problem.title'),
    <>
      <p>{t(passing ? 'payment.problem.busy' : 'payment.problem.request')}</p>
      <Again text={t('payment.problem.tryAgain')} />
      <dl class="lines pairs receipt">
        <Row name={t('payment.problem.code')}>{status}</Row>
      </dl>
    </>,
  );
}

interface ReceiptProps {
  readonly session: SessionSummary;
  readonly attempt: AttemptSummary | null | undefined;
  readonly children?: Child;
}

function Receipt({ session, attempt, children }: ReceiptProps) {
  return (
    <section aria-labelledby="detalle">
      <h2 id="detalle" class="unseen">
        {t('payment.receipt.heading')}
      </h2>
      <dl class="lines pairs receipt">
        <Row name={t('payment.receipt.amount')}>
          <strong class="money">{formatMoney(session.amountMinor, session.currency, t.lang)}</strong>
        </Row>
        {session.currency !== 'VES' && (
          <Row name={t('payment.receipt.amountVes')}>
            <span class="money">{formatMoney(session.amountVesMinor, 'VES', t.lang)}</span>
          </Row>
        )}
        <Row name={t('payment.receipt.merchant')}>
          <LongText text={session.merchant} />
        </Row>
        <About session={session} />
        {attempt && <AttemptRows attempt={attempt} />}
        {children}
      </dl>
    </section>
  );
}

function AttemptRows({ attempt }: { readonly attempt: AttemptSummary }) {
  return (
    <>
      <Row name={t('payment.receipt.method')}>{capital(t(`word.method.${attempt.method}`))}</Row>
      {attempt.bankName && <Row name={t('payment.form.bank')}>{attempt.bankName}</Row>}
      <Row name={t('payment.receipt.transaction')}>{attempt.transactionId}</Row>
      {attempt.bankReferenceId && (
        <Row name={t('payment.receipt.reference')}>
          <LongText text={attempt.bankReferenceId} />
        </Row>
      )}
      <Row name={t('payment.receipt.date')}>
        <Moment ms={attempt.at} />
      </Row>
    </>
  );
}

function Moment({ ms }: { readonly ms: number }) {
  return (
    <time datetime={new Date(ms).toISOString()}>
      {t('payment.summary.expiresAt', { moment: formatMoment(ms, t.lang) })}
    </time>
  );
}

/**
 * Returns the parsed link if an `href` may contain it: absolute, with http(s) or an app's scheme that isn't
 * refused; else null. Parsing first defeats control characters and white space in the scheme.
 */
export function safeHref(url: string | null | undefined): string | null {
  if (!url || !isUrl(url)) return null;
  const parsed = new URL(url);
  return refusedSchemes.includes(parsed.protocol) ? null : parsed.href;
}

/** True for links that lead back to a site, false for those that open an app. */
export function isWebLink(href: string): boolean {
  return /^https?:/i.test(href);
}

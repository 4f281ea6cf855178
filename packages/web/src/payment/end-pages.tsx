import { failureText } from '@svc-simulator/core';
import { formatMoney } from '@svc-simulator/texts/number-texts.ts';
import type { Language } from '@svc-simulator/texts/texts.ts';
import type { Child } from 'hono/jsx';
import { AlertIcon, CheckIcon, ClockIcon, CrossIcon, SearchIcon } from '../kit/icons.tsx';
import { formatMoment } from './formats.ts';
import { isWebLink, safeHref } from './links.ts';
import type {
  AttemptSummary,
  ClosedModel,
  NotFoundModel,
  ProblemModel,
  ResultModel,
  SessionSummary,
} from './models.ts';
import { renderPage } from './page-frame.tsx';
import { pageTexts } from './page-texts.ts';
import { About, LongText, Row } from './summary.tsx';

type Tone = 'good' | 'bad' | 'next';

interface VerdictProps {
  readonly tone: Tone;
  readonly icon: Child;
  readonly title: string;
  readonly children?: Child;
}

function Verdict({ tone, icon, title, children }: VerdictProps) {
  return (
    <article class="panel verdict">
      <span class={`seal ${tone}`}>{icon}</span>
      <h1>{title}</h1>
      {children}
    </article>
  );
}

/** Why it failed, where that is known. */
function Reason({ reason, lang }: Pick<ResultModel, 'reason' | 'lang'>) {
  return reason ? (
    <p class="lead">
      <LongText text={failureText(reason, lang)} lang={lang} />
    </p>
  ) : null;
}

/** How an attempt ended, for a session without URLs to return to. */
export function renderResultPage(model: ResultModel): string {
  const { lang, outcome, session } = model;
  const t = pageTexts(lang);
  const title = t(`payment.result.${outcome}.title`);
  const paid = outcome === 'paid';
  return renderPage({
    lang,
    title,
    width: 'narrow',
    children: (
      <Verdict tone={paid ? 'good' : 'bad'} icon={paid ? <CheckIcon /> : <CrossIcon />} title={title}>
        {!paid && <Reason {...model} />}
        <p>
          {t(`payment.result.${outcome}.detail`)}{' '}
          {!paid && (model.canRetry ? t('payment.result.failedRetry') : t('payment.result.failedFinal'))}
        </p>
        {!paid && model.canRetry && (
          <a class="button primary large" href={`?lang=${lang}`}>
            {t('payment.result.tryAgain')}
          </a>
        )}
        <Receipt session={session} attempt={model.attempt} lang={lang} />
      </Verdict>
    ),
  });
}

/** A session that can no longer be paid, with the way back to the merchant when there is a safe one. */
export function renderClosedPage(model: ClosedModel): string {
  const { lang, status, session } = model;
  const t = pageTexts(lang);
  const title = t(`payment.closed.${status}.title`);
  const href = safeHref(model.returnUrl);
  const marks = {
    paid: { tone: 'good', icon: <CheckIcon /> },
    failed: { tone: 'bad', icon: <CrossIcon /> },
    expired: { tone: 'next', icon: <ClockIcon /> },
  } as const;
  return renderPage({
    lang,
    title,
    width: 'narrow',
    children: (
      <Verdict {...marks[status]} title={title}>
        <Reason {...model} />
        <p>{t(`payment.closed.${status}.detail`)}</p>
        {href && (
          <a class="button primary large" href={href} rel="noreferrer">
            {isWebLink(href) ? t('payment.closed.backToSite') : t('payment.closed.backToApp')}
          </a>
        )}
        <Receipt session={session} attempt={model.attempt ?? null} lang={lang}>
          {!model.attempt && typeof model.closedAt === 'number' && (
            <Row name={t(`payment.closed.closedAt.${status}`)}>{moment(model.closedAt, lang)}</Row>
          )}
        </Receipt>
      </Verdict>
    ),
  });
}

/** The answer to an id that names no session (404). */
export function renderNotFoundPage({ lang }: NotFoundModel): string {
  const t = pageTexts(lang);
  const title = t('payment.notFound.title');
  return renderPage({
    lang,
    title,
    width: 'narrow',
    children: (
      <Verdict tone="next" icon={<SearchIcon />} title={title}>
        <p>{t('payment.notFound.detail')}</p>
      </Verdict>
    ),
  });
}

/** Any other problem: what happened, what to do next, and what to quote when asking for help. */
export function renderProblemPage(model: ProblemModel): string {
  const t = pageTexts(model.lang);
  const passing = model.status >= 500 || model.status === 429;
  return renderPage({
    lang: model.lang,
    title: t('payment.problem.title'),
    width: 'narrow',
    children: (
      <Verdict tone="next" icon={<AlertIcon />} title={t('payment.problem.title')}>
        <p>
          <bdi class="text">
            {model.detail || (passing ? t('payment.problem.busy') : t('payment.problem.request'))}
          </bdi>
        </p>
        {model.canRetry && (
          <a class="button primary large" href={`?lang=${model.lang}`}>
            {t('payment.problem.tryAgain')}
          </a>
        )}
        <dl class="lines pairs receipt">
          <Row name={t('payment.problem.code')}>{model.status}</Row>
          {model.requestId && <Row name={t('payment.problem.requestId')}>{model.requestId}</Row>}
        </dl>
      </Verdict>
    ),
  });
}

interface ReceiptProps {
  readonly session: SessionSummary;
  readonly attempt: AttemptSummary | null;
  readonly lang: Language;
  readonly children?: Child;
}

function Receipt({ session, attempt, lang, children }: ReceiptProps) {
  const t = pageTexts(lang);
  return (
    <section aria-labelledby="detalle">
      <h2 id="detalle" class="unseen">
        {t('payment.receipt.heading')}
      </h2>
      <dl class="lines pairs receipt">
        <Row name={t('payment.receipt.amount')}>
          <strong class="money">{formatMoney(session.amountMinor, session.currency, lang)}</strong>
        </Row>
        {session.currency !== 'VES' && (
          <Row name={t('payment.receipt.amountVes')}>
            <span class="money">{formatMoney(session.amountVesMinor, 'VES', lang)}</span>
          </Row>
        )}
        <Row name={t('payment.receipt.merchant')}>
          <LongText text={session.merchant} lang={lang} />
        </Row>
        <About session={session} lang={lang} />
        {attempt && <AttemptRows attempt={attempt} lang={lang} />}
        {children}
      </dl>
    </section>
  );
}

function AttemptRows({ attempt, lang }: { readonly attempt: AttemptSummary; readonly lang: Language }) {
  const t = pageTexts(lang);
  return (
    <>
      <Row name={t('payment.receipt.method')}>{t(`payment.form.method.${attempt.method}.name`)}</Row>
      {attempt.bankName && <Row name={t('payment.form.bank')}>{attempt.bankName}</Row>}
      <Row name={t('payment.receipt.transaction')}>{attempt.transactionId}</Row>
      {attempt.bankReferenceId && (
        <Row name={t('payment.receipt.reference')}>
          <LongText text={attempt.bankReferenceId} lang={lang} />
        </Row>
      )}
      <Row name={t('payment.receipt.date')}>{moment(attempt.at, lang)}</Row>
    </>
  );
}

function moment(ms: number, lang: Language) {
  return (
    <time datetime={new Date(ms).toISOString()}>
      {pageTexts(lang)('payment.summary.expiresAt', { moment: formatMoment(ms, lang) })}
    </time>
  );
}

import { failureText } from '@svc-simulator/core';
import { formatMoney } from '@svc-simulator/texts/number-texts.ts';
import type { Child } from 'hono/jsx';
import { Icon } from '../kit/icons.tsx';
import { t } from '../kit/speaking.ts';
import { formatMoment } from './formats.ts';
import { isWebLink, safeHref } from './links.ts';
import type { AttemptSummary, ClosedModel, ProblemModel, ResultModel, SessionSummary } from './models.ts';
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
function Reason({ reason }: { readonly reason: ResultModel['reason'] }) {
  return reason ? (
    <p class="lead">
      <LongText text={failureText(reason, t.lang)} />
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
    t,
    title,
    width: 'narrow',
    children: (
      <Verdict
        tone={paid ? 'good' : 'bad'}
        icon={paid ? <Icon name="check" /> : <Icon name="cross" />}
        title={title}
      >
        {!paid && <Reason reason={model.reason} />}
        <p>
          {t(`payment.result.${outcome}.detail`)}{' '}
          {!paid && (model.canRetry ? t('payment.result.failedRetry') : t('payment.result.failedFinal'))}
        </p>
        {!paid && model.canRetry && (
          <a class="button primary large" href={`?lang=${lang}`}>
            {t('payment.result.tryAgain')}
          </a>
        )}
        <Receipt session={session} attempt={model.attempt} />
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
    paid: { tone: 'good', icon: <Icon name="check" /> },
    failed: { tone: 'bad', icon: <Icon name="cross" /> },
    expired: { tone: 'next', icon: <Icon name="clock" /> },
  } as const;
  return renderPage({
    t,
    title,
    width: 'narrow',
    children: (
      <Verdict {...marks[status]} title={title}>
        <Reason reason={model.reason} />
        <p>{t(`payment.closed.${status}.detail`)}</p>
        {href && (
          <a class="button primary large" href={href} rel="noreferrer">
            {isWebLink(href) ? t('payment.closed.backToSite') : t('payment.closed.backToApp')}
          </a>
        )}
        <Receipt session={session} attempt={model.attempt}>
          {!model.attempt && typeof model.closedAt === 'number' && (
            <Row name={t(`payment.closed.closedAt.${status}`)}>
              <Moment ms={model.closedAt} />
            </Row>
          )}
        </Receipt>
      </Verdict>
    ),
  });
}

/** The answer to an id that names no session (404). */
export function renderNotFoundPage({ lang }: Pick<ProblemModel, 'lang'>): string {
  const t = pageTexts(lang);
  const title = t('payment.notFound.title');
  return renderPage({
    t,
    title,
    width: 'narrow',
    children: (
      <Verdict tone="next" icon={<Icon name="search" />} title={title}>
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
    t,
    title: t('payment.problem.title'),
    width: 'narrow',
    children: (
      <Verdict tone="next" icon={<Icon name="alert" />} title={t('payment.problem.title')}>
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
      <Row name={t('payment.receipt.method')}>{t(`payment.form.method.${attempt.method}.name`)}</Row>
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

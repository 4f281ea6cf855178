import type { DataOf } from '@svc-simulator/client';
import {
  type createButtonSession,
  type getSessionStatus,
  membersOf,
  parseInstant,
  sessionSteps,
} from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { traceTexts } from '../texts/trace-texts.ts';
import { wordIn } from '../texts/view-texts.ts';
import type { Colours } from './report.ts';
import { ago, columns, distance, money, namedLines, printable } from './text.ts';
import { lifeLine } from './view-lines.ts';

type NewSessionData = DataOf<typeof createButtonSession>;
type SessionStatusData = DataOf<typeof getSessionStatus>;
type NamedRow = readonly [name: string, value: string | undefined];

export function statusText(status: string, colours: Colours): string {
  const text = printable(wordIn(colours.t, 'status', status));
  if (status === 'paid' || status === 'credited') return colours.green(text);
  if (status === 'failed' || status === 'expired') return colours.red(text);
  return colours.yellow(text);
}

/** Formats a new session, whose creation is the account's current time. */
export function newSessionLines(session: NewSessionData, colours: Colours): string[] {
  const { t } = colours;
  const { expires_at } = session.config;
  const nowMs = Date.parse(session.created_at);
  return namedLines(
    [
      [t('cli.common.session'), `${session.id} ${statusText(session.status, colours)}`],
      [t('cli.session.amount'), money(session.amount_reference, session.currency_reference, t)],
      dueRow(t, session, nowMs),
      [t('cli.session.pay'), colours.cyan(session.payment_url)],
      ['webhooks', textOrUndefined(session.webhook_url) ?? t('cli.session.nobody_no_webhook_url')],
      [
        t('cli.session.expires'),
        expires_at === null ? t('cli.session.never_itself') : distance(t, Date.parse(expires_at), nowMs),
      ],
    ],
    colours,
  );
}

function dueRow(t: Texts, session: object, nowMs: number): NamedRow {
  const { due_date_session: due } = membersOf(session);
  const dueMs = typeof due === 'string' ? parseInstant(due) : null;
  return [
    t('cli.session.due'),
    dueMs === null ? undefined : `${printable(String(due))} (${distance(t, dueMs, nowMs)})`,
  ];
}

export function sessionLines(session: SessionStatusData, colours: Colours, nowMs: number): string[] {
  const { t } = colours;
  const payment = session.session_payment;
  const details = payment.payment_details;
  const { user_message: message, receiver_credits_summary: summary } = payment;
  const reason = payment.reason && reasonText(t, payment.reason);
  // The API reports the credits only, so a failed accreditation looks like one that is still to come.
  const steps = sessionSteps({ status: session.status, accreditation: summary ? 'accredited' : 'none' });
  return [
    ...namedLines(
      [
        [
          t('cli.common.session'),
          `${session.id} ${lifeLine(steps, colours)} ${statusText(session.status, colours)}`,
        ],
        [t('cli.session.origin'), wordIn(t, 'origin', session.session_origin)],
        [t('cli.session.amount'), money(session.amount_reference, session.currency_reference, t)],
        [
          t('cli.session.for'),
          [textOrUndefined(session.identifier_label), printable(session.identifier)].join(' ').trim(),
        ],
        [t('cli.session.description'), textOrUndefined(session.description)],
        dueRow(t, session, nowMs),
        [t('cli.session.created'), ago(t, session.created_at, nowMs)],
        ['webhooks', textOrUndefined(session.webhook_url)],
        [
          t(session.status === 'paid' ? 'cli.session.payment' : 'cli.session.tried'),
          details &&
            `${wordIn(t, 'method', payment.payment_method)} ${payment.svc_transaction_id} ${money(details.amount_ves, 'VES', t)}`,
        ],
        [t('cli.session.message'), message === reason ? undefined : textOrUndefined(message)],
        [t('cli.session.reason'), reason],
        [t('cli.session.accredited'), summary ? creditsText(t, summary) : undefined],
      ],
      colours,
    ),
    ...columns(
      Object.values(payment.receiver_credits ?? []).map((credit) => [
        `  ${printable(credit.receiver_id)}`,
        statusText(credit.status, colours),
        money(credit.amount_ves, 'VES', t),
        t('cli.session.fee', { bank_commissions_ves: money(credit.bank_commissions_ves, 'VES', t) }),
        t('cli.session.net', { amount_ves_credited: money(credit.amount_ves_credited, 'VES', t) }),
      ]),
    ),
  ];
}

export function reasonText({ lang }: Texts, reason: string): string {
  const t = traceTexts(lang);
  return t.maybe(`payer.failed.${reason}`) ?? t.maybe(`event.by.${reason}`) ?? printable(reason);
}

function creditsText(
  t: Texts,
  summary: NonNullable<SessionStatusData['session_payment']['receiver_credits_summary']>,
): string {
  const { total_credits, total_amount_ves_credited } = summary;
  return t('cli.session.net_in_credits', {
    total_amount_ves_credited: money(total_amount_ves_credited, 'VES', t),
    credits: creditCountText(t, total_credits),
  });
}

export function creditCountText(t: Texts, count: unknown): string {
  return traceTexts(t.lang)('event.credits', { count: Number(count) });
}

function textOrUndefined(text: unknown): string | undefined {
  return typeof text === 'string' ? printable(text) : undefined;
}

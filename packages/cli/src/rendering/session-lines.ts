import type { DataOf } from '@svc-simulator/client';
import {
  type createButtonSession,
  type getSessionStatus,
  membersOf,
  OWNER_RECIPIENT,
  parseInstant,
  sessionState,
} from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { traceTexts } from '../texts/trace-texts.ts';
import { wordIn } from '../texts/view-texts.ts';
import type { Style } from './report.ts';
import { agoText, alignColumns, formatNamedRows, printable, printableAmount, relativeTime } from './text.ts';
import { cellText } from './view-lines.ts';

type NewSessionData = DataOf<typeof createButtonSession>;
type SessionStatusData = DataOf<typeof getSessionStatus>;
type NamedRow = readonly [name: string, value: string | undefined];

export function statusText(status: string, style: Style): string {
  const text = printable(wordIn(style.t, 'status', status));
  if (status === 'paid' || status === 'credited') return style.green(text);
  if (status === 'failed' || status === 'expired') return style.red(text);
  return style.yellow(text);
}

export function newSessionLines(session: NewSessionData, style: Style): string[] {
  const { t } = style;
  const { expires_at } = session.config;
  // The account's current time, because the session was just created.
  const nowMs = Date.parse(session.created_at);
  return formatNamedRows(
    [
      [t('cli.common.session'), `${session.id} ${statusText(session.status, style)}`],
      [t('cli.session.amount'), printableAmount(session.amount_reference, session.currency_reference, t)],
      dueRow(t, session, nowMs),
      [t('cli.session.pay'), style.cyan(session.payment_url)],
      ['webhooks', textOrUndefined(session.webhook_url) ?? t('cli.session.not_sent')],
      [
        t('cli.session.expires'),
        expires_at === null
          ? t('cli.session.never_automatically')
          : relativeTime(t, Date.parse(expires_at), nowMs),
      ],
    ],
    style,
  );
}

function dueRow(t: Texts, session: object, nowMs: number): NamedRow {
  const { due_date_session: due } = membersOf(session);
  const dueMs = typeof due === 'string' ? parseInstant(due) : null;
  return [
    t('cli.session.due'),
    dueMs === null ? undefined : `${printable(String(due))} (${relativeTime(t, dueMs, nowMs)})`,
  ];
}

export function sessionLines(session: SessionStatusData, style: Style, nowMs: number): string[] {
  const { t } = style;
  const payment = session.session_payment;
  const details = payment.payment_details;
  const { user_message: message, receiver_credits_summary: summary } = payment;
  const reason = payment.reason && reasonText(t, payment.reason);
  // Without credits, the accreditation may be pending or have failed: the API doesn't say which, so none is
  // shown.
  const state = { status: session.status, accreditation: summary ? 'accredited' : 'none' } as const;
  return [
    ...formatNamedRows(
      [
        [t('cli.common.session'), `${session.id} ${cellText(sessionState, state, style, { nowMs })}`],
        [t('cli.session.origin'), wordIn(t, 'origin', session.session_origin)],
        [t('cli.session.amount'), printableAmount(session.amount_reference, session.currency_reference, t)],
        [
          t('cli.session.for'),
          [textOrUndefined(session.identifier_label), printable(session.identifier)].join(' ').trim(),
        ],
        [t('cli.session.description'), textOrUndefined(session.description)],
        dueRow(t, session, nowMs),
        [t('cli.session.created'), agoText(t, session.created_at, nowMs)],
        ['webhooks', textOrUndefined(session.webhook_url)],
        [
          t(session.status === 'paid' ? 'cli.session.payment' : 'cli.session.attempt'),
          details &&
            `${wordIn(t, 'method', payment.payment_method)} ${payment.svc_transaction_id} ${printableAmount(details.amount_ves, 'VES', t)}`,
        ],
        [t('cli.session.message'), message === reason ? undefined : textOrUndefined(message)],
        [t('cli.session.reason'), reason],
        [t('cli.session.accredited'), summary ? creditsText(t, summary) : undefined],
      ],
      style,
    ),
    ...alignColumns(
      Object.values(payment.receiver_credits ?? []).map((credit) => [
        `  ${credit.receiver_id === OWNER_RECIPIENT ? t('cli.session.owner') : printable(credit.receiver_id)}`,
        statusText(credit.status, style),
        printableAmount(credit.amount_ves, 'VES', t),
        t('cli.session.fee', {
          bank_commissions_ves: printableAmount(credit.bank_commissions_ves, 'VES', t),
        }),
        t('cli.session.net', { amount_ves_credited: printableAmount(credit.amount_ves_credited, 'VES', t) }),
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
    total_amount_ves_credited: printableAmount(total_amount_ves_credited, 'VES', t),
    credits: traceTexts(t.lang)('event.credits', { count: total_credits }),
  });
}

function textOrUndefined(text: unknown): string | undefined {
  return typeof text === 'string' ? printable(text) : undefined;
}

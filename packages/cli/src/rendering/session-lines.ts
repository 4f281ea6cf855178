import type { DataOf } from '@svc-simulator/client';
import type { createButtonSession, getSessionStatus, listSessions } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import type { Colours } from './colours.ts';
import { ago, columns, distance, money, plain } from './text.ts';

type NewSession = DataOf<typeof createButtonSession>;
type SessionStatus = DataOf<typeof getSessionStatus>;
type Row = readonly [name: string, value: string] | undefined;

export function colourOfStatus(status: string, colours: Colours): string {
  if (status === 'paid' || status === 'credited') return colours.green(status);
  if (status === 'failed' || status === 'expired') return colours.red(status);
  return colours.yellow(status);
}

export function newSessionLines(session: NewSession, colours: Colours, nowMs: number): string[] {
  const { expires_at } = session.config;
  return named(
    [
      [t`session`, `${session.id} ${colourOfStatus(session.status, colours)}`],
      [t`amount`, money(session.amount_reference, session.currency_reference)],
      [t`pay at`, colours.cyan(session.payment_url)],
      [
        'webhooks',
        session.webhook_url === undefined ? t`to nobody (no --webhook-url)` : plain(session.webhook_url),
      ],
      [t`expires`, expires_at === null ? t`never by itself` : distance(Date.parse(expires_at), nowMs)],
    ],
    colours,
  );
}

export function sessionLines(session: SessionStatus, colours: Colours, nowMs: number): string[] {
  const payment = session.session_payment;
  const details = payment.payment_details;
  const summary = payment.receiver_credits_summary;
  return [
    ...named(
      [
        [t`session`, `${session.id} ${colourOfStatus(session.status, colours)}`],
        [t`origin`, session.session_origin],
        [t`amount`, money(session.amount_reference, session.currency_reference)],
        [
          t`for`,
          [session.identifier_label, session.identifier]
            .filter(Boolean)
            .map((text) => plain(text))
            .join(' '),
        ],
        session.description === undefined ? undefined : [t`description`, plain(session.description)],
        [t`created`, ago(session.created_at, nowMs)],
        session.webhook_url === undefined ? undefined : ['webhooks', plain(session.webhook_url)],
        details === undefined
          ? undefined
          : [
              t`payment`,
              `${payment.payment_method} ${payment.svc_transaction_id} ${money(details.amount_ves, 'VES')}`,
            ],
        typeof payment.user_message === 'string' ? [t`message`, plain(payment.user_message)] : undefined,
        payment.reason === undefined ? undefined : [t`reason`, plain(payment.reason)],
        summary ? [t`accredited`, creditsText(summary)] : undefined,
      ],
      colours,
    ),
    ...columns(
      Object.values(payment.receiver_credits ?? []).map((credit) => [
        `  ${plain(credit.receiver_id)}`,
        colourOfStatus(credit.status, colours),
        money(credit.amount_ves, 'VES'),
        t`fee ${credit.bank_commissions_ves.toFixed(2)}`,
        t`net ${credit.amount_ves_credited.toFixed(2)}`,
      ]),
    ),
  ];
}

function creditsText(
  summary: NonNullable<SessionStatus['session_payment']['receiver_credits_summary']>,
): string {
  const { total_credits, total_amount_ves_credited } = summary;
  return t`${money(total_amount_ves_credited, 'VES')} net, in ${creditsCounted(total_credits)}`;
}

/** `1 credit`, `2 credits`. */
export function creditsCounted(count: unknown): string {
  return count === 1 ? t`1 credit` : t`${count} credits`;
}

export function sessionListLines(
  sessions: DataOf<typeof listSessions>,
  colours: Colours,
  nowMs: number,
): string[] {
  return columns(
    sessions.map((session) => [
      session.id,
      colourOfStatus(session.status, colours),
      session.session_origin,
      money(session.amount_reference, session.currency_reference),
      colours.dim(ago(session.created_at, nowMs)),
      plain(session.identifier, 40),
    ]),
  );
}

function named(rows: readonly Row[], colours: Colours): string[] {
  const present = rows.filter((row) => row !== undefined);
  return columns(present.map(([name, value]) => [colours.dim(name), value]));
}

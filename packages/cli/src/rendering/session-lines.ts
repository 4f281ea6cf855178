import type { DataOf } from '@svc-simulator/client';
import type { createButtonSession, getSessionStatus, listSessions } from '@svc-simulator/contract';
import type { Colours } from './colours.ts';
import { columns, distance, money, plain } from './text.ts';

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
      ['session', `${session.id} ${colourOfStatus(session.status, colours)}`],
      ['amount', money(session.amount_reference, session.currency_reference)],
      ['pay at', colours.cyan(session.payment_url)],
      [
        'webhooks',
        session.webhook_url === undefined ? 'to nobody (no --webhook-url)' : plain(session.webhook_url),
      ],
      ['expires', expires_at === null ? 'never by itself' : distance(Date.parse(expires_at), nowMs)],
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
        ['session', `${session.id} ${colourOfStatus(session.status, colours)}`],
        ['origin', session.session_origin],
        ['amount', money(session.amount_reference, session.currency_reference)],
        [
          'for',
          [session.identifier_label, session.identifier]
            .filter(Boolean)
            .map((text) => plain(text))
            .join(' '),
        ],
        session.description === undefined ? undefined : ['description', plain(session.description)],
        ['created', distance(Date.parse(session.created_at), nowMs)],
        session.webhook_url === undefined ? undefined : ['webhooks', plain(session.webhook_url)],
        details === undefined
          ? undefined
          : [
              'payment',
              `${payment.payment_method} ${payment.svc_transaction_id} ${money(details.amount_ves, 'VES')}`,
            ],
        typeof payment.user_message === 'string' ? ['message', plain(payment.user_message)] : undefined,
        payment.reason === undefined ? undefined : ['reason', plain(payment.reason)],
        summary ? ['accredited', creditsText(summary)] : undefined,
      ],
      colours,
    ),
    ...columns(
      Object.values(payment.receiver_credits ?? []).map((credit) => [
        `  ${plain(credit.receiver_id)}`,
        colourOfStatus(credit.status, colours),
        money(credit.amount_ves, 'VES'),
        `fee ${credit.bank_commissions_ves.toFixed(2)}`,
        `net ${credit.amount_ves_credited.toFixed(2)}`,
      ]),
    ),
  ];
}

function creditsText(
  summary: NonNullable<SessionStatus['session_payment']['receiver_credits_summary']>,
): string {
  const { total_credits, total_amount_ves_credited } = summary;
  const noun = total_credits === 1 ? 'credit' : 'credits';
  return `${money(total_amount_ves_credited, 'VES')} net, in ${total_credits} ${noun}`;
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
      colours.dim(distance(Date.parse(session.created_at), nowMs)),
      plain(session.identifier, 40),
    ]),
  );
}

function named(rows: readonly Row[], colours: Colours): string[] {
  const present = rows.filter((row) => row !== undefined);
  return columns(present.map(([name, value]) => [colours.dim(name), value]));
}

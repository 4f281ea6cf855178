import {
  createButtonSession,
  createRequestBatch,
  createRequestSession,
  expireSession,
  getSessionStatus,
  type Outcome,
} from '@svc-simulator/contract';
import {
  type AccountRecord,
  numberOf,
  type SessionRecord,
  sessionData,
  settingsOf,
  statusData,
  vesMinorOf,
} from '@svc-simulator/core';
import { type Commit, type Reply, reply, replyJson } from '../http/reply.ts';
import { type Route, route } from '../http/request-context.ts';
import type { Runtime } from '../runtime.ts';
import { paymentCode } from './payment-code.ts';
import { type Creation, createSessions, creationScope } from './session-creation.ts';
import { accreditationDelayMs, findSession, sessionCommand } from './session-service.ts';
import { statusTexts } from './status-texts.ts';

/** Payment sessions: buttons, requests, batches, status and expiry (contract section 3). */
export function sessionRoutes(runtime: Runtime): readonly Route[] {
  const present = presenter(runtime);
  const statusText = statusTexts(runtime.store);
  const worth = ({ amountMinor, fields: { currency_reference: currency } }: SessionRecord) => {
    const { rates } = runtime.settings;
    return {
      amount_ves: numberOf(String(vesMinorOf(amountMinor, currency, rates))),
      bcv_exchange_rate: Number(rates[currency]),
      exchange_rate_from: currency,
      exchange_rate_to: 'VES',
    };
  };
  const create = (
    creation: Creation,
    answer: (texts: readonly string[]) => string,
    more: (session: SessionRecord) => object = () => ({}),
  ): Commit => ({
    scope: creationScope(creation.account, creation.orders),
    decide: (view) => {
      const change = createSessions(runtime, view, creation);
      const answered = (sessions: readonly SessionRecord[]) =>
        replyJson(answer(sessions.map((session) => present(session, creation.account, more(session)))));
      return { ...change, result: mapped(change.result, answered) };
    },
  });
  return [
    route(createButtonSession, ({ account, body, now }) =>
      create({ account, origin: 'button', orders: [{ fields: body, pointer: '' }], now }, only),
    ),
    route(createRequestSession, ({ account, body, now }) =>
      create({ account, origin: 'request', orders: [{ fields: body, pointer: '' }], now }, only),
    ),
    route(createRequestBatch, ({ account, body, now }) => {
      const orders = body.items.map((fields, index) => ({ fields, pointer: `/items/${index}` }));
      const answer = (items: readonly string[]) => {
        const counts = { processed_count: items.length, successful_count: items.length, failed_count: 0 };
        return withMember(counts, 'items', `[${items.join(',')}]`);
      };
      return create({ account, origin: 'request', orders, now }, answer, worth);
    }),
    route(getSessionStatus, async ({ account, params, now }) => {
      const found = await findSession(runtime, account.id, params.session_id ?? '');
      if (!found.ok) return found;
      noteQuery(runtime, found.value, now);
      return replyJson(statusText(found.value, runtime.settings.publicUrl, settingsOf(account)));
    }),
    route(expireSession, ({ account, params }): Commit => {
      const { scope, decide } = sessionCommand(runtime, {
        accountId: account.id,
        sessionId: params.session_id ?? '',
        command: { type: 'expire' },
      });
      return {
        scope,
        decide: (view) => {
          const change = decide(view);
          const answered = (session: SessionRecord) =>
            reply(statusData(session, runtime.settings, settingsOf(account)));
          return { ...change, result: mapped(change.result, answered) };
        },
      };
    }),
  ];
}

function mapped<T>(outcome: Outcome<T>, answered: (value: T) => Outcome<Reply>): Outcome<Reply> {
  return outcome.ok ? answered(outcome.value) : outcome;
}

/** The answer to one order is its session's. */
function only([text = '']: readonly string[]): string {
  return text;
}

/** The JSON text of an object that has one member more, whose value is a JSON text already. */
function withMember(object: object, name: string, value: string): string {
  return `${JSON.stringify(object).slice(0, -1)},"${name}":${value}}`;
}

/** The answer to a creation as JSON text: the session's data, its configuration and the QR of its payment page. */
function presenter(
  runtime: Runtime,
): (session: SessionRecord, account: AccountRecord, more: object) => string {
  return (session, account, more) => {
    const { publicUrl } = runtime.settings;
    const data = sessionData(session, {
      publicUrl,
      accreditationDelayMs: accreditationDelayMs(runtime, account),
    });
    // Base64 needs no escapes.
    return withMember({ ...data, ...more }, 'payment_qr', `"${paymentCode(publicUrl, session.id)}"`);
  };
}

/** A status query stands in the trace, but its answer doesn't wait for that: nothing is lost to the caller without it. */
function noteQuery(runtime: Runtime, session: SessionRecord, now: number): void {
  const event = {
    type: 'session.status_queried' as const,
    at: now,
    sessionId: session.id,
    data: {
      status: session.status,
      accreditation: session.accreditation,
      payment_source: session.payment?.source ?? null,
    },
  };
  runtime.store
    .transact({ account: session.accountId }, () => ({ result: undefined, events: [event] }))
    .catch((error: unknown) =>
      runtime.log('warn', 'a status query could not be traced', { cause: String(error) }),
    );
}

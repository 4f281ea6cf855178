import type { Tool } from '@svc-simulator/contract';
import * as api from '@svc-simulator/contract';
import {
  type AccountRecord,
  memoize,
  numberOf,
  type SessionRecord,
  sessionData,
  settingOf,
  statusData,
  vesMinorOf,
} from '@svc-simulator/core';
import { qrPngs } from '@svc-simulator/qr-png';
import { type Commit, presentOutcome, type RequestContext, type Route, route } from '../route.ts';
import type { Runtime } from '../runtime.ts';
import { type Creation, createSessions, creationScope } from './session-creation.ts';
import { accreditationDelayMs, findSession, sessionCommand } from './session-service.ts';

/**
 * Returns the routes of payment sessions: buttons, requests, batches, status and expiry (contract section 3).
 */
export function sessionRoutes(runtime: Runtime): readonly Route[] {
  const { settings } = runtime;
  /** The response to a creation: session data, configuration, and the QR code of the payment page. */
  const creationReply = (session: SessionRecord, account: AccountRecord) =>
    sessionData(session, {
      publicUrl: settings.publicUrl,
      accreditationDelayMs: accreditationDelayMs(runtime, account),
      paymentQr: paymentCode(settings.publicUrl, session.id),
    });
  const statusOf = (session: SessionRecord, account: AccountRecord) =>
    statusData(session, settings, { receiver_credits: settingOf(account, 'receiver_credits') });
  const worth = ({ amountMinor, fields: { currency_reference: currency } }: SessionRecord) => ({
    amount_ves: numberOf(String(vesMinorOf(amountMinor, currency, settings.rates))),
    bcv_exchange_rate: Number(settings.rates[currency]),
    exchange_rate_from: currency,
    exchange_rate_to: 'VES',
  });
  const create = (creation: Creation, answer: (sessions: readonly SessionRecord[]) => unknown): Commit => ({
    scope: creationScope(creation.account, creation.orders),
    decide: (view) => {
      const { result, puts = [], events = [] } = createSessions(runtime, view, creation);
      return { result: presentOutcome(result, answer), puts, events };
    },
  });
  const createOne = (
    {
      account,
      by,
      body,
      now,
    }: RequestContext<typeof api.createButtonSession | typeof api.createRequestSession>,
    origin: SessionRecord['origin'],
  ) =>
    create(
      { account, origin, by, orders: [{ fields: body, pointer: '' }], now },
      ([session]) => session && creationReply(session, account),
    );
  return [
    route(api.createButtonSession, (call) => createOne(call, 'button')),
    route(api.createRequestSession, (call) => createOne(call, 'request')),
    route(api.createRequestBatch, ({ account, by, body, now }) => {
      const orders = body.items.map((fields, index) => ({ fields, pointer: `/items/${index}` }));
      return create({ account, origin: 'request', by, orders, now }, (sessions) => ({
        processed_count: sessions.length,
        successful_count: sessions.length,
        failed_count: 0,
        items: sessions.map((session) => Object.assign(creationReply(session, account), worth(session))),
      }));
    }),
    route(api.getSessionStatus, async ({ account, by, params, now }) => {
      const outcome = await findSession(runtime, account.id, params.session_id ?? '');
      if (outcome.ok) noteQuery(runtime, outcome.value, now, by);
      return presentOutcome(outcome, (session) => statusOf(session, account));
    }),
    route(api.expireSession, ({ account, params }): Commit => {
      const { scope, decide } = sessionCommand(runtime, {
        account,
        sessionId: params.session_id ?? '',
        command: { type: 'expire' },
      });
      return {
        scope,
        decide: (view) => {
          const { result, puts = [], events = [] } = decide(view);
          return { result: presentOutcome(result, (session) => statusOf(session, account)), puts, events };
        },
      };
    }),
  ];
}

/** A status query is traced without delaying its response; the caller loses nothing if the event is lost. */
function noteQuery({ note }: Runtime, session: SessionRecord, now: number, tool: Tool | undefined): void {
  const by = tool ?? session.by;
  note(session.accountId, {
    type: 'session.status_queried',
    at: now,
    sessionId: session.id,
    data: {
      status: session.status,
      accreditation: session.accreditation,
      payment_source: session.payment?.source ?? null,
      ...(by && { by }),
    },
  });
}

const UUID_TEMPLATE = '00000000-0000-4000-8000-000000000000';

const codesAt = memoize(4, (publicUrl: string) =>
  qrPngs({ prefix: `${publicUrl}/pay/`, template: UUID_TEMPLATE, alphabet: '0123456789abcdef-' }),
);

/** The QR code of a session's payment page, as `data:image/png;base64,…`. */
function paymentCode(publicUrl: string, sessionId: string): string {
  return codesAt(publicUrl)(sessionId);
}

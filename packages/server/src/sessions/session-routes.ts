import type { ToolKind } from '@svc-simulator/contract';
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
import {
  type Commit,
  presentChange,
  presentOutcome,
  type RequestContext,
  type Route,
  route,
} from '../route.ts';
import type { Runtime } from '../runtime.ts';
import { createSessions, creationScope, type SessionCreation } from './session-creation.ts';
import { accreditationDelayMs, findSession, sessionCommand } from './session-service.ts';

export function sessionRoutes(runtime: Runtime): readonly Route[] {
  const { settings } = runtime;
  const creationData = (session: SessionRecord, account: AccountRecord) =>
    sessionData(session, {
      publicUrl: settings.publicUrl,
      accreditationDelayMs: accreditationDelayMs(runtime, account),
      paymentQr: paymentQrCode(settings.publicUrl, session.id),
    });
  const presentStatus = (session: SessionRecord, account: AccountRecord) =>
    statusData(session, settings, { receiver_credits: settingOf(account, 'receiver_credits') });
  const exchangeData = ({ amountMinor, fields: { currency_reference: currency } }: SessionRecord) => ({
    amount_ves: numberOf(String(vesMinorOf(amountMinor, currency, settings.rates))),
    bcv_exchange_rate: Number(settings.rates[currency]),
    exchange_rate_from: currency,
    exchange_rate_to: 'VES',
  });
  const createCommit = (
    creation: SessionCreation,
    present: (sessions: readonly SessionRecord[]) => unknown,
  ): Commit => ({
    scope: creationScope(creation.account, creation.drafts),
    decide: (view) => presentChange(createSessions(runtime, view, creation), present),
  });
  const createOneCommit = (
    {
      account,
      by,
      body,
      now,
    }: RequestContext<typeof api.createButtonSession | typeof api.createRequestSession>,
    origin: SessionRecord['origin'],
  ) =>
    createCommit(
      { account, origin, by, drafts: [{ fields: body, pointer: '' }], now },
      ([session]) => session && creationData(session, account),
    );
  return [
    route(api.createButtonSession, (call) => createOneCommit(call, 'button')),
    route(api.createRequestSession, (call) => createOneCommit(call, 'request')),
    route(api.createRequestBatch, ({ account, by, body, now }) => {
      const drafts = body.items.map((fields, index) => ({ fields, pointer: `/items/${index}` }));
      return createCommit({ account, origin: 'request', by, drafts, now }, (sessions) => ({
        processed_count: sessions.length,
        successful_count: sessions.length,
        failed_count: 0,
        items: sessions.map((session) =>
          Object.assign(creationData(session, account), exchangeData(session)),
        ),
      }));
    }),
    route(api.getSessionStatus, async ({ account, by, params, now }) => {
      const outcome = await findSession(runtime, account.id, params.session_id ?? '');
      if (outcome.ok) traceQuery(runtime, outcome.value, now, by);
      return presentOutcome(outcome, (session) => presentStatus(session, account));
    }),
    route(api.expireSession, ({ account, params }): Commit => {
      const { scope, decide } = sessionCommand(runtime, {
        account,
        sessionId: params.session_id ?? '',
        command: { type: 'expire' },
      });
      const present = (session: SessionRecord) => presentStatus(session, account);
      return { scope, decide: (view) => presentChange(decide(view), present) };
    }),
  ];
}

/** Queues the event, so that the response isn't delayed. A crash can lose the event. */
function traceQuery(
  { queueEvent }: Runtime,
  session: SessionRecord,
  now: number,
  tool: ToolKind | undefined,
): void {
  const by = tool ?? session.by;
  queueEvent(session.accountId, {
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

const createQrEncoder = memoize(4, (publicUrl: string) =>
  qrPngs({ prefix: `${publicUrl}/pay/`, template: UUID_TEMPLATE, alphabet: '0123456789abcdef-' }),
);

function paymentQrCode(publicUrl: string, sessionId: string): string {
  return createQrEncoder(publicUrl)(sessionId);
}

import { setImmediate } from 'node:timers/promises';
import * as api from '@svc-simulator/contract';
import {
  type BodyOf,
  faultAt,
  type Outcome,
  type QueryOf,
  receiverNames,
  refuse,
  splitList,
  withoutUndefined,
} from '@svc-simulator/contract';
import { type AccountRecord, DOCTOR_TAG, isoOf, settingsOf, statusData } from '@svc-simulator/core';
import { PAGE_BYTES, put, ref, type Store, type StoredTraceEvent } from '@svc-simulator/store/store.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { sessionPage } from '../deliveries/session-webhooks.ts';
import type { Admission } from '../http/limits/admission.ts';
import type { LargeReads } from '../http/limits/large-reads.ts';
import { problem } from '../http/problem.ts';
import { MAX_COUNTED, parseSearch } from '../lists/filtered-page.ts';
import {
  configuredResponse,
  isConfigured,
  isReceiver,
  receiverUrl,
  recordReceived,
} from '../receivers/receivers.ts';
import { invalid, notFound, refuseWith } from '../refusals.ts';
import {
  type Commit,
  type Reply,
  type RequestContext,
  type Route,
  reply,
  replyJson,
  route,
} from '../route.ts';
import type { Runtime } from '../runtime.ts';
import { presentEventJson } from './presented-event.ts';
import { type RunInTurn, TraceStreams } from './trace-stream.ts';

export function consoleRoutes(
  runtime: Runtime,
  { quotas, reads }: Pick<Admission, 'quotas' | 'reads'>,
  closing: AbortSignal,
): readonly Route[] {
  const { store, settings } = runtime;
  const streams = new TraceStreams(runtime, closing);
  return [
    route(api.getKeys, ({ account }) => {
      const { id, tokenHint, createdAt, revokedAt } = account.key;
      const urls = receiverNames.map((name) => [name, receiverUrl(settings.publicUrl, account.id, name)]);
      return reply({
        account_id: account.id,
        merchant_id: account.merchantId ?? null,
        keys: [
          {
            id,
            token_hint: tokenHint,
            created_at: isoOf(createdAt),
            revoked_at: revokedAt === undefined ? null : isoOf(revokedAt),
          },
        ],
        receivers: Object.fromEntries(urls),
      });
    }),
    route(api.getTrace, (call) => readTrace(runtime, call, streams, reads)),
    route(api.listSessions, async ({ account, query }) => {
      const { q, webhooks, total: wantsTotal, ...filters } = query;
      const search = parseSearch(q);
      const [{ items, nextCursor }, total] = await Promise.all([
        sessionPage(store, account.id, { ...filters, webhooks, search }),
        wantsTotal && !webhooks && !search ? countSessions(account.id, filters) : undefined,
      ]);
      const data = items.map(({ session, webhookState }) => ({
        ...statusData(session, settings, settingsOf(account)),
        by: session.by ?? ('program' as const),
        accreditation: session.accreditation,
        webhooks: webhookState,
      }));
      return reply(data, { nextCursor, total });
    }),
    route(api.getSettings, ({ account }) => reply(settingsOf(account))),
    route(api.updateSettings, ({ account, body }) => changeSettings(account, body)),
    route(api.receiveHook, recordHook, async (c, next) => {
      const length = Number(c.req.header('content-length') ?? 0);
      const accountId = c.req.param('account_id') ?? '';
      const request = { kind: 'receiver', accountId, incoming: c.env.incoming } as const;
      const refusal = quotas?.publicRefusal(request, length);
      if (!refusal) return next();
      return problem(c, { ...refusal, headers: { ...refusal.headers, connection: 'close' } });
    }),
  ];

  /**
   * Returns the number of matching sessions, or undefined if the store can't count them. The store counts by
   * one tag: the origin and status, or `DOCTOR_TAG`, which is the only tag of the sessions of `sim doctor`.
   */
  async function countSessions(
    accountId: string,
    { status, origin, by }: Pick<QueryOf<typeof api.listSessions>, 'status' | 'origin' | 'by'>,
  ) {
    const tag = origin && status ? `${origin}.${status}` : (origin ?? status);
    const count = (countedTag?: string) =>
      store.count('session', accountId, { tag: countedTag, limit: MAX_COUNTED });
    const [allCount, doctorCount] = await Promise.all([count(tag), count(DOCTOR_TAG)]);
    if (by === 'all') return allCount;
    if (by === 'examination') return tag ? undefined : doctorCount;
    return by || (doctorCount > 0 && tag) ? undefined : allCount - doctorCount;
  }

  async function recordHook({
    params,
    query,
    headers,
    bytes,
    client,
  }: RequestContext<typeof api.receiveHook>) {
    const { account_id: accountId = '', receiver = '' } = params;
    if (!isReceiver(receiver)) return notFound('receiver');
    const body = bytes();
    const quotaRefusal =
      quotas &&
      (await store.get('account', accountId)) &&
      (await quotas.takePublic({ kind: 'receiver', accountId, incoming: client?.incoming }, body.length));
    if (quotaRefusal) return refuse(quotaRefusal);
    const call = { accountId, name: receiver, headers: headers(), bytes: body, behavior: query };
    const outcome = await recordReceived(runtime, call);
    if (!outcome.ok) return outcome;
    const { status, eventId } = outcome.value;
    if (receiver === 'captura' && isConfigured(query)) return configuredResponse(status, query);
    if (status < 400) return reply({ receiver, event_id: eventId });
    const why = message('problem.on_purpose', { receiver, event: eventId });
    return refuseWith(status, 'problem.title.on_purpose', why);
  }
}

async function readTrace(
  runtime: Runtime,
  call: RequestContext<typeof api.getTrace>,
  streams: TraceStreams,
  reads: LargeReads | null,
) {
  const { account, query, header, maxPageBytes: maxBytes } = call;
  const { session_id, order, limit } = query;
  const types = query.type === undefined ? undefined : splitList(query.type);
  if (query.cursor !== undefined && !/^\d{1,15}$/.test(query.cursor)) {
    return invalid([faultAt('/cursor', 'fault.filter.cursor')]);
  }
  const sessionFault =
    session_id !== undefined && (await checkSessionFilter(runtime.store, account, session_id));
  if (sessionFault) return sessionFault;
  const after = query.cursor === undefined ? query.after : Number(query.cursor);
  if (header('accept')?.includes('text/event-stream')) {
    const lastEventId = header('last-event-id');
    const afterId = lastEventId !== undefined && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : after;
    const runInTurn: RunInTurn | undefined = reads ? (work) => reads.runInTurn(account.id, work) : undefined;
    return streams.follow(account.id, { types, session_id, after: afterId, runInTurn });
  }
  const { items, nextCursor } = await runtime.store.trace.page(account.id, {
    order,
    limit,
    types,
    sessionId: session_id,
    after,
    ...(maxBytes && { maxBytes }),
  });
  return presentPage(items, nextCursor);
}

/**
 * Characters of events that are presented before the event loop continues, because parsing received bodies
 * takes time.
 */
const PRESENTED_CHARACTERS_PER_TURN = 128 * 1024;

/**
 * Presents a page of events. Parsed bodies make events larger than they are stored, so the page can end
 * early.
 */
async function presentPage(
  items: readonly StoredTraceEvent[],
  nextCursor: string | null,
): Promise<Outcome<Reply>> {
  const texts: string[] = [];
  let length = 0;
  for (const event of items) {
    const text = presentEventJson(event);
    texts.push(text);
    const turnCount = Math.floor(length / PRESENTED_CHARACTERS_PER_TURN);
    length += text.length;
    if (length >= PAGE_BYTES && texts.length < items.length)
      return replyJson(`[${texts.join(',')}]`, { nextCursor: String(event.id) });
    if (Math.floor(length / PRESENTED_CHARACTERS_PER_TURN) > turnCount) await setImmediate();
  }
  return replyJson(`[${texts.join(',')}]`, { nextCursor });
}

const MAX_NAMED_SESSIONS = 5;

/** Refuses a filter by a session that neither the account nor its trace contains. */
async function checkSessionFilter(store: Store, account: AccountRecord, sessionId: string) {
  const session = await store.get('session', sessionId);
  if (session?.accountId === account.id) return null;
  const page = await store.trace.page(account.id, { sessionId, limit: 1, order: 'desc' });
  if (page.items.length > 0) return null;
  const { items } = await store.list('session', account.id, { limit: MAX_NAMED_SESSIONS });
  const latest = items.map(({ id }) => id).join(', ');
  return invalid([faultAt('/session_id', 'fault.filter.session', { count: items.length, latest })]);
}

/** Merges validated fields into the account's settings and returns all settings (`PUT /console/settings`). */
function changeSettings(account: AccountRecord, fields: BodyOf<typeof api.updateSettings>): Commit {
  return {
    scope: { account: account.id, lock: [ref('account', account.id)] },
    decide: (view) => {
      const current = view.get('account', account.id) ?? account;
      const settings = { ...settingsOf(current), ...withoutUndefined(fields) };
      return { result: reply(settings), puts: [put('account', account.id, { ...current, settings })] };
    },
  };
}

/** Returns the present fields; an absent field keeps its value (contract section 9). */

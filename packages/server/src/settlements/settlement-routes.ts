import * as api from '@svc-simulator/contract';
import { type BodyOf, type Outcome, parseInstant } from '@svc-simulator/contract';
import {
  type SettlementRecord,
  settlementData,
  settlementKey,
  type TerminalRecord,
  terminalKey,
} from '@svc-simulator/core';
import { everyRecord } from '@svc-simulator/store/every-record.js';
import { put, ref, type Store } from '@svc-simulator/store/store.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { listReply } from '../lists/list-reply.ts';
import { conflict, notFound, refuseWith } from '../refusals.ts';
import { type Commit, type Reply, type Route, refusedChange, reply, route } from '../route.ts';
import type { Runtime } from '../runtime.ts';
import { unlinkedTerminalRefusal } from '../terminals/terminal-auth.ts';

/** Limits the settlements of one terminal in a hosted simulator, because a list by time sorts all of them. */
export const MAX_HOSTED_SETTLEMENTS = 5000;
const UNLIMITED_COUNT = 2 ** 31 - 1;

export function settlementRoutes(runtime: Runtime): readonly Route[] {
  const { store } = runtime;
  return [
    route(api.createSettlement, async ({ account, terminal, body }) => {
      const countQuery = { tag: terminal.id, limit: MAX_HOSTED_SETTLEMENTS };
      const isFull =
        runtime.settings.hosted &&
        (await store.count('settlement', account.id, countQuery)) >= MAX_HOSTED_SETTLEMENTS;
      return isFull ? tooManySettlements : settleBatch(terminal, body);
    }),
    route(api.listSettlements, async ({ account, terminal, query }) => {
      const { page, size, sort, ...rest } = query;
      if (page ?? size ?? sort)
        return settlementPage(await settlementsOf(store, terminal), { page, size, sort });
      const settlements = await store.list('settlement', account.id, { ...rest, tag: terminal.id });
      const { items, nextCursor } = settlements;
      const isSinglePage = rest.cursor === undefined && nextCursor === null;
      const total = isSinglePage
        ? items.length
        : await store.count('settlement', account.id, { tag: terminal.id, limit: UNLIMITED_COUNT });
      return reply(items.map(settlementData), { nextCursor, total });
    }),
    route(api.getSettlement, async ({ terminal, params }) => {
      const settlement = await store.get('settlement', settlementKey(terminal.id, params.batchNumber ?? ''));
      return settlement ? reply(settlementData(settlement)) : notFound('closing');
    }),
    route(api.listBatches, ({ account, query }) =>
      listReply(store, 'settlement', { ...query, accountId: account.id, present: settlementData }),
    ),
    route(api.listMerchantSettlements, async ({ account, params, query }) => {
      const terminal = await store.get('terminal', terminalKey(account.id, params.serialNumber ?? ''));
      return terminal ? settlementPage(await settlementsOf(store, terminal), query) : notFound('terminal');
    }),
  ];
}

const tooManySettlements = refuseWith(
  429,
  'problem.title.over_quota',
  message('problem.terminal.too_many_settlements', { count: MAX_HOSTED_SETTLEMENTS }),
  { headers: { 'retry-after': '60' } },
);

interface SettlementQuery {
  readonly page?: number | undefined;
  readonly size?: number | undefined;
  readonly sort?: '-closedAt' | 'closedAt' | undefined;
}

function settlementPage(
  settlements: SettlementRecord[],
  { page = 1, size = 20, sort = '-closedAt' }: SettlementQuery,
): Outcome<Reply> {
  settlements.sort((a, b) => b.closedAt - a.closedAt);
  if (sort === 'closedAt') settlements.reverse();
  const start = (page - 1) * size;
  return reply(settlements.slice(start, start + size).map(settlementData), { total: settlements.length });
}

/**
 * Settles a terminal's batch (`POST …/settlements`); 409 for a repeated number. The trace shows whether the
 * terminal's count differs from the simulator's.
 */
function settleBatch(signingTerminal: TerminalRecord, body: BodyOf<typeof api.createSettlement>): Commit {
  const { accountId, serial } = signingTerminal;
  const [settlementRef, terminalRef] = [
    ref('settlement', settlementKey(signingTerminal.id, body.batchNumber)),
    ref('terminal', terminalKey(accountId, serial)),
  ];
  return {
    scope: { account: accountId, lock: [settlementRef, terminalRef] },
    decide: (view) => {
      const current = view.get('terminal', terminalRef.id);
      if (!current || current.secretKey !== signingTerminal.secretKey)
        return refusedChange(unlinkedTerminalRefusal);
      if (view.get('settlement', settlementRef.id)) {
        return refusedChange(conflict(message('problem.batch_closed', { batch: body.batchNumber })));
      }
      const { now } = view;
      const settlementRecord: SettlementRecord = {
        ...body,
        accountId,
        terminalId: signingTerminal.id,
        serial,
        closedAt: parseInstant(body.closedAt) ?? now,
        createdAt: now,
      };
      const paidCount = current.paidSinceClosing;
      const data = {
        serial,
        batch_number: body.batchNumber,
        transaction_count: body.transactionCount,
        own_count: paidCount,
        count_differs: paidCount !== body.transactionCount,
        currency_reference: body.currencyReference,
      };
      return {
        result: reply(settlementData(settlementRecord)),
        puts: [
          put('settlement', settlementRef.id, settlementRecord),
          put('terminal', terminalRef.id, { ...current, paidSinceClosing: 0, updatedAt: now }),
        ],
        events: [{ type: 'pos.settled', at: now, data }],
      };
    },
  };
}

function settlementsOf(store: Store, { accountId, id }: TerminalRecord): Promise<SettlementRecord[]> {
  return everyRecord(store, 'settlement', accountId, id);
}

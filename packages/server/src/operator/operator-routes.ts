import { accept, type QuotaName, type Quotas } from '@svc-simulator/contract';
import * as api from '@svc-simulator/contract/operator/operator.ts';
import { type AccountRecord, isoOf, OPERATOR, type OperatorActRecord } from '@svc-simulator/core';
import { type AccountOverview, cursorAfter, seqOfCursor } from '@svc-simulator/store/store.ts';
import type { AccountService } from '../accounts/account-service.ts';
import type { Admission } from '../http/limits/admission.ts';
import { listReply } from '../lists/list-reply.ts';
import { presentOutcome, type Route, reply, route } from '../route.ts';
import type { Runtime } from '../runtime.ts';
import {
  findAccount,
  giveNewPassword,
  resumeByOperator,
  scheduleRemoval,
  setQuotas,
  suspendByOperator,
  unknownAccount,
} from './account-acts.ts';
import { createTeams, readTeams } from './account-creation.ts';
import { compareBy, presentAccount, presentRow, presentState } from './account-figures.ts';
import { currentNotice, readService } from './notice.ts';
import { changeService, presentNotice, presentService } from './service-state.ts';

export interface OperatorParts {
  readonly accounts: AccountService;
  readonly admission: Admission;
}

/** Returns the operator's routes, which only a hosted simulator with an operator's token has. */
export function operatorRoutes(runtime: Runtime, { accounts, admission }: OperatorParts): readonly Route[] {
  const { clock, store } = runtime;
  const quotasOf = (account: AccountRecord): Quotas => {
    const { quotas } = admission;
    if (!quotas) throw new Error('only a hosted simulator has an operator');
    quotas.rememberQuotas(account);
    return quotas.quotasOf(account.id);
  };
  return [
    route(api.listAccounts, async ({ query: { q, state, sort, limit, cursor } }) => {
      const search = q?.trim().toLowerCase() ?? '';
      const rows = (await store.accountOverviews())
        .map((overview) => presentRow(runtime, overview))
        .filter((row) => state === undefined || row.state === state)
        .filter(({ account_id: id, short_name: name, email }) =>
          [id, name, email].some((text) => text?.toLowerCase().includes(search)),
        )
        .sort(compareBy(sort));
      const begin = cursor === undefined ? 0 : seqOfCursor(cursor);
      const end = begin + limit;
      const nextCursor = end < rows.length ? cursorAfter(end) : null;
      return reply(rows.slice(begin, end), { nextCursor, total: rows.length });
    }),
    route(api.getAccount, async ({ params }) => {
      const lookup = await findAccount(store, params.account ?? '');
      if (!lookup.ok) return lookup;
      const account = lookup.value;
      const [overview]: readonly (AccountOverview | undefined)[] = await store.accountOverviews(account.id);
      if (!overview) return unknownAccount;
      const usage = { quotas: quotasOf(account), streams: admission.streams.countOf(account.id) };
      return reply(await presentAccount(runtime, overview, usage));
    }),
    route(api.suspendAccount, async ({ params, body }) =>
      presentOutcome(await suspendByOperator(runtime, params.account ?? '', body.reason), presentState),
    ),
    route(api.resumeAccount, async ({ params }) =>
      presentOutcome(await resumeByOperator(runtime, params.account ?? ''), presentState),
    ),
    route(api.scheduleDeletion, async ({ params, body }) =>
      presentOutcome(await scheduleRemoval(runtime, params.account ?? '', body), presentState),
    ),
    route(api.resetAccountPassword, async ({ params }) =>
      presentOutcome(
        await giveNewPassword(runtime, params.account ?? ''),
        ({ account, password, until }) => ({
          account_id: account.id,
          short_name: account.shortName,
          password,
          expires_at: isoOf(until),
        }),
      ),
    ),
    route(api.setAccountQuotas, async ({ params, body }) => {
      const changes: { readonly [N in QuotaName]?: number | null } = body;
      const change = await setQuotas(runtime, params.account ?? '', changes);
      return presentOutcome(change, (account) => ({
        account_id: account.id,
        short_name: account.shortName,
        quotas: quotasOf(account),
      }));
    }),
    route(api.createAccounts, async ({ bytes }) => {
      const teams = await readTeams(runtime, new TextDecoder().decode(bytes()));
      if (!teams.ok) return teams;
      // Streams each line once its account exists. Otherwise a proxy could time out while hundreds of
      // passwords are hashed.
      const lines = ReadableStream.from(createTeams(runtime, accounts, teams.value));
      return new Response(lines.pipeThrough(new TextEncoderStream()), { status: 201, headers: csvHeaders });
    }),
    route(api.listActs, async ({ query }) => {
      const { account: idOrName, ...page } = query;
      const account = idOrName === undefined ? accept(undefined) : await findAccount(store, idOrName);
      // If the account was deleted, its id still finds its acts.
      const tag = account.ok ? account.value?.id : idOrName;
      return listReply(store, 'operator_act', { ...page, accountId: OPERATOR, tag, present: presentAct });
    }),
    route(api.getService, async () => reply(presentService(await readService(store)))),
    route(api.updateService, async ({ body }) => reply(presentService(await changeService(runtime, body)))),
    route(api.getNotice, async () => {
      const notice = currentNotice(await readService(store), clock.now());
      return reply({ notice: notice && presentNotice(notice) });
    }),
  ];
}

const csvHeaders = {
  'content-type': 'text/csv; charset=utf-8; header=present',
  'content-disposition': 'attachment; filename="accounts.csv"',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

function presentAct({ id, at, act, target, reason }: OperatorActRecord) {
  const [account_id, short_name] = target ? [target.id, target.shortName] : [null, null];
  return { act_id: id, at: isoOf(at), act, account_id, short_name, reason: reason ?? null };
}

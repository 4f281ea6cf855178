import * as z from 'zod';
import { defaultQuotas } from '../accounts/quotas.ts';
import { encodeFault } from '../fields/faults.ts';
import {
  choice,
  decidedAs,
  decidedHere,
  flag,
  integer,
  LONG_TEXT_LIMIT,
  lazyObject,
  lazyShape,
  shape,
  text,
} from '../fields/fields.ts';
import { instant, parseInstant } from '../fields/instants.ts';
import { fromNames } from '../fields/objects.ts';
import { lazy, type Operation, operatorApi, simulatorApi } from '../operation.ts';
import { cursor, limit, searchText } from '../pages.ts';
import { inLanguages } from '../service-info.ts';
import { operatorActs } from './operator-acts.ts';

/**
 * Days until the one-time password of a new account expires. The time is long, because a team might begin a
 * week after its account was created.
 */
export const INVITATION_DAYS = 14;
/** Maximum number of accounts in one CSV file. */
export const MAX_CREATED_ACCOUNTS = 1000;
const GRACE_DAYS = 7;
const GRACE_DAYS_MAX = 90;

export const accountStates = ['active', 'suspended', 'deleting'] as const;
export type TenantState = (typeof accountStates)[number];
export const accountOrders = ['activity', 'sessions', 'stored', 'calls', 'webhooks'] as const;
export type AccountOrder = (typeof accountOrders)[number];
export const quotaNames = Object.keys(defaultQuotas) as (keyof typeof defaultQuotas)[];

const rowFields = () => ({
  account_id: z.string(),
  short_name: z.string(),
  email: z.string().nullable().meta({ meaning: 'field.email.tenant' }),
  state: z.enum(accountStates).meta({ meaning: 'field.state.tenant' }),
  created_at: z.iso.datetime(),
  active_at: z.iso.datetime().nullable().meta({ meaning: 'field.active_at' }),
  sessions: z.int().meta({ meaning: 'field.sessions.tenant' }),
  stored_mib: z.number().meta({ meaning: 'field.stored_mib' }),
  calls_per_minute: z.int().meta({ meaning: 'field.calls_per_minute' }),
  waiting_webhooks: z.int().meta({ meaning: 'field.waiting_webhooks' }),
});

const accountSchema = lazyObject(() => ({
  ...rowFields(),
  suspended: z.object({ reason: z.string(), at: z.iso.datetime() }).nullable(),
  delete_at: z.iso.datetime().nullable().meta({ meaning: 'field.delete_at' }),
  streams: z.int().meta({ meaning: 'field.streams.tenant' }),
  quotas: z.object(fromNames(quotaNames, () => z.int())).meta({ meaning: 'field.quotas' }),
  tokens: z.array(
    z.object({
      token_id: z.string(),
      kind: z.string(),
      created_at: z.iso.datetime(),
      last_used_at: z.iso.datetime().meta({ meaning: 'field.last_used_at' }),
    }),
  ),
  class: z
    .object({ class_id: z.string(), title: z.string(), joined_at: z.iso.datetime() })
    .nullable()
    .meta({ meaning: 'field.class.tenant' }),
  relay_connected: z.boolean().meta({ meaning: 'field.relay_connected' }),
  refused: z
    .array(
      z.object({
        at: z.iso.datetime(),
        method: z.string(),
        operation: z.string().nullable().meta({ meaning: 'field.operation' }),
        status: z.int(),
      }),
    )
    .meta({ meaning: 'field.refused' }),
}));
export type OperatedAccount = z.output<ReturnType<typeof accountSchema>>;

/** Returns the schema of a text without characters that could change a terminal or page of other people. */
const printableText = (limit?: number) =>
  text(limit).refine((value) => !/[\p{Cc}\p{Bidi_Control}]/u.test(value), {
    error: encodeFault('fault.url.control'),
  });
const reason = () => printableText().meta({ meaning: 'field.reason.operator' });
const accountParams = lazyObject(() => ({ account: z.string().meta({ meaning: 'field.account.operator' }) }));
const accountPath = '/operator/accounts/{account}';
const stateData = lazyObject(() => ({
  account_id: z.string(),
  short_name: z.string(),
  state: z.enum(accountStates).meta({ meaning: 'field.state.tenant' }),
  delete_at: z.iso.datetime().nullable().meta({ meaning: 'field.delete_at' }),
}));

export const listAccounts = operatorApi.get('listAccounts', '/operator/accounts', {
  query: lazyObject(() => ({
    q: searchText().meta(decidedAs('field.q.tenants')),
    state: choice(accountStates).meta(decidedHere).exactOptional(),
    sort: choice(accountOrders).meta(decidedAs('field.sort')).default('activity'),
    limit: limit(),
    cursor: cursor(),
  })),
  data: lazy(() => z.array(z.object(rowFields()))),
  title: 'Accounts',
  paged: true,
  counted: true,
});

export const getAccount = operatorApi.get('getAccount', accountPath, {
  params: accountParams,
  data: accountSchema,
  title: 'Account',
  problems: [404],
});

export const suspendAccount = operatorApi.put('suspendAccount', `${accountPath}/suspension`, {
  params: accountParams,
  body: lazyShape(() => ({ reason: reason() })),
  example: { reason: 'A loop creates 200 sessions a second' },
  data: stateData,
  title: 'Account suspended',
  problems: [404, 409],
});

/** Ends a suspension, and cancels the deletion if one is scheduled. */
export const resumeAccount = operatorApi.delete('resumeAccount', `${accountPath}/suspension`, {
  params: accountParams,
  data: stateData,
  title: 'Account resumed',
  problems: [404, 409],
});

export const resetAccountPassword = operatorApi.post('resetAccountPassword', `${accountPath}/password`, {
  params: accountParams,
  data: lazyObject(() => ({
    account_id: z.string(),
    short_name: z.string(),
    password: z.string().meta({ meaning: 'field.password.class_trainer' }),
    expires_at: z.iso.datetime(),
  })),
  title: 'One-time password given',
  problems: [404, 409],
});

export const setAccountQuotas = operatorApi.patch('setAccountQuotas', `${accountPath}/quotas`, {
  params: accountParams,
  keepsNulls: true,
  body: lazyShape(() =>
    fromNames(quotaNames, () => integer(1, Number.MAX_SAFE_INTEGER).nullable().exactOptional()),
  ),
  example: { sessions: 500_000, stored_mib: null },
  data: lazyObject(() => ({
    account_id: z.string(),
    short_name: z.string(),
    quotas: z.object(fromNames(quotaNames, () => z.int())).meta({ meaning: 'field.quotas' }),
  })),
  title: 'Quotas changed',
  problems: [404, 409],
});

/** Suspends the account until its deletion, which `resumeAccount` cancels. */
export const scheduleDeletion = operatorApi.delete('scheduleDeletion', accountPath, {
  params: accountParams,
  body: lazyShape(() => ({
    reason: reason(),
    days: integer(0, GRACE_DAYS_MAX).default(GRACE_DAYS).meta({ meaning: 'field.days' }),
  })),
  example: { reason: 'The course has ended', days: 14 },
  data: stateData,
  title: 'Deletion scheduled',
  problems: [404, 409],
});

export const createAccounts = operatorApi.post('createAccounts', '/operator/accounts', {
  rawBody: {
    mediaType: 'text/csv',
    schema: lazy(() => z.string().meta({ meaning: 'field.accounts_csv' })),
    example: 'name,email,class\nteam-1,ana@example.com,K7MWQ2XD\n',
  },
  status: 201,
  title: 'Accounts created',
  problems: [400],
  media: ['text/csv'],
});

export const listActs = operatorApi.get('listActs', '/operator/acts', {
  query: lazyObject(() => ({
    account: text().meta(decidedAs('field.account.operator')).exactOptional(),
    limit: limit(),
    cursor: cursor(),
  })),
  data: lazy(() =>
    z.array(
      z.object({
        act_id: z.string(),
        at: z.iso.datetime(),
        act: z.enum(operatorActs).meta({ meaning: 'field.act' }),
        account_id: z.string().nullable(),
        short_name: z.string().nullable(),
        reason: z.string().nullable().meta({ meaning: 'field.reason.operator' }),
      }),
    ),
  ),
  title: 'Acts of the operator',
  paged: true,
});

const noticeText = () => printableText(LONG_TEXT_LIMIT).meta({ meaning: 'field.notice_text' });
const noticeData = lazyObject(() => ({
  en: z.string(),
  es: z.string(),
  from: z.iso.datetime().nullable().meta({ meaning: 'field.from.notice' }),
  until: z.iso.datetime().nullable().meta({ meaning: 'field.until' }),
}));
const serviceData = lazyObject(() => ({
  registration_open: z.boolean(),
  notice: noticeData().nullable().meta({ meaning: 'field.notice' }),
}));

export const getService = operatorApi.get('getService', '/operator/service', {
  data: serviceData,
  title: 'Service',
});

export const updateService = operatorApi.patch('updateService', '/operator/service', {
  keepsNulls: true,
  body: lazyShape(() => ({
    registration_open: flag().exactOptional(),
    notice: shape({
      en: noticeText(),
      es: noticeText(),
      from: instant().meta({ meaning: 'field.from.notice' }).exactOptional(),
      until: instant().meta({ meaning: 'field.until' }).exactOptional(),
    })
      .refine(
        ({ from, until }) => !from || !until || (parseInstant(from) ?? 0) < (parseInstant(until) ?? 0),
        { path: ['until'], error: encodeFault('fault.notice_ends_early') },
      )
      .nullable()
      .exactOptional(),
    reason: reason().exactOptional(),
  })),
  example: {
    registration_open: false,
    notice: { en: 'Maintenance on Friday, 18:00', es: 'Mantenimiento el viernes a las 18:00' },
  },
  data: serviceData,
  title: 'Service changed',
});

/** Returns the operator's notice; null if no notice is valid now. */
export const getNotice = simulatorApi.get('getNotice', '/notice', {
  data: lazyObject(() => ({ notice: noticeData().nullable().meta({ meaning: 'field.notice' }) })),
  title: 'Notice',
});

export const getOperatorDocument = operatorApi.get('getOperatorDocument', '/operator/openapi.json', {
  ...inLanguages,
  data: lazy(() => z.record(z.string(), z.unknown())),
  title: 'OpenAPI document of the operator',
  bare: true,
});

/** Operations of the operator. The simulator serves them only if it was started with an operator token. */
export const operatorOperations: readonly Operation[] = [
  ...[listAccounts, createAccounts, getAccount, scheduleDeletion, suspendAccount, resumeAccount],
  ...[resetAccountPassword, setAccountQuotas, listActs, getService, updateService, getNotice],
  getOperatorDocument,
];

import { localeOf } from '@svc-simulator/texts/number-texts.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { labelOf, type RowOf, type ShownField, type Tone, viewOf } from '../views/view.ts';
import {
  accountOrders,
  accountStates,
  listAccounts,
  listActs,
  type OperatedAccount,
  type TenantState,
} from './operator.ts';

const tones: Readonly<Record<TenantState, Tone>> = { active: 'good', suspended: 'wait', deleting: 'bad' };
const stateField = {
  field: 'state',
  kind: 'state',
  words: 'tenant',
  tone: ({ state }: { readonly state: TenantState }) => tones[state],
} as const;

export const tenantView = viewOf(listAccounts, {
  noun: 'tenant',
  id: ({ account_id }) => account_id,
  to: ({ account_id }) => `/operator/account/${account_id}`,
  columns: [
    { field: 'short_name', kind: 'text', beside: ({ email }) => email ?? undefined, layout: 'long' },
    stateField,
    { field: 'sessions', kind: 'count' },
    { field: 'stored_mib', kind: 'count' },
    { field: 'calls_per_minute', kind: 'count' },
    { field: 'waiting_webhooks', kind: 'count' },
    { field: 'active_at', kind: 'age' },
  ],
  filters: [
    { name: 'state', values: accountStates, words: 'tenant' },
    { name: 'sort', values: accountOrders, words: 'tenant_order', emptyLabel: 'word.tenant_order.activity' },
  ],
  command: 'operator create teams.csv',
});

const actTones: Readonly<Partial<Record<RowOf<typeof listActs>['act'], Tone>>> = {
  create: 'good',
  resume: 'good',
  open_registration: 'good',
  suspend: 'wait',
  close_registration: 'wait',
  delete: 'bad',
};

function quotasText(reason: string, t: Texts): string {
  return reason
    .replaceAll(/\w+(?=: )/g, (name) => labelOf(t, 'tenant', name))
    .replaceAll('default', t('view.defaultValue'));
}

export const actView = viewOf(listActs, {
  noun: 'act',
  id: ({ act_id }) => act_id,
  columns: [
    { field: 'act', kind: 'state', words: 'act', tone: ({ act }) => actTones[act] ?? 'plain' },
    { field: 'at', kind: 'instant' },
    { field: 'short_name', kind: 'text', to: ({ account_id: id }) => id && `/operator/account/${id}` },
    {
      field: 'reason',
      kind: 'text',
      layout: 'long',
      value: ({ act, reason }, t) => (act === 'quotas' ? quotasText(reason ?? '', t) : reason),
    },
  ],
  command: 'operator accounts',
});

const usageFact = (field: 'sessions' | 'stored_mib' | 'streams'): ShownField<OperatedAccount> => ({
  field,
  kind: 'text',
  value: (row, t) => {
    const number = new Intl.NumberFormat(localeOf(t.lang));
    return t('view.usedOfLimit', { used: number.format(row[field]), most: number.format(row.quotas[field]) });
  },
});

export const tenantFacts: readonly ShownField<OperatedAccount>[] = [
  { ...stateField, beside: ({ suspended }) => suspended?.reason },
  { field: 'account_id', kind: 'code' },
  { field: 'email', kind: 'text' },
  { field: 'delete_at', kind: 'instant' },
  { field: 'created_at', kind: 'instant' },
  { field: 'active_at', kind: 'age' },
  ...(['sessions', 'stored_mib', 'streams'] as const).map(usageFact),
  { field: 'public_per_minute', kind: 'count', value: ({ quotas }) => quotas.public_per_minute },
  { field: 'public_mib_per_day', kind: 'count', value: ({ quotas }) => quotas.public_mib_per_day },
  { field: 'calls_per_minute', kind: 'count' },
  { field: 'waiting_webhooks', kind: 'count' },
  { field: 'relay_connected', kind: 'flag' },
  { field: 'class', kind: 'text', value: (row) => row.class?.title },
];

import { type DataOf, errorFromResponse } from '@svc-simulator/client';
import { membersOf, withoutUndefined } from '@svc-simulator/contract';
import * as api from '@svc-simulator/contract/operator/operator.ts';
import * as views from '@svc-simulator/contract/operator/operator-views.ts';
import { InvalidArgumentError } from 'commander';
import { readInputText } from '../../input/session-body.ts';
import { parseWholeNumber } from '../../input/values.ts';
import { defineParameters } from '../../parameters.ts';
import type { Style } from '../../rendering/report.ts';
import { momentText, printable } from '../../rendering/text.ts';
import { factLines, fieldLines } from '../../rendering/view-lines.ts';
import { confirm, pageQuery, requestCommand, runCommand, yesParameters } from '../../request-command.ts';
import { viewCommand } from '../../view-command.ts';
import {
  accountParameters,
  type OperatorCommandCall,
  operatorClient,
  operatorParameters,
} from './operator-call.ts';

/** Long, because hundreds of passwords are hashed one after the other. */
const CREATION_TIMEOUT_MS = 600_000;

const reasonParameters = defineParameters({
  '--reason <text>': { text: 'field.reason.operator', required: true },
});

const quotaParameters = defineParameters({
  '--sessions <n>': { text: 'cli.operator.quotas.value', parse: quotaValue },
  '--stored-mib <n>': { text: 'cli.operator.quotas.value', parse: quotaValue },
  '--streams <n>': { text: 'cli.operator.quotas.value', parse: quotaValue },
  '--public-per-minute <n>': { text: 'cli.operator.quotas.value', parse: quotaValue },
  '--public-mib-per-day <n>': { text: 'cli.operator.quotas.value', parse: quotaValue },
});

export const operatorCommands = {
  accounts: viewCommand(views.tenantView, {
    hasHeader: true,
    parameters: {
      '--q <text>': 'field.q.tenants',
      '--state <state>': { text: 'cli.operator.accounts.state', choices: api.accountStates },
      '--sort <figure>': { text: 'field.sort', choices: api.accountOrders },
      ...operatorParameters,
    },
    call: async (call) => {
      const { q, state, sort } = call.values;
      const query = { ...withoutUndefined({ q, state, sort }), ...pageQuery(call.values) };
      return (await operatorClient(call)).call(api.listAccounts, { query });
    },
  }),

  account: requestCommand({
    parameters: accountParameters,
    call: async (call) => (await operatorClient(call)).call(api.getAccount, { params: call.values }),
    lines: (account, style, nowMs) => [
      style.bold(printable(account.short_name)),
      ...factLines({ noun: 'tenant', facts: views.tenantFacts }, account, style, nowMs),
      ...account.tokens.map(({ token_id, kind, last_used_at }) =>
        printable(`${momentText(last_used_at)}  ${kind}  ${token_id}`),
      ),
      ...account.refused.map(({ at, method, operation, status }) =>
        printable(`${momentText(at)}  ${status}  ${method} ${operation ?? '?'}`),
      ),
    ],
  }),

  create: runCommand({
    parameters: { '<file>': 'cli.operator.create.file', ...operatorParameters },
    run: async ({ connect, ...call }) => {
      const { t, context, values, hint } = call;
      const text = await readInputText(t, context, values.file);
      const client = await operatorClient({ ...call, connection: await connect() }, CREATION_TIMEOUT_MS);
      const answer = await client.send(api.createAccounts, { text });
      if (!answer.ok || !answer.body) throw await errorFromResponse(answer);
      const decoder = new TextDecoder();
      for await (const bytes of answer.body) context.stdout.write(decoder.decode(bytes, { stream: true }));
      hint(t('cli.operator.create.once', { days: api.INVITATION_DAYS }));
    },
  }),

  suspend: requestCommand({
    parameters: { ...accountParameters, ...reasonParameters },
    call: async (call) =>
      (await operatorClient(call)).call(api.suspendAccount, {
        params: call.values,
        body: { reason: call.values.reason },
      }),
    lines: stateLines,
    next: ({ short_name }, { context: { program } }) => `${program} operator resume ${short_name}`,
  }),

  resume: requestCommand({
    parameters: accountParameters,
    call: async (call) => (await operatorClient(call)).call(api.resumeAccount, { params: call.values }),
    lines: stateLines,
  }),

  password: requestCommand({
    parameters: accountParameters,
    call: async (call) =>
      (await operatorClient(call)).call(api.resetAccountPassword, { params: call.values }),
    lines: ({ short_name, password, expires_at }, { t }) => [
      t('cli.class.reset-password.temporary_password', {
        short_name: printable(short_name),
        password: printable(password),
        expires_at: momentText(printable(expires_at)),
      }),
    ],
  }),

  quotas: requestCommand({
    parameters: { ...accountParameters, ...quotaParameters },
    call: async (call) => {
      const { sessions, storedMib, streams, publicPerMinute, publicMibPerDay } = call.values;
      const body = withoutUndefined({
        sessions: toQuota(sessions),
        stored_mib: toQuota(storedMib),
        streams: toQuota(streams),
        public_per_minute: toQuota(publicPerMinute),
        public_mib_per_day: toQuota(publicMibPerDay),
      });
      return (await operatorClient(call)).call(api.setAccountQuotas, { params: call.values, body });
    },
    lines: ({ short_name, quotas }, style) => [
      style.bold(printable(short_name)),
      ...fieldLines('tenant', membersOf(quotas), style),
    ],
  }),

  delete: requestCommand({
    parameters: {
      ...accountParameters,
      ...reasonParameters,
      '--days <n>': { text: 'field.days', parse: parseWholeNumber, fallbackText: '7' },
      ...yesParameters,
    },
    call: async (call) => {
      const { account, reason, days } = call.values;
      const question = call.t('cli.operator.delete.confirm', { account: printable(account) });
      await confirm(call.context, question, call.values);
      const body = { reason, ...withoutUndefined({ days }) };
      return (await operatorClient(call)).call(api.scheduleDeletion, { params: { account }, body });
    },
    lines: stateLines,
    next: ({ short_name }, { context: { program } }) => `${program} operator resume ${short_name}`,
  }),

  registration: requestCommand({
    parameters: {
      '<state>': { text: 'cli.operator.registration.state', choices: ['open', 'closed'] },
      '--reason <text>': 'field.reason.operator',
      ...operatorParameters,
    },
    call: async (call) => {
      const { state, reason } = call.values;
      const body = { registration_open: state === 'open', ...withoutUndefined({ reason }) };
      return (await operatorClient(call)).call(api.updateService, { body });
    },
    lines: serviceLines,
  }),

  notice: requestCommand({
    parameters: {
      '--en <text>': 'cli.operator.notice.en',
      '--es <text>': 'cli.operator.notice.es',
      '--from <time>': 'field.from.notice',
      '--until <time>': 'field.until',
      '--clear': { text: 'cli.operator.notice.clear', conflicts: ['en', 'es'] },
      ...operatorParameters,
    },
    call: async (call) => {
      const client = await operatorClient(call);
      const { en, es, from, until, clear } = call.values;
      if (clear) return client.call(api.updateService, { body: { notice: null } });
      if ([en, es, from, until].every((value) => value === undefined)) return client.call(api.getService);
      const text = { en: en ?? es ?? '', es: es ?? en ?? '' };
      return client.call(api.updateService, {
        body: { notice: { ...text, ...withoutUndefined({ from, until }) } },
      });
    },
    lines: serviceLines,
  }),

  audit: viewCommand(views.actView, {
    parameters: { '--account <account>': 'field.account.operator', ...operatorParameters },
    call: async (call) => {
      const { account } = call.values;
      const query = { ...withoutUndefined({ account }), ...pageQuery(call.values) };
      return (await operatorClient(call)).call(api.listActs, { query });
    },
  }),
};

/** Stands for the simulator's default quota. Not null, because commander turns null into an empty text. */
const DEFAULT_QUOTA = 0;
const toQuota = (value?: number) => (value === DEFAULT_QUOTA ? null : value);

/** @throws InvalidArgumentError */
function quotaValue(t: OperatorCommandCall['t'], text: string): number {
  if (text === 'default') return DEFAULT_QUOTA;
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new InvalidArgumentError(t('cli.operator.quotas.invalid'));
}

function stateLines({ short_name, state, delete_at }: DataOf<typeof api.suspendAccount>, style: Style) {
  return fieldLines('tenant', { short_name, state, delete_at: delete_at && momentText(delete_at) }, style);
}

function serviceLines({ registration_open, notice }: DataOf<typeof api.getService>, style: Style) {
  return fieldLines('service', { registration_open, ...notice }, style);
}

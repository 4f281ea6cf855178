import { lazy, type Operation, operations } from '@svc-simulator/contract';
import { z } from 'zod';
import type {
  AtOnceStep,
  Call,
  Case,
  LaterStep,
  NeedStep,
  ReceivedStep,
  RelayStep,
  Step,
  Want,
  WebhookStep,
} from './case.ts';
import { credentialOf } from './request.ts';

export { not } from './judge.ts';

const byId = lazy(() => new Map<string, Operation>(operations.map((operation) => [operation.id, operation])));

/** @throws TypeError for an operation that there is not, which is a mistake in a case. */
export function operationOf(id: string): Operation {
  const operation = byId().get(id);
  if (!operation) throw new TypeError(`a case calls ${id}, which is no operation`);
  return operation;
}

type Steps = readonly (Step | readonly Step[])[];

/**
 * The cases of an operation by what they judge (a sentence of the specification after its section, or the id of an entry of `/fidelidad`), and
 * where there are several, or where it is no entry, by their names.
 */
export function casesOf(
  operation: string,
  judged: Readonly<Record<string, Steps | Readonly<Record<string, Steps>>>>,
): Case[] {
  return Object.entries(judged).flatMap(([judges, group]) => {
    const named: Readonly<Record<string, Steps>> = isSteps(group) ? { [nameOf(judges)]: group } : group;
    return Object.entries(named).map(([name, steps]) => caseOf(operation, name, judges, steps.flat()));
  });
}

/** Of what one case alone judges: `foreign-404` of `conventions.foreign-404`, `note-1` of `operations.sendProbe.note-1`. */
function nameOf(judges: string): string {
  const [chapter, entry = '', note = 'answers'] = judges.split('.');
  return chapter === 'operations' ? note : entry;
}

function isSteps(group: Steps | Readonly<Record<string, Steps>>): group is Steps {
  return Array.isArray(group);
}

export function caseOf(operation: string, name: string, judges: string, steps: readonly Step[]): Case {
  const id = `${operation}.${name}`;
  return { id, operation, judges, needs: needsOf(steps), safe: isSafe(steps), steps };
}

/** Cases by name, for every entry of a table. */
export function each<T>(
  entries: readonly T[],
  named: (entry: T) => readonly [name: string | number, ...steps: Steps],
): Record<string, Steps> {
  return Object.fromEntries(entries.map((entry) => named(entry)).map(([name, ...steps]) => [name, steps]));
}

type More = Omit<Call, 'call' | 'want'>;
/** What an answer has to be like; the status is the operation's own unless it is said. */
export type Wanted = number | (Partial<Want> & Pick<Call, 'keep'>);
type Fields = Readonly<Record<string, unknown>>;

const session = { session_id: '/data/id' };
const agreementId = { agreement_id: '/data/agreement_id' };
/** What every success of an operation leaves for later steps. */
const kept: Readonly<Record<string, Call['keep']>> = {
  createButtonSession: session,
  createRequestSession: session,
  createAgreement: agreementId,
  createSplitReceiptAgreement: agreementId,
  createPartner: { partner_id: '/data/partner_id' },
  pairTerminal: { code: '/data/code' },
  activateTerminal: { secret_key: '/data/secret_key' },
  createClass: { class_id: '/data/class_id', join_code: '/data/join_code' },
  listTokens: { token_id: '/data/0/token_id' },
  getSnapshot: { snapshot: '' },
};

/** A call of an operation. */
export function call(operation: string, wanted: Wanted = {}, more: More = {}): Call {
  const { keep, ...want } = typeof wanted === 'number' ? { status: wanted } : wanted;
  const { status = operationOf(operation).status } = want;
  const names = status < 400 ? { ...kept[operation], ...more.keep, ...keep } : { ...keep };
  return { call: operation, ...more, keep: names, want: { ...want, status } };
}

/** A call with a body. */
export function send(operation: string, body: unknown, wanted: Wanted = {}): Call {
  return call(operation, wanted, { body });
}

/** A call with a body: `change` replaces fields of one that is valid, and what it says is undefined is left out. */
export function posting(operation: string, base: Fields, more: More = {}) {
  return (change: Fields = {}, wanted: Wanted = {}, further: More = {}): Call =>
    call(operation, wanted, { ...more, ...further, body: { ...base, ...change } });
}

const sessionBase = {
  amount_reference: 100,
  currency_reference: 'VES',
  identifier: 'A-{unique}',
  agreement_id: '{agreement_id}',
};
const agreementBase = {
  title: 'Online shop',
  payment_methods: { immediate_debit: true, mobile_payment: true, crypto: true },
  default_bank_account_id: '01020000000000000001',
};

/** Bodies that the simulator takes as they are. */
export const bases: Readonly<Record<string, Fields>> = {
  createButtonSession: {
    ...sessionBase,
    identifier_label: 'Order',
    description: 'Two coffees',
    success_url: 'https://shop.example/paid?order=1#top',
    failure_url: 'https://shop.example/failed',
  },
  createRequestSession: { ...sessionBase, due_date_session: '{future}' },
  createAgreement: agreementBase,
  createSplitReceiptAgreement: {
    ...agreementBase,
    recipients: [{ recipient_id: '{partner_id}', percent: 12.5 }],
  },
  createPartner: { name: 'Ana Pérez' },
  createTransaction: { orderId: '{orderId}', amountReference: 12.5, currencyReference: 'USD' },
  commitTransaction: { authorizationCode: '004512' },
  createSettlement: {
    batchNumber: 7,
    transactionCount: 0,
    closedAt: '2026-11-20T21:27:00.000Z',
    currencyReference: 'VES',
  },
};
const postingBase = (operation: string) => posting(operation, bases[operation] ?? {});

export const button = postingBase('createButtonSession');
export const request = postingBase('createRequestSession');
export const agreement = postingBase('createAgreement');
export const partner = postingBase('createPartner');
export const splitAgreement = postingBase('createSplitReceiptAgreement');
export const transaction = postingBase('createTransaction');
export const commit = postingBase('commitTransaction');
export const settle = postingBase('createSettlement');
export const settings = posting('updateSettings', {});
export const status = (data?: unknown, wanted: Partial<Want> = {}) =>
  call('getSessionStatus', { ...(data !== undefined && { data }), ...wanted });
export const cancel = (wanted: Wanted = {}) => call('cancelTransaction', wanted);
export const commitVoid = (wanted: Wanted = {}) => call('commitVoid', wanted);

/** Submits the payment page's form for the session. */
export function pay(change: Readonly<Record<string, string>> = {}, wanted: Wanted = {}): Call {
  const payer = { nombre: 'Ana', tipo: 'V', cedula: '12345678', telefono: '04141234567', banco: '0102' };
  return call('submitPayment', wanted, {
    form: { metodo: 'immediate_debit', otp: '000000', ...payer, ...change },
  });
}

/** Forces an outcome of the session. */
export function outcome(leg: number, name: string, wanted: Wanted = {}, more: Fields = {}): Call {
  return call('forceOutcome', wanted, { body: { leg, outcome: name, ...more } });
}

/** A terminal of the merchant, paired. */
export const terminal: readonly Call[] = [
  call('pairTerminal', {}, { body: { serial: '{serialNumber}' } }),
  call('activateTerminal', {}, { body: { serial: '{serialNumber}', code: '{code}' } }),
];

/** What sends a session's webhooks to the case's own receiver. */
export const hook = { webhook_url: '{receiver}' };
export const frozen = call('setClock', {}, { body: { frozen: true } });
export const later = (laterMs: number): LaterStep => ({ laterMs });
export const alone: NeedStep = { needs: 'alone' };
export const local: NeedStep = { needs: 'local' };
/** Connects the account's relay: for what is new, or for what was missed after a sequence, too. */
export const relay = (since = ''): RelayStep => ({ relay: since });
export const atOnce = (...calls: readonly Call[]): AtOnceStep => ({ atOnce: calls });

/** Waits for `payment_session.NAME`. */
export function webhook(name: string, more: Omit<WebhookStep, 'webhook'> = {}): WebhookStep {
  return { webhook: `payment_session.${name}`, ...more };
}

/** Every webhook that the session has got by now. */
export function received(...names: readonly string[]): ReceivedStep {
  return { received: names.map((name) => `payment_session.${name}`) };
}

/** 400 that points at these places and no others. */
export const bad = (...faults: readonly string[]) => ({ status: 400, faults });

export const instant = z.iso.datetime({ offset: true });
export const text = z.string().min(1);
export const some = z.array(z.unknown()).min(1);

/** Operations that change more of the account than what they make, or the account itself. */
const unsafe = new Set(
  `registerConsoleAccount registerAccount registerMerchant loginConsole resetAccount setClock resetClock advanceClock setChaos
   clearChaos setScript clearScript loadSnapshot revokeToken changePassword deleteAccount replaceWebhookSecret updateSettings
   createClass updateClass renewJoinCode removeTrainee resetTraineePassword joinClass leaveClass createConsoleMerchant`.split(
    /\s+/,
  ),
);

/** The requests of a case. */
export function callsIn(steps: readonly Step[]): readonly Call[] {
  return steps.flatMap((step) => ('call' in step ? step : 'atOnce' in step ? step.atOnce : []));
}

/** A call that is refused changes nothing. */
function isSafe(steps: readonly Step[]): boolean {
  return callsIn(steps).every(({ call: id, want }) => want.status >= 400 || !unsafe.has(id));
}

/** What every case has, wherever it is judged. */
const always = ['unique', 'uuid', 'future', 'orderId', 'serialNumber', 'case', 'receiver', 'unknown'];

/** What a case needs of its target, in the order of its steps. */
function needsOf(steps: readonly Step[]): readonly string[] {
  const needs = new Set<string>();
  const there = new Set(always);
  const want = (...names: readonly (string | null)[]) => {
    for (const name of names) if (name !== null && !there.has(name)) needs.add(name);
  };
  for (const [at, step] of steps.entries()) {
    const calls = callsIn([step]);
    for (const one of calls) {
      const operation = operationOf(one.call);
      const { want: _, keep, ...sent } = one;
      want(credentialOf(one, operation), ...namesIn({ ...sent, path: one.path ?? pathOf(operation, one) }));
      if (/^\/pay\//.test(operation.path)) needs.add('page');
      if (operation.path.startsWith('/control/clock')) needs.add('alone');
    }
    for (const { keep = {} } of calls) for (const name of Object.keys(keep)) there.add(name);
    if ('webhook' in step) {
      want('webhookSecret');
      for (const name of Object.keys(step.keep ?? {})) there.add(name);
    }
    if ('needs' in step) needs.add(step.needs);
    if ('relay' in step) needs.add('relay');
    // Without a clock one can wait longer for a webhook, and for nothing else.
    const next = steps[at + 1];
    if ('laterMs' in step && !(next && 'webhook' in next)) needs.add('alone').add('clock');
  }
  return [...needs];
}

/** The names in the path that no parameter is given for. */
function pathOf({ path }: Operation, { params = {} }: Call): string {
  return path.replace(/\{(\w+)\}/g, (name, key: string) =>
    key in params ? '' : name === '{id}' ? '{session_id}' : name,
  );
}

function namesIn(sent: unknown): readonly string[] {
  return [...JSON.stringify(sent).matchAll(/\{([\w.]+)\}/g)].map(([, name = '']) => name);
}

/** Two pages of one item each, of a list that has no more. */
export const paged = (operation: string, first: object) => [
  call(operation, { keep: { cursor: '/next_cursor' }, data: [first] }, { query: { limit: 1 } }),
  call(operation, { data: [{}], body: { next_cursor: null } }, { query: { limit: 1, cursor: '{cursor}' } }),
];

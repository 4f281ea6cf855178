import { isObject, mapValues, type Operation } from '@svc-simulator/contract';
import {
  type AtOnceStep,
  type Axis,
  type Call,
  type Case,
  type LaterStep,
  type Need,
  needs,
  type Pattern,
  type ReceivedStep,
  type RelayStep,
  type Step,
  type Want,
  type WebhookStep,
} from './case.ts';
import { operationOf } from './contract-answers.ts';

/** Axis, name, what it judges, and the steps; the rest of a case follows from them. */
export type Row = readonly [Axis, string, string, ...(Step | readonly Step[])[]];

/** The cases of an operation. */
export function casesOf(operation: string, rows: readonly Row[]): Case[] {
  return rows.map(([axis, name, judges, ...parts]) => {
    const steps = parts.flat().map(asData);
    const id = `${operation}.${name}`;
    return { id, operation, axis, judges, needs: needsOf(steps), safe: isSafe(steps), steps };
  });
}

/** What is wanted to be absent, as a case says it that is written as JSON. */
function asData(step: Step): Step {
  if ('webhook' in step) return { ...step, ...('body' in step && { body: absentMarked(step.body) }) };
  if ('atOnce' in step) return { atOnce: step.atOnce.map(wantAsData) };
  return 'call' in step ? wantAsData(step) : step;
}

function wantAsData(one: Call): Call {
  const { data, body } = one.want;
  return {
    ...one,
    want: {
      ...one.want,
      ...(data !== undefined && { data: absentMarked(data) }),
      ...(body !== undefined && { body: absentMarked(body) }),
    },
  };
}

function absentMarked(pattern: Pattern): Pattern {
  if (pattern === undefined) return like({ enum: [] });
  if (Array.isArray(pattern)) return pattern.map(absentMarked);
  return isObject(pattern) ? mapValues(pattern, absentMarked) : pattern;
}

type More = Omit<Call, 'call' | 'want'>;
/** What an answer has to be like; the status is the operation's own unless it is said. */
export type Wanted = number | (Partial<Want> & { readonly keep?: Call['keep'] });

/** A call of an operation. */
export function call(operation: string, wanted: Wanted = {}, more: More = {}): Call {
  const { keep, ...want } = typeof wanted === 'number' ? { status: wanted } : wanted;
  const names = { ...more.keep, ...keep };
  return {
    call: operation,
    ...more,
    ...(Object.keys(names).length > 0 && { keep: names }),
    want: { status: operationOf(operation).status, ...want },
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** A call with a body: `change` replaces fields of one that is valid, and what it says is undefined is left out. */
function posting(operation: string, base: Fields, keep: Call['keep'] = {}, more: More = {}) {
  return (change: Fields = {}, wanted: Wanted = {}, further: More = {}): Call =>
    call(operation, wanted, { ...more, keep, ...further, body: { ...base, ...change } });
}

const sessionBase = {
  amount_reference: 100,
  currency_reference: 'VES',
  identifier: 'A-{unique}',
  agreement_id: '{agreement}',
};
const sessionKept = { session: '/data/id' };

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
  createAgreement: {
    title: 'Online shop',
    payment_methods: { immediate_debit: true, mobile_payment: true, crypto: true },
    default_bank_account_id: '01020000000000000001',
  },
  createPartner: { name: 'Ana Pérez' },
  createTransaction: { orderId: '{order}', amountReference: 12.5, currencyReference: 'USD' },
  commitTransaction: { authorizationCode: '004512' },
  createSettlement: {
    batchNumber: 7,
    transactionCount: 0,
    closedAt: '2026-11-20T21:27:00.000Z',
    currencyReference: 'VES',
  },
};
const base = (operation: string) => bases[operation] ?? {};

export const button = posting('createButtonSession', base('createButtonSession'), sessionKept);
export const request = posting('createRequestSession', base('createRequestSession'), sessionKept);
export const agreement = posting('createAgreement', base('createAgreement'), {
  agreement: '/data/agreement_id',
});
export const partner = posting('createPartner', base('createPartner'), { partner: '/data/partner_id' });
export const splitAgreement = posting(
  'createSplitReceiptAgreement',
  { ...base('createAgreement'), recipients: [{ recipient_id: '{partner}', percent: 12.5 }] },
  { agreement: '/data/agreement_id' },
);
export const transaction = posting('createTransaction', base('createTransaction'));
export const commit = posting(
  'commitTransaction',
  base('commitTransaction'),
  {},
  { params: { serialNumber: '{serial}', orderId: '{order}' } },
);
export const settle = posting(
  'createSettlement',
  base('createSettlement'),
  {},
  { params: { serialNumber: '{serial}' } },
);
export const settings = posting('updateSettings', {});

/** A batch of requests, each with what it changes. */
export function batch(items: readonly Fields[], wanted: Wanted = {}, more: Fields = {}): Call {
  const body = { items: items.map((item) => ({ ...base('createRequestSession'), ...item })), ...more };
  return call('createRequestBatch', wanted, { body });
}

/** The status of `{session}`. */
export function status(data?: unknown, wanted: Wanted = {}): Call {
  const want = typeof wanted === 'number' ? { status: wanted } : wanted;
  return call(
    'getSessionStatus',
    { ...(data !== undefined && { data }), ...want },
    { params: { session_id: '{session}' } },
  );
}

/** Submits the payment page's form for `{session}`. */
export function pay(change: Readonly<Record<string, string>> = {}, wanted: Wanted = {}): Call {
  const form = {
    metodo: 'immediate_debit',
    otp: '000000',
    nombre: 'Ana',
    tipo: 'V',
    cedula: '12345678',
    telefono: '04141234567',
    banco: '0102',
    ...change,
  };
  return call('submitPayment', wanted, { params: { id: '{session}' }, form });
}

/** Forces an outcome of `{session}`. */
export function outcome(leg: number, name: string, wanted: Wanted = {}, more: Fields = {}): Call {
  return call('forceOutcome', wanted, {
    params: { session_id: '{session}' },
    body: { leg, outcome: name, ...more },
  });
}

/** A terminal of the merchant, paired: `{serial}`, `{secretKey}`. */
export const terminal: readonly Call[] = [
  call(
    'pairTerminal',
    { keep: { code: '/data/code' } },
    { params: { serialNumber: '{serial}' }, body: { serial: '{serial}' } },
  ),
  call(
    'activateTerminal',
    { keep: { secretKey: '/data/secret_key' } },
    { params: { serialNumber: '{serial}' }, body: { serial: '{serial}', code: '{code}' } },
  ),
];

export function cancel(wanted: Wanted = {}): Call {
  return call('cancelTransaction', wanted, { params: { orderId: '{order}' } });
}

export function commitVoid(wanted: Wanted = {}): Call {
  return call('commitVoid', wanted, { params: { serialNumber: '{serial}', orderId: '{order}' } });
}

export function later(laterMs: number): LaterStep {
  return { laterMs };
}

/** In an account of its own, where the target lets anybody register: nothing else happens there. */
export const alone = later(0);

/** Waits for `payment_session.NAME`. */
export function webhook(name: string, more: Omit<WebhookStep, 'webhook'> = {}): WebhookStep {
  return { webhook: `payment_session.${name}`, ...more };
}

/** Every webhook that the session has got by now. */
export function received(...names: readonly string[]): ReceivedStep {
  return { received: names.map((name) => `payment_session.${name}`) };
}

/** Connects the account's relay: for what is new, or for what was missed after a sequence, too. */
export function relay(since = ''): RelayStep {
  return { relay: since };
}

export function atOnce(...calls: readonly Call[]): AtOnceStep {
  return { atOnce: calls };
}

/** 400 that points at these places and no others. */
export function bad(...faults: readonly string[]): {
  readonly status: number;
  readonly faults: readonly string[];
} {
  return { status: 400, faults };
}

/** A value of which only the schema is known. */
export function like(schema: Fields): { readonly $: Fields } {
  return { $: schema };
}

/** For every entry of a table. */
export function each<T>(entries: readonly T[], row: (entry: T) => Row): readonly Row[] {
  return entries.map(row);
}

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

/** Without a clock one can wait longer for a webhook, and for nothing else. */
function letsTimePass(steps: readonly Step[]): boolean {
  return steps.some((step, at) => {
    const next = steps[at + 1];
    return 'laterMs' in step && step.laterMs > 0 && !(next && 'webhook' in next);
  });
}

function needsOf(steps: readonly Step[]): Need[] {
  const calls = callsIn(steps);
  const text = JSON.stringify(steps);
  const of = (test: (operation: Operation) => boolean) => calls.some((one) => test(operationOf(one.call)));
  const as = (caller: string) => calls.some((one) => one.as === caller);
  const wanted: Readonly<Record<Need, boolean>> = {
    agreement: text.includes('{agreement}'),
    login: text.includes('{shortName}') || text.includes('{password}'),
    terminal: text.includes('{merchantId}') || of(({ auth }) => auth === 'merchant' || auth === 'terminal'),
    relay: steps.some((step) => 'relay' in step),
    local: text.includes('"via":"local"'),
    page: of(({ id }) => /Payment(Page)?$/.test(id) && !id.startsWith('create')),
    clock: of(({ path }) => path.startsWith('/control/clock')) || letsTimePass(steps),
    control: of(
      ({ family, path }) => family === 'control' || /^\/(register|health|fidelidad|openapi)/.test(path),
    ),
    console: of(({ auth, path }) => auth === 'console' || path.startsWith('/console')),
    receiver: text.includes('{receiver}'),
    other: as('other') || text.includes('{other.'),
  };
  return needs.filter((need) => wanted[need]);
}

import {
  accept,
  advanceClock,
  chaosRates,
  clearChaos,
  clearScript,
  createAgreement,
  createButtonSession,
  createRequestSession,
  createTransaction,
  loadSnapshot,
  type Operation,
  type Outcome,
  refuse,
  resetAccount,
  resetClock,
  type ScriptRule,
  setChaos,
  setClock,
  setScript,
} from '@svc-simulator/contract';
import { nextDueOf } from '@svc-simulator/server/clock/next-due.ts';
import { scriptOf } from '@svc-simulator/server/script/script-service.ts';
import type { PageCall } from '../page-call.ts';
import { scriptedEnds } from './script-panel.tsx';
import { numberIn, pathOfPart, type SimulatePart, textsIn } from './typed.ts';

/** Where the browser goes after something was done, and the notice that it finds there. */
export interface Done {
  readonly path?: string;
  readonly notice: string;
}

/** What a button of the page asks for: the part that it stands in, and the operation of the API that does it. */
export interface Action {
  readonly part: SimulatePart;
  run(call: PageCall): Promise<Outcome<Done>>;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Every button of the page, by its value. */
export const actions: Readonly<Partial<Record<string, Action>>> = {
  session: { part: 'session', run: makeSession },
  charge: { part: 'charge', run: makeCharge },
  agreement: { part: 'agreement', run: makeAgreement },
  clock_stop: clockBy(setClock, { frozen: true }, 'clock_stopped'),
  clock_go: clockBy(setClock, { frozen: false }, 'clock_runs'),
  clock_real: clockBy(resetClock, {}, 'clock_real'),
  clock_5_min: { part: 'clock', run: (call) => advance(call, 5 * MINUTE_MS) },
  clock_1_day: { part: 'clock', run: (call) => advance(call, DAY_MS) },
  clock_next: { part: 'clock', run: advanceToNext },
  chaos: { part: 'chaos', run: (call) => done(call, setChaos, chaosIn(call.form), 'chaos_on') },
  chaos_off: { part: 'chaos', run: (call) => done(call, clearChaos, {}, 'chaos_off') },
  script_off: { part: 'scripts', run: (call) => done(call, clearScript, {}, 'script_off') },
  magic_on: { part: 'scripts', run: (call) => changeScript(call, (rules) => rules, true) },
  magic_off: { part: 'scripts', run: (call) => changeScript(call, (rules) => rules, false) },
  rule_add: { part: 'scripts', run: (call) => changeScript(call, (rules) => [...rules, ruleIn(call.form)]) },
  rule_remove: {
    part: 'scripts',
    run: (call) =>
      changeScript(call, (rules) => rules.filter((_, at) => String(at) !== call.form.get('rule'))),
  },
  snapshot_load: { part: 'snapshots', run: load },
  reset: { part: 'reset', run: reset },
};

async function done(
  { services, account }: PageCall,
  operation: Operation,
  body: unknown,
  notice: string,
): Promise<Outcome<Done>> {
  const answer = await services.perform(operation, { account, body });
  return answer.ok ? accept({ notice }) : answer;
}

function clockBy(operation: Operation, body: unknown, notice: string): Action {
  return { part: 'clock', run: (call) => done(call, operation, body, notice) };
}

async function advanceToNext(call: PageCall): Promise<Outcome<Done>> {
  const due = await nextDueOf(call.services.runtime.store, call.account.id);
  if (!due) return accept({ notice: 'clock_nothing_due' });
  return advance(call, Math.max(0, due.atMs - call.now));
}

async function advance({ services, account }: PageCall, ms: number): Promise<Outcome<Done>> {
  const advanced = await services.perform(advanceClock, { account, body: { ms } });
  if (!advanced.ok) return advanced;
  return accept({ notice: advanced.value.removed_sessions !== 0 ? 'clock_removed' : 'clock_advanced' });
}

async function makeSession({ services, account, t, form, now }: PageCall): Promise<Outcome<Done>> {
  const { publicUrl } = services.runtime.settings;
  const days = numberIn(form, 'due_in_days');
  const shared = {
    ...textsIn(form, ['agreement_id', 'currency_reference', 'identifier', 'description', 'webhook_url']),
    amount_reference: numberIn(form, 'amount_reference'),
  };
  const isRequest = form.get('origin') === 'request';
  const own = isRequest
    ? {
        due_date_session: typeof days === 'number' && days < 36_500 ? isoAt(now + days * DAY_MS) : days,
        due_date_reached_behavior: 'deactivate',
      }
    : {
        duration_minutes: numberIn(form, 'duration_minutes'),
        identifier_label: t('console.simulate.session.label'),
        success_url: `${publicUrl}/?payment=paid`,
        failure_url: `${publicUrl}/?payment=failed`,
      };
  const operation = isRequest ? createRequestSession : createButtonSession;
  const made = await services.perform(operation, { account, body: { ...shared, ...own } });
  if (!made.ok) return made;
  return accept({ path: `/console/simulate?made=${made.value.id}#session`, notice: 'session_made' });
}

function isoAt(ms: number): string {
  return new Date(ms).toISOString();
}

async function makeCharge({ services, account, form }: PageCall): Promise<Outcome<Done>> {
  const { store, random } = services.runtime;
  const merchant = account.merchantId && (await store.get('merchant', account.merchantId));
  if (!merchant) return accept({ path: '/console/terminals', notice: '' });
  const orderId = random.uuid();
  const body = {
    orderId,
    ...textsIn(form, ['currencyReference', 'terminalSerial', 'clientIdentification']),
    amountReference: numberIn(form, 'amountReference'),
  };
  const made = await services.perform(createTransaction, { account, merchant, body });
  return made.ok ? accept({ path: `/console/transactions/${orderId}`, notice: 'charge_made' }) : made;
}

function makeAgreement(call: PageCall): Promise<Outcome<Done>> {
  const { form } = call;
  const allowed = ['immediate_debit', 'mobile_payment', 'crypto'].map((name) => [name, form.has(name)]);
  const body = {
    ...textsIn(form, ['title', 'default_bank_account_id']),
    split: form.has('split'),
    payment_methods: Object.fromEntries(allowed),
  };
  return done(call, createAgreement, body, 'agreement_made');
}

function chaosIn(form: URLSearchParams) {
  const rates = chaosRates.map((name) => {
    const percent = numberIn(form, name);
    return [name, typeof percent === 'number' ? percent / 100 : percent];
  });
  const spans = ['delay_ms', 'latency_ms'].map((name) => {
    const max = numberIn(form, name);
    return [name, typeof max === 'number' && max > 0 ? { min: 0, max } : max];
  });
  const wanted = [...rates, ...spans].filter(([, value]) => value !== 0);
  return { ...Object.fromEntries(wanted), seed: numberIn(form, 'seed') };
}

function ruleIn(form: URLSearchParams) {
  const seconds = numberIn(form, 'after_seconds');
  const afterMs = typeof seconds === 'number' ? Math.round(seconds * 1000) : seconds;
  const ends = ['outcome', 'following'].flatMap(
    (name) => scriptedEnds[Number(form.get(name) || Number.NaN)] ?? [],
  );
  const amount = form.get('match_amount')?.trim() ?? '';
  const match = {
    amount_reference: amount.includes('*') ? amount : numberIn(form, 'match_amount'),
    identifier: form.get('match_identifier') || undefined,
  };
  return {
    name: form.get('rule_name') || undefined,
    match,
    outcomes: ends.map((end) => ({ ...end, after_ms: afterMs })),
    afterwards: form.get('afterwards') ?? undefined,
  };
}

/** Sets the account's script anew, with other rules, or with the magic amounts or without. */
async function changeScript(
  { services, account }: PageCall,
  change: (rules: readonly ScriptRule[]) => readonly unknown[],
  isMagic?: boolean,
): Promise<Outcome<Done>> {
  const { script } = await scriptOf(services.runtime, account);
  const rules = change(script?.rules.slice(0, script.ownRules) ?? []);
  const ready = (isMagic ?? script?.ready === 'magic_amounts') ? 'magic_amounts' : undefined;
  const isEmpty = rules.length === 0 && ready === undefined;
  const body = { ...(rules.length > 0 && { rules }), ...(ready && { ready }) };
  const set = await services.perform(isEmpty ? clearScript : setScript, { account, body });
  if (set.ok) return accept({ notice: isEmpty ? 'script_off' : 'script_set' });
  // The form has one rule, the last one.
  const errors = set.refusal.errors?.map((fault) => ({
    ...fault,
    pointer: fault.pointer.replace(`/rules/${rules.length - 1}/`, '/rules/0/'),
  }));
  return refuse({ ...set.refusal, ...(errors && { errors }) });
}

async function load({ services, account, form }: PageCall): Promise<Outcome<Done>> {
  const bytes = Buffer.from(form.get('file') ?? '');
  const loaded = await services.perform(loadSnapshot, { account, bytes });
  return loaded.ok ? accept({ notice: 'snapshot_loaded' }) : loaded;
}

async function reset(call: PageCall): Promise<Outcome<Done>> {
  if (!call.form.has('understood')) return accept({ path: pathOfPart('reset'), notice: '' });
  return done(call, resetAccount, {}, 'account_reset');
}

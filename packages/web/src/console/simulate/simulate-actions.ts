import {
  advanceClock,
  chaosRates,
  clearChaos,
  clearScript,
  createButtonSession,
  createRequestSession,
  createTransaction,
  getScript,
  loadSnapshot,
  type Operation,
  resetAccount,
  resetClock,
  setChaos,
  setClock,
  setScript,
} from '@svc-simulator/contract';
import type { PageCall, Refused } from '../page-call.ts';
import { scriptedEnds } from './script-panel.tsx';
import { numberIn, pathOfPart, type SimulatePart, textsIn } from './typed.ts';

/** Where the browser goes after something was done, and the notice that it finds there. */
interface Done {
  readonly ok: true;
  readonly path?: string;
  readonly notice: string;
}

export interface Action {
  readonly part: SimulatePart;
  run(call: PageCall): Promise<Done | Refused>;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Every button of the page, by its value. */
export const actions: Readonly<Partial<Record<string, Action>>> = {
  session: { part: 'session', run: makeSession },
  charge: { part: 'charge', run: makeCharge },
  clock_stop: doing('clock', setClock, 'clock_stopped', () => ({ frozen: true })),
  clock_go: doing('clock', setClock, 'clock_runs', () => ({ frozen: false })),
  clock_real: doing('clock', resetClock, 'clock_real'),
  clock_5_min: { part: 'clock', run: (call) => advance(call, 5 * MINUTE_MS) },
  clock_1_day: { part: 'clock', run: (call) => advance(call, DAY_MS) },
  clock_next: { part: 'clock', run: advanceToNext },
  chaos: doing('chaos', setChaos, 'chaos_on', chaosIn),
  chaos_off: doing('chaos', clearChaos, 'chaos_off'),
  script_off: doing('scripts', clearScript, 'script_off'),
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

function doing(
  part: SimulatePart,
  operation: Operation,
  notice: string,
  bodyOf: (form: URLSearchParams) => unknown = () => ({}),
): Action {
  return { part, run: ({ perform, form }) => done(perform(operation, { body: bodyOf(form) }), notice) };
}

async function done(
  asked: Promise<{ readonly ok: true } | Refused>,
  notice: string,
  path?: string,
): Promise<Done | Refused> {
  const answered = await asked;
  return answered.ok ? { ok: true, notice, ...(path && { path }) } : answered;
}

async function advanceToNext(call: PageCall): Promise<Done | Refused> {
  const due = await call.services.nextDueOf(call.account.id);
  return due ? advance(call, Math.max(0, due.atMs - call.now)) : { ok: true, notice: 'clock_nothing_due' };
}

async function advance({ perform }: PageCall, ms: number): Promise<Done | Refused> {
  const advanced = await perform(advanceClock, { body: { ms } });
  if (!advanced.ok) return advanced;
  return { ok: true, notice: advanced.data.removed_sessions === 0 ? 'clock_advanced' : 'clock_removed' };
}

async function makeSession({ perform, services, t, form, now }: PageCall): Promise<Done | Refused> {
  const { publicUrl } = services.settings;
  const days = numberIn(form, 'due_in_days');
  const shared = {
    ...textsIn(form, ['agreement_id', 'currency_reference', 'identifier', 'description', 'webhook_url']),
    amount_reference: numberIn(form, 'amount_reference'),
    identifier_label: t('payer.example.identifier_label'),
  };
  const made = await (form.get('origin') === 'request'
    ? perform(createRequestSession, {
        body: {
          ...shared,
          due_date_session:
            typeof days === 'number' && days < 36_500 ? new Date(now + days * DAY_MS).toISOString() : days,
          due_date_reached_behavior: 'deactivate',
        },
      })
    : perform(createButtonSession, {
        body: {
          ...shared,
          duration_minutes: numberIn(form, 'duration_minutes'),
          success_url: `${publicUrl}/?payment=paid`,
          failure_url: `${publicUrl}/?payment=failed`,
        },
      }));
  if (!made.ok) return made;
  return { ok: true, path: `/console/simulate?made=${made.data.id}#session`, notice: 'session_made' };
}

async function makeCharge({ perform, services, account, form }: PageCall): Promise<Done | Refused> {
  if (account.merchantId === undefined) return { ok: true, path: '/console/terminals', notice: '' };
  const orderId = services.random.uuid();
  const body = {
    orderId,
    ...textsIn(form, ['currencyReference', 'terminalSerial', 'clientIdentification']),
    amountReference: numberIn(form, 'amountReference'),
  };
  return done(perform(createTransaction, { body }), 'charge_made', `/console/transactions/${orderId}`);
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

/** Replaces the account's rules, with or without the magic amounts. */
async function changeScript(
  { perform, t }: PageCall,
  change: (rules: readonly unknown[]) => readonly unknown[],
  isMagic?: boolean,
): Promise<Done | Refused> {
  const script = await perform(getScript);
  if (!script.ok) return script;
  const own = script.data.rules.filter(({ ready }) => ready === null);
  const rules = change(
    own.map(({ name, match, outcomes, afterwards }) => ({
      ...(name !== null && { name }),
      ...{ match, outcomes, afterwards },
    })),
  );
  const ready = (isMagic ?? script.data.ready !== null) ? 'magic_amounts' : undefined;
  const isEmpty = rules.length === 0 && ready === undefined;
  const body = { ...(rules.length > 0 && { rules }), ...(ready && { ready }) };
  const set = await perform(isEmpty ? clearScript : setScript, { body });
  if (set.ok) return { ok: true, notice: isEmpty ? 'script_off' : 'script_set' };
  // The form has one rule, the last one.
  const last = `/rules/${rules.length - 1}/`;
  const faults = Object.entries(set.faults).map(([pointer, why]) => [
    pointer.replace(last, '/rules/0/'),
    // The form has seconds.
    pointer.endsWith('/after_ms') ? t('console.simulate.scripts.afterFault') : why,
  ]);
  return { ...set, faults: Object.fromEntries(faults) };
}

function load({ perform, form }: PageCall): Promise<Done | Refused> {
  return done(perform(loadSnapshot, { bytes: Buffer.from(form.get('file') ?? '') }), 'snapshot_loaded');
}

async function reset({ perform, form }: PageCall): Promise<Done | Refused> {
  if (!form.has('understood')) return { ok: true, path: pathOfPart('reset'), notice: '' };
  return done(perform(resetAccount), 'account_reset');
}

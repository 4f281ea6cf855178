import * as api from '@svc-simulator/contract';
import { chaosRates, DAY_MS, MINUTE_MS, type Operation } from '@svc-simulator/contract';
import type { OperationRefusal, PageCall } from '../page-call.ts';
import { scriptedOutcomes } from './script-panel.tsx';
import { filledTexts, parseNumber, pathOfPart, type SimulatePart } from './typed.ts';

type ActionResult = Readonly<{ ok: true; path?: string; notice: string }> | OperationRefusal;

export interface SimulateAction {
  readonly part: SimulatePart;
  run(call: PageCall): Promise<ActionResult>;
}

export const simulateActions: Readonly<Partial<Record<string, SimulateAction>>> = {
  session: { part: 'session', run: createSessionFromForm },
  charge: { part: 'charge', run: createChargeFromForm },
  clock_stop: createAction('clock', api.setClock, 'clock_stopped', () => ({ frozen: true })),
  clock_go: createAction('clock', api.setClock, 'clock_runs', () => ({ frozen: false })),
  clock_real: createAction('clock', api.resetClock, 'clock_real'),
  clock_5_min: { part: 'clock', run: (call) => advance(call, 5 * MINUTE_MS) },
  clock_1_day: { part: 'clock', run: (call) => advance(call, DAY_MS) },
  clock_next: { part: 'clock', run: advanceToNext },
  chaos: createAction('chaos', api.setChaos, 'chaos_on', chaosFromForm),
  chaos_off: createAction('chaos', api.clearChaos, 'chaos_off'),
  script_off: createAction('scripts', api.clearScript, 'script_off'),
  magic_on: { part: 'scripts', run: (call) => changeScript(call, (rules) => rules, true) },
  magic_off: { part: 'scripts', run: (call) => changeScript(call, (rules) => rules, false) },
  rule_add: {
    part: 'scripts',
    run: (call) => changeScript(call, (rules) => [...rules, ruleFromForm(call.form)]),
  },
  rule_remove: {
    part: 'scripts',
    run: (call) =>
      changeScript(call, (rules) => rules.filter((_, index) => String(index) !== call.form.get('rule'))),
  },
  snapshot_load: { part: 'snapshots', run: loadSnapshotFile },
  reset: { part: 'reset', run: resetByForm },
};

function createAction(
  part: SimulatePart,
  operation: Operation,
  notice: string,
  bodyOf: (form: URLSearchParams) => unknown = () => ({}),
): SimulateAction {
  return {
    part,
    run: ({ perform, form }) => toActionResult(perform(operation, { body: bodyOf(form) }), notice),
  };
}

async function toActionResult(
  pendingResult: Promise<{ readonly ok: true } | OperationRefusal>,
  notice: string,
  path?: string,
): Promise<ActionResult> {
  const result = await pendingResult;
  return result.ok ? { ok: true, notice, ...(path && { path }) } : result;
}

async function advanceToNext(call: PageCall): Promise<ActionResult> {
  const due = await call.services.nextDueOf(call.account.id);
  return due ? advance(call, Math.max(0, due.atMs - call.now)) : { ok: true, notice: 'clock_nothing_due' };
}

async function advance({ perform }: PageCall, ms: number): Promise<ActionResult> {
  const result = await perform(api.advanceClock, { body: { ms } });
  if (!result.ok) return result;
  return { ok: true, notice: result.data.removed_sessions === 0 ? 'clock_advanced' : 'clock_removed' };
}

async function createSessionFromForm({ perform, services, t, form, now }: PageCall): Promise<ActionResult> {
  const { publicUrl } = services.settings;
  const days = parseNumber(form, 'due_in_days');
  const isRequest = form.get('origin') === 'request';
  const body = {
    ...filledTexts(form, ['agreement_id', 'currency_reference', 'identifier', 'description', 'webhook_url']),
    amount_reference: parseNumber(form, 'amount_reference'),
    identifier_label: t('payer.example.identifier_label'),
    ...(isRequest
      ? {
          due_date_session:
            typeof days === 'number' && days < 36_500 ? new Date(now + days * DAY_MS).toISOString() : days,
          due_date_reached_behavior: 'deactivate',
        }
      : {
          duration_minutes: parseNumber(form, 'duration_minutes'),
          success_url: `${publicUrl}/?payment=paid`,
          failure_url: `${publicUrl}/?payment=failed`,
        }),
  };
  const creation = await perform(isRequest ? api.createRequestSession : api.createButtonSession, { body });
  if (!creation.ok) return creation;
  return { ok: true, path: `/console/simulate?made=${creation.data.id}#session`, notice: 'session_made' };
}

async function createChargeFromForm({ perform, services, account, form }: PageCall): Promise<ActionResult> {
  if (account.merchantId === undefined) return { ok: true, path: '/console/terminals', notice: '' };
  const orderId = services.random.uuid();
  const body = {
    orderId,
    ...filledTexts(form, ['currencyReference', 'terminalSerial', 'clientIdentification']),
    amountReference: parseNumber(form, 'amountReference'),
  };
  const path = `/console/transactions/${orderId}`;
  return toActionResult(perform(api.createTransaction, { body }), 'charge_made', path);
}

function chaosFromForm(form: URLSearchParams) {
  const rates = chaosRates.map((name) => {
    const percent = parseNumber(form, name);
    return [name, typeof percent === 'number' ? percent / 100 : percent];
  });
  const delays = ['delay_ms', 'latency_ms'].map((name) => {
    const max = parseNumber(form, name);
    return [name, typeof max === 'number' && max > 0 ? { min: 0, max } : max];
  });
  const settings = [...rates, ...delays].filter(([, value]) => value !== 0);
  return { ...Object.fromEntries(settings), seed: parseNumber(form, 'seed') };
}

function ruleFromForm(form: URLSearchParams) {
  const seconds = parseNumber(form, 'after_seconds');
  const afterMs = typeof seconds === 'number' ? Math.round(seconds * 1000) : seconds;
  const selectedOutcomes = ['outcome', 'following'].flatMap(
    (name) => scriptedOutcomes[Number(form.get(name) || Number.NaN)] ?? [],
  );
  const amount = form.get('match_amount')?.trim() ?? '';
  const match = {
    amount_reference: amount.includes('*') ? amount : parseNumber(form, 'match_amount'),
    identifier: form.get('match_identifier') || undefined,
  };
  return {
    name: form.get('rule_name') || undefined,
    match,
    outcomes: selectedOutcomes.map((outcome) => ({ ...outcome, after_ms: afterMs })),
    afterwards: form.get('afterwards') ?? undefined,
  };
}

/**
 * Changes the account's rules. `isMagic` turns the magic amounts on or off; if it is undefined, the magic
 * amounts stay as they are.
 */
async function changeScript(
  { perform, t }: PageCall,
  change: (rules: readonly unknown[]) => readonly unknown[],
  isMagic?: boolean,
): Promise<ActionResult> {
  const script = await perform(api.getScript);
  if (!script.ok) return script;
  const ownRules = script.data.rules.filter(({ ready }) => ready === null);
  const rules = change(
    ownRules.map(({ name, match, outcomes, afterwards }) => ({
      ...(name !== null && { name }),
      match,
      outcomes,
      afterwards,
    })),
  );
  const ready = (isMagic ?? script.data.ready !== null) ? 'magic_amounts' : undefined;
  const isEmpty = rules.length === 0 && ready === undefined;
  const body = { ...(rules.length > 0 && { rules }), ...(ready && { ready }) };
  const result = await perform(isEmpty ? api.clearScript : api.setScript, { body });
  if (result.ok) return { ok: true, notice: isEmpty ? 'script_off' : 'script_set' };
  // The API reports faults of the form's rule at its place, the last one. The form has only one rule,
  // `/rules/0/`.
  const last = `/rules/${rules.length - 1}/`;
  const faults = Object.entries(result.faults).map(([pointer, message]) => [
    pointer.replace(last, '/rules/0/'),
    // Replaces the API's message, which is about milliseconds, because the form has seconds.
    pointer.endsWith('/after_ms') ? t('console.simulate.scripts.afterFault') : message,
  ]);
  return { ...result, faults: Object.fromEntries(faults) };
}

function loadSnapshotFile({ perform, form }: PageCall): Promise<ActionResult> {
  const bytes = Buffer.from(form.get('file') ?? '');
  return toActionResult(perform(api.loadSnapshot, { bytes }), 'snapshot_loaded');
}

async function resetByForm({ perform, form }: PageCall): Promise<ActionResult> {
  if (!form.has('understood')) return { ok: true, path: pathOfPart('reset'), notice: '' };
  return toActionResult(perform(api.resetAccount), 'account_reset');
}

import {
  type Fault,
  faultAt,
  type Outcome,
  type SessionFields,
  type ToolKind,
  toHundredths,
} from '@svc-simulator/contract';
import {
  type AccountRecord,
  type AgreementRecord,
  createSession,
  decimalOf,
  dueDateOf,
  isMasked,
  type SessionRecord,
  type Share,
  settingOf,
  sharesOf,
  vesMinorOf,
} from '@svc-simulator/core';
import { type Change, type DecisionView, type Ref, ref, type Scope } from '@svc-simulator/store/store.ts';
import { invalid, notFound } from '../refusals.ts';
import type { Runtime } from '../runtime.ts';
import { ScriptSteps, scopeWithScript } from '../script/script-steps.ts';
import { ChangeBuilder } from './change-builder.ts';

/** `pointer` is the place of the fields in the body: empty, or `/items/3` in a batch. */
export interface SessionDraft {
  readonly fields: SessionFields;
  readonly pointer: string;
}

/**
 * Returns the scope of a decision about new sessions: their agreements, the partners of their splits, and the
 * script.
 */
export function creationScope(account: AccountRecord, drafts: readonly SessionDraft[]): Scope {
  const read: Ref[] = [];
  const ids = new Set<string>();
  const addRef = (kind: 'agreement' | 'partner', id: string) => {
    if (ids.has(id)) return;
    ids.add(id);
    read.push(ref(kind, id));
  };
  for (const { fields } of drafts) {
    addRef('agreement', fields.agreement_id);
    for (const { recipient_id } of fields.split?.rules ?? []) addRef('partner', recipient_id);
  }
  const scope: Scope = account.chaos
    ? { account: account.id, lock: [ref('account', account.id)], read }
    : { account: account.id, read };
  return account.script ? scopeWithScript(scope) : scope;
}

export interface SessionCreation {
  readonly account: AccountRecord;
  readonly origin: SessionRecord['origin'];
  readonly by: ToolKind | undefined;
  readonly drafts: readonly SessionDraft[];
  readonly now: number;
}

/**
 * Creates all sessions or none. Refusals: 400 with all faults, or else 404 for agreements that the account
 * doesn't have.
 */
export function createSessions(
  runtime: Runtime,
  view: DecisionView,
  { account, origin, by, drafts, now }: SessionCreation,
): Change<Outcome<readonly SessionRecord[]>> {
  const faults: Fault[] = [];
  const missingPointers: string[] = [];
  const validDrafts: {
    fields: SessionFields;
    agreement: AgreementRecord;
    shares: readonly Share[] | undefined;
  }[] = [];
  for (const { fields, pointer } of drafts) {
    faults.push(
      ...checkDueDate(fields, pointer, now),
      ...checkWebhookUrl(fields, pointer),
      ...checkMinimum(runtime, account, fields, pointer),
    );
    const agreement = view.get('agreement', fields.agreement_id);
    if (!agreement || agreement.accountId !== account.id) {
      missingPointers.push(`${pointer}/agreement_id`);
      continue;
    }
    const split = readSplit({ fields, pointer }, agreement, account, view);
    faults.push(...split.faults);
    validDrafts.push({ fields, agreement, shares: split.shares });
  }
  if (faults.length > 0) return { result: invalid(faults) };
  if (missingPointers.length > 0) return { result: notFound('agreement', ...missingPointers) };
  // Reads the account under the lock, because its record counts the webhooks for chaos.
  const currentAccount = (account.chaos && view.get('account', account.id)) || account;
  const builder = new ChangeBuilder(runtime, currentAccount, view, account.chaos !== undefined);
  const script = account.script ? new ScriptSteps(view, account.id) : null;
  const sessions = validDrafts.map(({ fields, agreement, shares }) => {
    const id = runtime.random.uuid();
    const decision = createSession(
      { id, origin, by, fields, agreement, ...(shares ? { shares } : {}) },
      { now },
    );
    const scriptedDecision = script ? script.applyToNew(decision, now) : decision;
    builder.add(scriptedDecision, null, now);
    return scriptedDecision.session;
  });
  if (script) builder.puts.push(...script.puts);
  return { result: { ok: true, value: sessions }, puts: builder.puts, events: builder.events };
}

function checkDueDate(fields: SessionFields, pointer: string, now: number): readonly Fault[] {
  const due = dueDateOf(fields);
  if (due === null || due > now) return [];
  return [faultAt(`${pointer}/due_date_session`, 'fault.future')];
}

/** Refuses a URL in which a placeholder replaces the credentials, because it would not reach the receiver. */
function checkWebhookUrl({ webhook_url: url = '' }: SessionFields, pointer: string): readonly Fault[] {
  if (!isMasked(url)) return [];
  return [faultAt(`${pointer}/webhook_url`, 'fault.url.masked')];
}

function checkMinimum(
  runtime: Runtime,
  account: AccountRecord,
  { amount_reference: amount, currency_reference: currency }: SessionFields,
  pointer: string,
): readonly Fault[] {
  const minimum = settingOf(account, 'minimum_amount_ves');
  if (minimum === 0) return [];
  const amountVesMinor = vesMinorOf(toHundredths(amount) ?? 0, currency, runtime.settings.rates);
  if (amountVesMinor >= BigInt(toHundredths(minimum) ?? 0)) return [];
  const fault = { worth: decimalOf(amountVesMinor), minimum };
  return [faultAt(`${pointer}/amount_reference`, 'fault.session.minimum', fault)];
}

function readSplit(
  { fields, pointer }: SessionDraft,
  agreement: AgreementRecord,
  account: AccountRecord,
  view: DecisionView,
): { shares?: readonly Share[]; faults: readonly Fault[] } {
  const { split } = fields;
  if (!split) return { faults: [] };
  if (!agreement.split) return { faults: [faultAt(`${pointer}/split`, 'fault.session.no_split')] };
  const ids = split.rules.map((rule) => rule.recipient_id);
  const ownPartnerIds = new Set(ids.filter((id) => view.get('partner', id)?.accountId === account.id));
  return sharesOf(split.rules, {
    type: split.type,
    pointer: `${pointer}/split/rules`,
    knownRecipients: ownPartnerIds,
  });
}

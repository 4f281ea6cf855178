import { accept, type Outcome, refuse } from '@svc-simulator/contract';
import {
  type AccountRecord,
  decideSession,
  type SessionCommand,
  type SessionContext,
  type SessionRecord,
  sessionNumbers,
  settingOf,
} from '@svc-simulator/core';
import { type Change, type DecisionView, ref, type Scope } from '@svc-simulator/store/store.ts';
import { notFound } from '../refusals.ts';
import type { Runtime } from '../runtime.ts';
import { ScriptSteps, scopeWithScript } from '../script/script-steps.ts';
import { ChangeBuilder } from './change-builder.ts';

function sessionContext(
  runtime: Runtime,
  account: AccountRecord,
  { now, nextEventId }: DecisionView,
): SessionContext {
  return {
    now,
    rates: runtime.settings.rates,
    accreditationDelayMs: accreditationDelayMs(runtime, account),
    numbers: sessionNumbers(runtime.random, { nextEventId, creditIdsFrom: account.creditIdsFrom }),
  };
}

export function accreditationDelayMs(runtime: Runtime, account: AccountRecord): number {
  return settingOf(account, 'accreditation_delay_ms') ?? runtime.settings.accreditationDelayMs;
}

export interface SessionTarget {
  /** An account with chaos is locked, because its record counts the webhooks. */
  readonly account: Pick<AccountRecord, 'id' | 'chaos'>;
  readonly sessionId: string;
  readonly command: SessionCommand;
  /** True if the account's script can decide the result of a payment. */
  readonly usesScript?: boolean | undefined;
}

/** Turns a command for a session into a commit; 404 if the session isn't the account's. */
export function sessionCommand(
  runtime: Runtime,
  { account: { id: accountId, chaos }, sessionId, command, usesScript = false }: SessionTarget,
): { readonly scope: Scope; readonly decide: (view: DecisionView) => Change<Outcome<SessionRecord>> } {
  const [sessionRef, accountRef] = [ref('session', sessionId), ref('account', accountId)];
  const scope = chaos
    ? { account: accountId, lock: [sessionRef, accountRef] }
    : { account: accountId, lock: [sessionRef], read: [accountRef] };
  return {
    scope: usesScript ? scopeWithScript(scope) : scope,
    decide: (view) => {
      const before = view.get('session', sessionId);
      const account = view.get('account', accountId);
      if (!before || !account || before.accountId !== accountId) return { result: notFound('session') };
      const { now } = view;
      const script = usesScript ? new ScriptSteps(view, accountId) : null;
      const context = sessionContext(runtime, account, view);
      const outcome = decideSession(
        before,
        script ? script.applyToCommand(before, command, now) : command,
        context,
      );
      const builder = new ChangeBuilder(runtime, account, view, chaos !== undefined);
      if (script) builder.puts.push(...script.puts);
      const decision = outcome.ok ? outcome.value : outcome.change;
      const isFromSnapshot = before.fromFile === true && command.type === 'timer';
      if (decision) builder.add(decision, before, now, isFromSnapshot);
      const result: Outcome<SessionRecord> = outcome.ok
        ? accept(outcome.value.session)
        : refuse(outcome.refusal);
      return { result, puts: builder.puts, events: builder.events };
    },
  };
}

export function commandSession(runtime: Runtime, target: SessionTarget): Promise<Outcome<SessionRecord>> {
  const { scope, decide } = sessionCommand(runtime, target);
  return runtime.store.transact(scope, decide);
}

export async function findSession(
  runtime: Runtime,
  accountId: string,
  sessionId: string,
): Promise<Outcome<SessionRecord>> {
  const session = await runtime.store.get('session', sessionId);
  return session?.accountId === accountId ? accept(session) : notFound('session');
}

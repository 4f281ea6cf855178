import { magicAmounts } from '@svc-simulator/contract';
import type { AccountChaos } from '../chaos/chaos.ts';
import type { Kind, Records } from '../records.ts';
import { asksForMethod } from '../script/script.ts';
import type { ScriptRecord } from '../script/script-records.ts';

/** A record under its kind and id, as a store takes it. */
export type RestoredRecord = {
  [K in Kind]: { readonly kind: K; readonly id: string; readonly value: Records[K] };
}[Kind];

/** The chaos of an account, with the event that set it under its new id. */
export function restoredChaos(
  {
    event,
    accountId: _,
    ...chaos
  }: AccountChaos & { readonly event: number | null; readonly accountId: string },
  eventIdOf: (number: number | null) => number,
): AccountChaos {
  return { ...chaos, id: eventIdOf(event) };
}

/** The account's own rules, and those of this simulator that it asked for. */
export function restoredScript({
  accountId,
  scriptId,
  rules,
  ready,
  handedOut,
  setAt,
}: Pick<ScriptRecord, 'accountId' | 'scriptId' | 'ready' | 'setAt'> & {
  readonly rules: ScriptRecord['rules'] | null;
  readonly handedOut: readonly number[];
}) {
  const own = rules ?? [];
  const script: ScriptRecord = {
    accountId,
    scriptId,
    rules: ready ? [...own, ...magicAmounts] : own,
    ready,
    ownRules: own.length,
    setAt,
  };
  const progress = { accountId, scriptId, handedOut: script.rules.map((_, at) => handedOut[at] ?? 0) };
  const records: RestoredRecord[] = [
    { kind: 'script', id: accountId, value: script },
    { kind: 'script_progress', id: accountId, value: progress },
  ];
  return { records, ofAccount: { onPayment: asksForMethod(script) } };
}

import * as api from '@svc-simulator/contract';
import { magicAmounts, type ReadyScript, type ScriptRule } from '@svc-simulator/contract';
import { type AccountRecord, hasMethodRule, isoOf, nextStepOf, type ScriptRecord } from '@svc-simulator/core';
import { put, ref } from '@svc-simulator/store/store.ts';
import { changeAccount } from '../account-change.ts';
import { type Route, reply, route } from '../route.ts';
import type { Runtime } from '../runtime.ts';

export function scriptRoutes(runtime: Runtime): readonly Route[] {
  return [
    route(api.getScript, async ({ account }) => reply(presentScript(await readScript(runtime, account)))),
    route(api.setScript, async ({ account, body }) =>
      reply(presentScript(await setScriptOf(runtime, account.id, body))),
    ),
    route(api.clearScript, async ({ account }) =>
      reply(presentScript(await clearScriptOf(runtime, account.id))),
    ),
  ];
}

function presentScript({ script, appliedCounts }: ScriptShown) {
  if (!script) return { set_at: null, ready: null, rules: [] };
  const rules = script.rules.map((rule, index) => {
    const { name = null, match, outcomes, afterwards = 'stop' } = rule;
    const matched = appliedCounts[index] ?? 0;
    const step = nextStepOf(rule, matched);
    const next = step === null ? null : { step, ...outcomes[step] };
    const ready = index < script.ownRules ? null : script.ready;
    return { index, name, ready, match, outcomes, afterwards, matched, next };
  });
  return { set_at: isoOf(script.setAt), ready: script.ready, rules };
}

interface ScriptShown {
  readonly script: ScriptRecord | undefined;
  readonly appliedCounts: readonly number[];
}

interface ScriptInput {
  readonly rules?: readonly ScriptRule[];
  readonly ready?: ReadyScript;
}

async function readScript(
  { store }: Pick<Runtime, 'store'>,
  { id, script: scriptSummary }: AccountRecord,
): Promise<ScriptShown> {
  if (!scriptSummary) return noScript;
  const [script, progress] = await Promise.all([store.get('script', id), store.get('script_progress', id)]);
  const isOfScript = progress !== undefined && progress.scriptId === script?.scriptId;
  return { script, appliedCounts: isOfScript ? progress.handedOut : [] };
}

function setScriptOf(
  runtime: Runtime,
  accountId: string,
  { rules = [], ready }: ScriptInput,
): Promise<ScriptShown> {
  const scriptId = runtime.random.uuid();
  return changeAccount(runtime, scriptTarget(accountId), (account, { now }) => {
    const script: ScriptRecord = {
      accountId,
      scriptId,
      rules: ready ? [...rules, ...magicAmounts] : rules,
      ready: ready ?? null,
      ownRules: rules.length,
      setAt: now,
    };
    const handedOut = script.rules.map(() => 0);
    const data = { change: 'set', rules: script.rules.length, ready: script.ready };
    return {
      result: { script, appliedCounts: handedOut },
      puts: [
        put('account', accountId, { ...account, script: { onPayment: hasMethodRule(script) } }),
        put('script', accountId, script),
        put('script_progress', accountId, { accountId, scriptId, handedOut }),
      ],
      events: [{ type: 'control.script', at: now, data }],
    };
  });
}

function clearScriptOf(runtime: Runtime, accountId: string): Promise<ScriptShown> {
  return changeAccount(runtime, scriptTarget(accountId), ({ script: _, ...account }, { now }) => ({
    result: noScript,
    puts: [put('account', accountId, account)],
    deletes: [ref('script', accountId), ref('script_progress', accountId)],
    events: [{ type: 'control.script', at: now, data: { change: 'cleared', rules: 0, ready: null } }],
  }));
}

/** Locks the account and its script, so that no step of the old script is used after the response. */
function scriptTarget(id: string) {
  return { id, ifMissing: noScript, lock: [ref('script', id), ref('script_progress', id)] };
}

const noScript: ScriptShown = { script: undefined, appliedCounts: [] };

import * as api from '@svc-simulator/contract';
import { magicAmounts, type ReadyScript, type ScriptRule } from '@svc-simulator/contract';
import { type AccountRecord, asksForMethod, isoOf, nextStepOf, type ScriptRecord } from '@svc-simulator/core';
import { put, ref } from '@svc-simulator/store/store.ts';
import { changeAccount } from '../account-change.ts';
import { type Route, reply, route } from '../route.ts';
import type { Runtime } from '../runtime.ts';

export function scriptRoutes(runtime: Runtime): readonly Route[] {
  return [
    route(api.getScript, async ({ account }) => reply(scriptData(await scriptOf(runtime, account)))),
    route(api.setScript, async ({ account, body }) =>
      reply(scriptData(await setScriptOf(runtime, account.id, body))),
    ),
    route(api.clearScript, async ({ account }) =>
      reply(scriptData(await clearScriptOf(runtime, account.id))),
    ),
  ];
}

function scriptData({ script, handedOut }: ScriptShown) {
  if (!script) return { set_at: null, ready: null, rules: [] };
  const rules = script.rules.map((rule, index) => {
    const { name = null, match, outcomes, afterwards = 'stop' } = rule;
    const matched = handedOut[index] ?? 0;
    const step = nextStepOf(rule, matched);
    const next = step === null ? null : { step, ...outcomes[step] };
    const ready = index < script.ownRules ? null : script.ready;
    return { index, name, ready, match, outcomes, afterwards, matched, next };
  });
  return { set_at: isoOf(script.setAt), ready: script.ready, rules };
}

interface ScriptShown {
  readonly script: ScriptRecord | undefined;
  readonly handedOut: readonly number[];
}

interface WantedScript {
  readonly rules?: readonly ScriptRule[];
  readonly ready?: ReadyScript;
}

async function scriptOf(
  { store }: Pick<Runtime, 'store'>,
  { id, script: isSet }: AccountRecord,
): Promise<ScriptShown> {
  if (!isSet) return noScript;
  const [script, progress] = await Promise.all([store.get('script', id), store.get('script_progress', id)]);
  const isIts = progress !== undefined && progress.scriptId === script?.scriptId;
  return { script, handedOut: isIts ? progress.handedOut : [] };
}

function setScriptOf(
  runtime: Runtime,
  accountId: string,
  { rules = [], ready }: WantedScript,
): Promise<ScriptShown> {
  const scriptId = runtime.random.uuid();
  return changeAccount(runtime, scripted(accountId), (account, { now }) => {
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
      result: { script, handedOut },
      puts: [
        put('account', accountId, { ...account, script: { onPayment: asksForMethod(script) } }),
        put('script', accountId, script),
        put('script_progress', accountId, { accountId, scriptId, handedOut }),
      ],
      events: [{ type: 'control.script', at: now, data }],
    };
  });
}

function clearScriptOf(runtime: Runtime, accountId: string): Promise<ScriptShown> {
  return changeAccount(runtime, scripted(accountId), ({ script: _, ...account }, { now }) => ({
    result: noScript,
    puts: [put('account', accountId, account)],
    deletes: [ref('script', accountId), ref('script_progress', accountId)],
    events: [{ type: 'control.script', at: now, data: { change: 'cleared', rules: 0, ready: null } }],
  }));
}

/** Locks the account and its script, so that no step of the old script is used after the response. */
function scripted(id: string) {
  return { id, missing: noScript, lock: [ref('script', id), ref('script_progress', id)] };
}

const noScript: ScriptShown = { script: undefined, handedOut: [] };

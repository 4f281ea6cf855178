import * as api from '@svc-simulator/contract';
import { type BodyOf, magicAmounts } from '@svc-simulator/contract';
import { type AccountRecord, hasMethodRule, isoOf, nextStepOf, type ScriptRecord } from '@svc-simulator/core';
import { put, ref } from '@svc-simulator/store/store.ts';
import { changeAccount } from '../account-change.ts';
import { type Route, reply, route } from '../route.ts';
import type { Runtime } from '../runtime.ts';

export function scriptRoutes(runtime: Runtime): readonly Route[] {
  return [
    route(api.getScript, async ({ account }) => reply(presentScript(await readScript(runtime, account)))),
    route(api.setScript, async ({ account, body }) =>
      reply(presentScript(await replaceScript(runtime, account.id, body))),
    ),
    route(api.clearScript, async ({ account }) =>
      reply(presentScript(await removeScript(runtime, account.id))),
    ),
  ];
}

function presentScript({ script, appliedCounts }: ScriptUsage) {
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

interface ScriptUsage {
  readonly script: ScriptRecord | undefined;
  readonly appliedCounts: readonly number[];
}

async function readScript(
  { store }: Pick<Runtime, 'store'>,
  { id, script: scriptSummary }: AccountRecord,
): Promise<ScriptUsage> {
  if (!scriptSummary) return noScriptUsage;
  const [script, progress] = await Promise.all([store.get('script', id), store.get('script_progress', id)]);
  const isCurrent = progress !== undefined && progress.scriptId === script?.scriptId;
  return { script, appliedCounts: isCurrent ? progress.handedOut : [] };
}

function replaceScript(
  runtime: Runtime,
  accountId: string,
  { rules = [], ready }: BodyOf<typeof api.setScript>,
): Promise<ScriptUsage> {
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

function removeScript(runtime: Runtime, accountId: string): Promise<ScriptUsage> {
  return changeAccount(runtime, scriptTarget(accountId), ({ script: _, ...account }, { now }) => ({
    result: noScriptUsage,
    puts: [put('account', accountId, account)],
    deletes: [ref('script', accountId), ref('script_progress', accountId)],
    events: [{ type: 'control.script', at: now, data: { change: 'cleared', rules: 0, ready: null } }],
  }));
}

/** Locks the account and its script, so that no step of the old script is used after the response. */
function scriptTarget(id: string) {
  return { id, ifMissing: noScriptUsage, lock: [ref('script', id), ref('script_progress', id)] };
}

const noScriptUsage: ScriptUsage = { script: undefined, appliedCounts: [] };

import { clearScript, getScript, setScript } from '@svc-simulator/contract';
import { isoOf, nextStepOf } from '@svc-simulator/core';
import { reply } from '../http/reply.ts';
import { type Route, route } from '../http/request-context.ts';
import type { Runtime } from '../runtime.ts';
import { clearScriptOf, type ScriptShown, scriptOf, setScriptOf } from './script-service.ts';

/** Scripted outcomes: how the next sessions of an account end. */
export function scriptRoutes(runtime: Runtime): readonly Route[] {
  return [
    route(getScript, async ({ account }) => reply(dataOf(await scriptOf(runtime, account)))),
    route(setScript, async ({ account, body }) =>
      reply(dataOf(await setScriptOf(runtime, account.id, body))),
    ),
    route(clearScript, async ({ account }) => reply(dataOf(await clearScriptOf(runtime, account.id)))),
  ];
}

function dataOf({ script, handedOut }: ScriptShown) {
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

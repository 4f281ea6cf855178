import { magicAmounts, type ReadyScript, type ScriptRule } from '@svc-simulator/contract';
import { type AccountRecord, asksForMethod, type ScriptRecord } from '@svc-simulator/core';
import { type Change, put, ref, type Scope, type View } from '@svc-simulator/store/store.ts';
import type { Runtime } from '../runtime.ts';

/** A script, and how many outcomes each of its rules has handed out. */
export interface ScriptShown {
  readonly script: ScriptRecord | undefined;
  readonly handedOut: readonly number[];
}

export interface WantedScript {
  readonly rules?: readonly ScriptRule[];
  readonly ready?: ReadyScript;
}

/** How the next sessions of each account end (contract section 5): shown, set and taken away. */
export class ScriptService {
  readonly #runtime: Runtime;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  async show({ id, script: isSet }: AccountRecord): Promise<ScriptShown> {
    if (!isSet) return nothing;
    const { store } = this.#runtime;
    const [script, progress] = await Promise.all([store.get('script', id), store.get('script_progress', id)]);
    const isIts = progress !== undefined && progress.scriptId === script?.scriptId;
    return { script, handedOut: isIts ? progress.handedOut : [] };
  }

  /** Puts a script in the place of what was there, from its first outcomes on. */
  set(accountId: string, { rules = [], ready }: WantedScript): Promise<ScriptShown> {
    const scriptId = this.#runtime.random.uuid();
    return this.#change(accountId, (account, now) => {
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

  clear(accountId: string): Promise<ScriptShown> {
    return this.#change(accountId, ({ script: _, ...account }, now) => ({
      result: nothing,
      puts: [put('account', accountId, account)],
      deletes: [ref('script', accountId), ref('script_progress', accountId)],
      events: [{ type: 'control.script', at: now, data: { change: 'cleared', rules: 0, ready: null } }],
    }));
  }

  #change(
    accountId: string,
    change: (account: AccountRecord, now: number) => Change<ScriptShown>,
  ): Promise<ScriptShown> {
    const lock = [
      ref('account', accountId),
      ref('script', accountId),
      // Held by whoever hands out steps, so that none of the old script is handed out after the answer.
      ref('script_progress', accountId),
    ];
    const scope: Scope = { account: accountId, lock };
    return this.#runtime.store.transact(scope, (view: View) => {
      const account = view.get('account', accountId);
      return account ? change(account, view.now) : { result: nothing };
    });
  }
}

const nothing: ScriptShown = { script: undefined, handedOut: [] };

import { forceOutcome, initialSettings, resetAccount } from '@svc-simulator/contract';
import { type AccountRecord, type Kind, settingsOf, statusData } from '@svc-simulator/core';
import { type Put, put, ref } from '@svc-simulator/store/store.ts';
import { pickLanguage } from '@svc-simulator/texts/pick-language.ts';
import { demoAgreement } from '../agreements/demo-agreement.ts';
import type { Throttle } from '../http/limits/throttle.ts';
import { presentOutcome, type Route, reply, route } from '../route.ts';
import type { Runtime } from '../runtime.ts';
import { commandSession } from '../sessions/session-service.ts';

export function controlRoutes(runtime: Runtime, throttle: Throttle): readonly Route[] {
  return [
    route(forceOutcome, async ({ account, body, params, header }) => {
      const outcome = await commandSession(runtime, {
        account,
        sessionId: params.session_id ?? '',
        command: { type: 'force', ...body, lang: pickLanguage(header('accept-language')) },
      });
      return presentOutcome(outcome, (session) => statusData(session, runtime.settings, settingsOf(account)));
    }),
    route(resetAccount, async ({ account }) => {
      await resetData(runtime, account.id);
      await throttle.forget(account.id);
      return reply({ account_id: account.id });
    }),
  ];
}

/**
 * Records that a reset deletes. The account, names, tokens and the merchant profile stay (contract section
 * 5).
 */
export const resettableKinds: readonly Kind[] = [
  'agreement',
  'partner',
  'session',
  'delivery',
  'replay',
  'practice',
  'terminal',
  'transaction',
  'settlement',
  'script',
  'script_progress',
];

/**
 * Deletes the account's data, trace, settings and progress. The credentials stay, the ids of trace events
 * continue, and the demo agreement is restored under its id (contract section 9).
 */
async function resetData(runtime: Runtime, accountId: string): Promise<void> {
  const accountRef = ref('account', accountId);
  runtime.calls.forget(accountId);
  await runtime.store.transact({ account: accountId, lock: [accountRef], exclusive: true }, (view) => {
    const current = view.get('account', accountId);
    // The reset removes the account's clock, so the event has the machine's time.
    const now = runtime.clock.now();
    return {
      result: undefined,
      clear: resettableKinds,
      clearTrace: true,
      puts: current ? recordsAfterReset(current, now) : [],
      events: [{ type: 'control.reset', at: now, data: {} }],
    };
  });
}

function recordsAfterReset(account: AccountRecord, now: number): Put[] {
  const { clock: _clock, timeShiftMs: _shift, script: _script, chaos: _chaos, ...keptFields } = account;
  const puts: Put[] = [put('account', account.id, { ...keptFields, settings: initialSettings })];
  if (account.demoAgreementId) {
    puts.push(
      put('agreement', account.demoAgreementId, demoAgreement(account.demoAgreementId, account.id, now)),
    );
  }
  return puts;
}

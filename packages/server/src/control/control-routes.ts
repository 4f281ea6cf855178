import { forceOutcome, resetAccount } from '@svc-simulator/contract';
import { settingsOf, statusData } from '@svc-simulator/core';
import type { Throttle } from '../http/limits/throttle.ts';
import { presented, reply } from '../http/reply.ts';
import { type Route, route } from '../http/request-context.ts';
import type { Runtime } from '../runtime.ts';
import { commandSession } from '../sessions/session-service.ts';
import { reset } from './reset.ts';

/** Forced outcomes and reset (contract section 5). */
export function controlRoutes(runtime: Runtime, throttle: Throttle): readonly Route[] {
  return [
    route(forceOutcome, async ({ account, body, params }) => {
      const forced = await commandSession(runtime, {
        account,
        sessionId: params.session_id ?? '',
        command: { type: 'force', ...body },
      });
      return presented(forced, (session) => statusData(session, runtime.settings, settingsOf(account)));
    }),
    route(resetAccount, async ({ account }) => {
      await reset(runtime, account.id);
      await throttle.forget(account.id);
      return reply({ account_id: account.id });
    }),
  ];
}

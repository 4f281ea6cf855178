import { clearChaos, getChaos, setChaos } from '@svc-simulator/contract';
import { reply } from '../http/reply.ts';
import { type Route, route } from '../http/request-context.ts';
import type { Runtime } from '../runtime.ts';
import { chaosData, clearChaosOf, setChaosOf } from './chaos-service.ts';

/** What is made to go wrong for the account. */
export function chaosRoutes(runtime: Runtime): readonly Route[] {
  return [
    route(getChaos, ({ account }) => reply(chaosData(account.chaos))),
    route(setChaos, async ({ account, body }) =>
      reply(chaosData(await setChaosOf(runtime, account.id, body))),
    ),
    route(clearChaos, async ({ account }) => {
      await clearChaosOf(runtime, account.id);
      return reply(chaosData(undefined));
    }),
  ];
}

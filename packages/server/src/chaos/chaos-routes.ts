import { clearChaos, getChaos, setChaos } from '@svc-simulator/contract';
import { reply } from '../http/reply.ts';
import { type Route, route } from '../http/request-context.ts';
import type { Runtime } from '../runtime.ts';
import { ChaosService, chaosData } from './chaos-service.ts';

/** What is made to go wrong for the account. */
export function chaosRoutes(runtime: Runtime): readonly Route[] {
  const chaos = new ChaosService(runtime);
  return [
    route(getChaos, ({ account }) => reply(chaosData(account.chaos))),
    route(setChaos, async ({ account, body }) => reply(chaosData(await chaos.set(account.id, body)))),
    route(clearChaos, async ({ account }) => {
      await chaos.clear(account.id);
      return reply(chaosData(undefined));
    }),
  ];
}

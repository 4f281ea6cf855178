import { AccountService } from '@svc-simulator/server/accounts/account-service.ts';
import { apiRoutes } from '@svc-simulator/server/api-routes.ts';
import type { AttemptSender } from '@svc-simulator/server/doctor/experiment-routes.ts';
import { createExecutor, type Execute } from '@svc-simulator/server/execute.ts';
import { Admission } from '@svc-simulator/server/http/limits/admission.ts';
import { Throttle } from '@svc-simulator/server/http/limits/throttle.ts';
import { AccessTokens } from '@svc-simulator/server/merchants/access-tokens.ts';
import type { Route } from '@svc-simulator/server/route.ts';
import type { Runtime } from '@svc-simulator/server/runtime.ts';

/** Returns a function that executes operations without HTTP. Default of `routes`: those of the API. */
export function createTestExecutor(runtime: Runtime, routes?: readonly Route[]): Execute {
  const admission = new Admission(null, null, runtime.clock);
  const throttle = new Throttle(runtime.store.peers);
  const closing = new AbortController().signal;
  const [accounts, tokens] = [new AccountService(runtime), new AccessTokens(runtime)];
  const sender: AttemptSender = {
    send: () => {
      throw new Error('no webhook is sent');
    },
  };
  const all = routes ?? apiRoutes(runtime, { accounts, admission, throttle, tokens, sender, closing });
  const routesById = new Map(all.map((route) => [route.operation.id, route]));
  return createExecutor({ runtime, admission, throttle, routes: routesById });
}

import { AccountService } from '@svc-simulator/server/accounts/account-service.ts';
import { ClassBoards } from '@svc-simulator/server/classes/class-boards.ts';
import { Admission } from '@svc-simulator/server/http/limits/admission.ts';
import { Throttle } from '@svc-simulator/server/http/limits/throttle.ts';
import { AccessTokens } from '@svc-simulator/server/merchants/access-tokens.ts';
import { type Answer, answererOf } from '@svc-simulator/server/performer.ts';
import type { Runtime } from '@svc-simulator/server/runtime.ts';
import { apiRoutes } from '@svc-simulator/simulator/app.ts';

/** What carries out the API's operations in this process, of a simulator that is no more than its store. */
export function answerIn(runtime: Runtime): Answer {
  const admission = new Admission(null, null, runtime.clock);
  const routes = apiRoutes(runtime, new AccountService(runtime), {
    throttle: new Throttle(runtime.store.peers),
    tokens: new AccessTokens(runtime),
    boards: new ClassBoards(runtime),
    admission,
    closing: new AbortController().signal,
  });
  return answererOf(runtime, admission, routes);
}

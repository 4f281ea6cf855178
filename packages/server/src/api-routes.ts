import { accountRoutes } from './accounts/account-routes.ts';
import type { AccountService } from './accounts/account-service.ts';
import { ownAccountRoutes } from './accounts/own-account-routes.ts';
import { webhookSecretRoutes } from './accounts/webhook-secret.ts';
import { agreementRoutes } from './agreements/agreement-routes.ts';
import { callRoutes } from './calls/call-routes.ts';
import { certificateRoutes } from './certificates/certificates.ts';
import { chaosRoutes } from './chaos/chaos-routes.ts';
import { ClassBoards } from './classes/class-boards.ts';
import { classRoutes } from './classes/class-routes.ts';
import { clockRoutes } from './clock/clock-routes.ts';
import { controlRoutes } from './control/control-routes.ts';
import { deliveryRoutes } from './deliveries/delivery-routes.ts';
import { type AttemptSender, experimentRoutes } from './doctor/experiment-routes.ts';
import type { Admission } from './http/limits/admission.ts';
import type { Throttle } from './http/limits/throttle.ts';
import type { AccessTokens } from './merchants/access-tokens.ts';
import { merchantRoutes } from './merchants/merchant-routes.ts';
import { practiceRoutes } from './practices/progress.ts';
import { probeRoutes } from './probes/probe-routes.ts';
import type { Route } from './route.ts';
import type { Runtime } from './runtime.ts';
import { scriptRoutes } from './script/script-routes.ts';
import { sessionRoutes } from './sessions/session-routes.ts';
import { settlementRoutes } from './settlements/settlement-routes.ts';
import { snapshotRoutes } from './snapshots/snapshot-routes.ts';
import { stopRoutes } from './stops/stop-routes.ts';
import { terminalRoutes } from './terminals/terminal-routes.ts';
import { consoleRoutes } from './trace/console-routes.ts';
import { transactionRoutes } from './transactions/transaction-routes.ts';

interface RouteParts {
  readonly accounts: AccountService;
  readonly admission: Admission;
  readonly throttle: Throttle;
  readonly tokens: AccessTokens;
  readonly sender: AttemptSender;
  readonly closing: AbortSignal;
}

export function apiRoutes(
  runtime: Runtime,
  { accounts, admission, throttle, tokens, sender, closing }: RouteParts,
): readonly Route[] {
  return [
    ...webhookSecretRoutes(runtime),
    ...sessionRoutes(runtime),
    ...agreementRoutes(runtime),
    ...stopRoutes(),
    ...controlRoutes(runtime, throttle),
    ...clockRoutes(runtime, throttle, closing),
    ...scriptRoutes(runtime),
    ...chaosRoutes(runtime),
    ...snapshotRoutes(runtime, throttle),
    ...probeRoutes(runtime, admission, closing),
    ...experimentRoutes(runtime, sender, admission),
    ...deliveryRoutes(runtime, admission),
    ...accountRoutes(accounts),
    ...ownAccountRoutes(runtime, accounts, throttle),
    ...consoleRoutes(runtime, admission, closing),
    ...callRoutes(runtime, closing),
    ...practiceRoutes(runtime),
    ...certificateRoutes(runtime),
    ...classRoutes(runtime, new ClassBoards(runtime), closing),
    ...merchantRoutes(runtime, accounts, tokens),
    ...terminalRoutes(runtime),
    ...transactionRoutes(runtime),
    ...settlementRoutes(runtime),
  ];
}

import type { RequestListener } from 'node:http';
import { accountRoutes } from '@svc-simulator/server/accounts/account-routes.ts';
import type { AccountService } from '@svc-simulator/server/accounts/account-service.ts';
import { ownAccountRoutes } from '@svc-simulator/server/accounts/own-account-routes.ts';
import { webhookSecretRoutes } from '@svc-simulator/server/accounts/webhook-secret.ts';
import { agreementRoutes } from '@svc-simulator/server/agreements/agreement-routes.ts';
import { CallRecorder } from '@svc-simulator/server/calls/call-recorder.ts';
import { callRoutes } from '@svc-simulator/server/calls/call-routes.ts';
import { chaosRoutes } from '@svc-simulator/server/chaos/chaos-routes.ts';
import { ClassBoards } from '@svc-simulator/server/classes/class-boards.ts';
import { classRoutes } from '@svc-simulator/server/classes/class-routes.ts';
import { clockRoutes } from '@svc-simulator/server/clock/clock-routes.ts';
import { controlRoutes } from '@svc-simulator/server/control/control-routes.ts';
import { credentialsOf } from '@svc-simulator/server/credentials.ts';
import { deliveryRoutes } from '@svc-simulator/server/deliveries/delivery-routes.ts';
import { CallChaos } from '@svc-simulator/server/http/call-chaos.ts';
import type { Admission } from '@svc-simulator/server/http/limits/admission.ts';
import { Throttle } from '@svc-simulator/server/http/limits/throttle.ts';
import type { Route } from '@svc-simulator/server/http/request-context.ts';
import { directCalls } from '@svc-simulator/server/http/serve.ts';
import type { Services } from '@svc-simulator/server/http/steps/step.ts';
import { AccessTokens } from '@svc-simulator/server/merchants/access-tokens.ts';
import { merchantRoutes } from '@svc-simulator/server/merchants/merchant-routes.ts';
import { type Instruments, operationRoutes } from '@svc-simulator/server/operations/operation-routes.ts';
import { practiceRoutes } from '@svc-simulator/server/practices/progress.ts';
import { probeRoutes } from '@svc-simulator/server/probes/probe-routes.ts';
import type { Runtime } from '@svc-simulator/server/runtime.ts';
import { scriptRoutes } from '@svc-simulator/server/script/script-routes.ts';
import { sessionRoutes } from '@svc-simulator/server/sessions/session-routes.ts';
import { settlementRoutes } from '@svc-simulator/server/settlements/settlement-routes.ts';
import { snapshotRoutes } from '@svc-simulator/server/snapshots/snapshot-routes.ts';
import { stopRoutes } from '@svc-simulator/server/stops/stop-routes.ts';
import { terminalRoutes } from '@svc-simulator/server/terminals/terminal-routes.ts';
import { consoleRoutes } from '@svc-simulator/server/trace/trace-routes.ts';
import { transactionRoutes } from '@svc-simulator/server/transactions/transaction-routes.ts';
import { mcpRoute } from './mcp/mcp-route.ts';

interface AppParts {
  readonly admission: Admission;
  readonly instruments: Instruments;
  /** Whether an account has a relay here. */
  readonly hasRelay: (accountId: string) => boolean;
  /** Ends what would otherwise stay open. */
  readonly closing: AbortSignal;
}

interface RouteParts extends Omit<AppParts, 'instruments' | 'hasRelay'> {
  readonly throttle: Throttle;
  readonly tokens: AccessTokens;
  readonly boards: ClassBoards;
}

/** Every operation of the API with what carries it out, but for those that tell of the process itself. */
export function apiRoutes(
  runtime: Runtime,
  accounts: AccountService,
  { throttle, tokens, boards, admission, closing }: RouteParts,
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
    ...probeRoutes(runtime, closing),
    ...deliveryRoutes(runtime),
    ...accountRoutes(accounts),
    ...ownAccountRoutes(runtime, accounts, throttle),
    ...consoleRoutes(runtime, admission, closing),
    ...callRoutes(runtime, closing),
    ...practiceRoutes(runtime),
    ...classRoutes(runtime, boards, closing),
    ...merchantRoutes(runtime, accounts, tokens),
    ...terminalRoutes(runtime),
    ...transactionRoutes(runtime),
    ...settlementRoutes(runtime),
  ];
}

/** Every HTTP surface of one simulator; pages are loaded when somebody asks for one. */
export function createApp(
  runtime: Runtime,
  accounts: AccountService,
  { admission, instruments, hasRelay, closing }: AppParts,
): RequestListener {
  const { metrics } = instruments;
  const throttle = new Throttle(runtime.store.peers);
  const tokens = new AccessTokens(runtime);
  const boards = new ClassBoards(runtime);
  const parts = { throttle, tokens, boards, admission, closing };
  const own = [...apiRoutes(runtime, accounts, parts), ...operationRoutes(runtime, instruments)];
  const routes = [...own, mcpRoute({ runtime, admission, throttle, routes: own, closing })];
  const chaos = new CallChaos(runtime, closing);
  const recorder = new CallRecorder(runtime);
  const services: Services = {
    runtime,
    credentials: credentialsOf(runtime, tokens, admission),
    throttle,
    chaos,
    admission,
    meterOf: (operation) => metrics.requestsOf(operation),
    record: (call, answer) => recorder.answered(call, answer),
  };
  return directCalls(services, routes, async () => {
    const { createPages } = await import('./pages-app.ts');
    return createPages({
      runtime,
      accounts,
      admission,
      closing,
      services,
      routes,
      metrics,
      recorder,
      hasRelay,
    });
  });
}

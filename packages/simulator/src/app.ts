import type { AccountService } from '@svc-simulator/server/accounts/account-service.ts';
import { browserRoutes } from '@svc-simulator/server/accounts/browser-routes.ts';
import { apiRoutes } from '@svc-simulator/server/api-routes.ts';
import { createApp } from '@svc-simulator/server/app.ts';
import { CallRecorder } from '@svc-simulator/server/calls/call-recorder.ts';
import { CallChaos } from '@svc-simulator/server/chaos/call-chaos.ts';
import { createAuthenticators } from '@svc-simulator/server/credentials.ts';
import type { AttemptSender } from '@svc-simulator/server/doctor/experiment-routes.ts';
import { createExecutor } from '@svc-simulator/server/execute.ts';
import type { Env } from '@svc-simulator/server/http/env.ts';
import type { Admission } from '@svc-simulator/server/http/limits/admission.ts';
import { Throttle } from '@svc-simulator/server/http/limits/throttle.ts';
import { AccessTokens } from '@svc-simulator/server/merchants/access-tokens.ts';
import { type Instruments, operationRoutes } from '@svc-simulator/server/operations/operation-routes.ts';
import type { OperatorSurface } from '@svc-simulator/server/operator/operator-surface.js';
import { paymentPageService } from '@svc-simulator/server/pages/payment-page-service.js';
import { startPage } from '@svc-simulator/server/pages/start-page.ts';
import type { Route } from '@svc-simulator/server/route.ts';
import type { Runtime } from '@svc-simulator/server/runtime.ts';
import { docPageRoutes, docRoutes } from '@svc-simulator/web/docs/doc-routes.ts';
import { ConstantAnswers } from '@svc-simulator/web/kit/constant-answers.ts';
import { publicRoutes } from '@svc-simulator/web/landing/public-routes.ts';
import { paymentRoutes } from '@svc-simulator/web/payment/payment-routes.ts';
import { terminalPageRoutes } from '@svc-simulator/web/terminal/terminal-page-routes.ts';
import type { Hono } from 'hono';
import { mcpRoute } from './mcp/mcp-route.ts';
import { createPages, renderMissingPage } from './pages-app.ts';

interface SimulatorAppParts {
  readonly admission: Admission;
  readonly instruments: Instruments;
  readonly hasRelay: (accountId: string) => boolean;
  readonly sender: AttemptSender;
  readonly closing: AbortSignal;
  readonly operator: OperatorSurface | null;
}

export function createSimulatorApp(
  runtime: Runtime,
  accounts: AccountService,
  { admission, instruments, hasRelay, sender, closing, operator }: SimulatorAppParts,
): Hono<Env> {
  const throttle = new Throttle(runtime.store.peers);
  const tokens = new AccessTokens(runtime);
  const desk = paymentPageService(runtime, admission);
  const constants = new ConstantAnswers({ compresses: runtime.settings.basePath === '' });
  const routesById = new Map<string, Route>();
  const execute = createExecutor({ runtime, admission, throttle, routes: routesById });
  const routes = [
    ...apiRoutes(runtime, { accounts, throttle, tokens, admission, sender, closing }),
    ...operationRoutes(runtime, instruments),
    ...paymentRoutes(desk),
    ...terminalPageRoutes(),
    ...docRoutes(constants),
    ...publicRoutes(desk, startPage(runtime, hasRelay), constants),
    mcpRoute({ runtime, admission, execute, closing }),
    ...(operator?.routes ?? []),
  ];
  for (const route of [...routes, ...browserRoutes(runtime, accounts)])
    routesById.set(route.operation.id, route);
  const { metrics } = instruments;
  return createApp({
    runtime,
    admission,
    throttle,
    chaos: new CallChaos(runtime, closing),
    credentials: createAuthenticators(runtime, tokens, admission, operator?.credential.authenticate),
    recorder: new CallRecorder(runtime),
    metrics,
    execute,
    routes,
    pages: createPages({ runtime, accounts, admission, execute, closing }, metrics, operator),
    documents: docPageRoutes(constants, () => runtime.settings.publicUrl),
    renderMissingPage: renderMissingPage,
  });
}

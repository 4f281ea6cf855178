import { type Context, Hono } from 'hono';
import { accountRoutes } from './accounts/account-routes.ts';
import type { AccountService } from './accounts/account-service.ts';
import { ownAccountRoutes } from './accounts/own-account-routes.ts';
import { webhookSecretRoutes } from './accounts/webhook-secret.ts';
import { agreementRoutes } from './agreements/agreement-routes.ts';
import { apiPageRoutes, serveApiPageFiles } from './api-page/api-page-routes.ts';
import { ClassBoards } from './classes/class-boards.ts';
import { classRoutes } from './classes/class-routes.ts';
import { consoleRoutes } from './console/console-routes.ts';
import { isPageRequest } from './console-pages/page-request.ts';
import { chaosRoutes } from './control/chaos-routes.ts';
import { clockRoutes } from './control/clock-routes.ts';
import { controlRoutes } from './control/control-routes.ts';
import { scriptRoutes } from './control/script-routes.ts';
import { deliveryRoutes } from './deliveries/delivery-routes.ts';
import type { Admission } from './http/admission.ts';
import { CallChaos } from './http/call-chaos.ts';
import { Callers } from './http/callers.ts';
import { problemResponse } from './http/envelope.ts';
import { PathRouter } from './http/path-router.ts';
import { mount } from './http/pipeline.ts';
import { brokenInside, noSuchPath } from './http/refusals.ts';
import { sent } from './http/text-answer.ts';
import { Throttle } from './http/throttle.ts';
import { AccessTokens } from './merchants/access-tokens.ts';
import { merchantRoutes } from './merchants/merchant-routes.ts';
import { type Instruments, operationRoutes } from './operations/operation-routes.ts';
import { paymentRoutes } from './payments/payment-routes.ts';
import { practiceRoutes } from './practices/practice-routes.ts';
import { probeRoutes } from './probes/probe-routes.ts';
import { landingPage, publicRoutes } from './public/public-routes.ts';
import type { Runtime } from './runtime.ts';
import { sessionRoutes } from './sessions/session-routes.ts';
import { settlementRoutes } from './settlements/settlement-routes.ts';
import { snapshotRoutes } from './snapshots/snapshot-routes.ts';
import { stopRoutes } from './stops/stop-routes.ts';
import { terminalPageRoutes } from './terminal-page/terminal-page-routes.ts';
import { terminalRoutes } from './terminals/terminal-routes.ts';
import { transactionRoutes } from './transactions/transaction-routes.ts';

interface Surroundings {
  readonly admission: Admission;
  readonly instruments: Instruments;
  /** Ends what would otherwise stay open. */
  readonly closing: AbortSignal;
}

/** Every HTTP surface of one simulator as one app. */
export function createApp(
  runtime: Runtime,
  accounts: AccountService,
  { admission, instruments, closing }: Surroundings,
): Hono {
  const app = new Hono({ router: new PathRouter() });
  const { metrics } = instruments;
  const throttle = new Throttle(runtime.store.peers);
  const tokens = new AccessTokens(runtime);
  const boards = new ClassBoards(runtime);
  const pages = consolePages(runtime, accounts, boards, admission, closing);
  const meter = metrics.requestsOf('consolePage');
  const showPage = async (c: Context) => {
    const beganMs = meter.durations.begin();
    const page = await pages(c.req.raw, c.env);
    meter.add(page.status, beganMs);
    return page;
  };
  app.use('/console/*', (c, next) => (isPageRequest(c.req.raw, c.req.path) ? showPage(c) : next()));
  const callers = new Callers(runtime, tokens);
  const doors = { throttle, callers, admission, metrics, chaos: new CallChaos(runtime, closing) };
  const otherMethods = mount(app, runtime, doors, [
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
    ...practiceRoutes(runtime),
    ...classRoutes(runtime, boards, closing),
    ...merchantRoutes(runtime, accounts, tokens),
    ...terminalRoutes(runtime),
    ...transactionRoutes(runtime),
    ...settlementRoutes(runtime),
    ...paymentRoutes(runtime, admission),
    ...terminalPageRoutes(runtime),
    ...apiPageRoutes(),
    ...publicRoutes(runtime),
    ...operationRoutes(runtime, instruments),
  ]);
  app.get('/', () => landingPage(runtime));
  serveApiPageFiles(app, runtime);
  app.onError((error, c) => {
    const requestId = runtime.random.uuid();
    runtime.log('error', `${c.req.method} ${c.req.path} failed`, { requestId, stack: error.stack });
    return sent(c, problemResponse('public', requestId, brokenInside().refusal));
  });
  app.notFound((c) => otherMethods.fetch(c.req.raw, c.env));
  otherMethods.notFound((c) => {
    metrics.requestsOf('none').add(404);
    const family = c.req.path.startsWith('/api/v1/ext/') ? 'session' : 'public';
    return sent(c, problemResponse(family, runtime.random.uuid(), noSuchPath(c.req.path).refusal));
  });
  return app;
}

/** The console's pages, loaded when a browser first asks for one of them. */
function consolePages(
  runtime: Runtime,
  accounts: AccountService,
  boards: ClassBoards,
  admission: Admission,
  closing: AbortSignal,
) {
  let app: Promise<Hono> | undefined;
  return async (request: Request, env: unknown): Promise<Response> => {
    app ??= import('./console-pages/index.ts').then(({ createConsoleApp }) =>
      createConsoleApp(runtime, accounts, boards, admission, closing),
    );
    return (await app).fetch(request, env as object);
  };
}

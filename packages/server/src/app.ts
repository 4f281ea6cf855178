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
import type { ConsoleParts } from './console-pages/console-app.tsx';
import { isPageRequest } from './console-pages/page-request.ts';
import { chaosRoutes } from './control/chaos-routes.ts';
import { clockRoutes } from './control/clock-routes.ts';
import { controlRoutes } from './control/control-routes.ts';
import { scriptRoutes } from './control/script-routes.ts';
import { deliveryRoutes } from './deliveries/delivery-routes.ts';
import type { Admission } from './http/admission.ts';
import { CallChaos } from './http/chaos.ts';
import { problem } from './http/envelope.ts';
import { problemOfError } from './http/errors.ts';
import { largeBodies } from './http/large-bodies.ts';
import { mount } from './http/pipeline.ts';
import { noSuchPath } from './http/refusals.ts';
import { requestId } from './http/request-id.ts';
import type { Env } from './http/step.ts';
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

interface AppParts {
  readonly admission: Admission;
  readonly instruments: Instruments;
  /** Ends what would otherwise stay open. */
  readonly closing: AbortSignal;
}

/** Every HTTP surface of one simulator as one app. */
export function createApp(
  runtime: Runtime,
  accounts: AccountService,
  { admission, instruments, closing }: AppParts,
): Hono<Env> {
  const app = new Hono<Env>();
  const { metrics } = instruments;
  const throttle = new Throttle(runtime.store.peers);
  const tokens = new AccessTokens(runtime);
  const boards = new ClassBoards(runtime);
  const pages = consolePages({ runtime, accounts, boards, admission, closing });
  const meter = metrics.requestsOf('consolePage');
  const showPage = async (c: Context<Env>) => {
    const beganMs = meter.durations.begin();
    const page = await pages(c.req.raw, c.env);
    meter.add(page.status, beganMs);
    return page;
  };
  app.use(requestId(runtime.random));
  if (admission.bodies) app.use(largeBodies(admission.bodies));
  app.use('/console/*', (c, next) => (isPageRequest(c.req.raw, c.req.path) ? showPage(c) : next()));
  const chaos = new CallChaos(runtime, closing);
  mount(app, { runtime, tokens, throttle, chaos, admission, metrics }, [
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
  serveApiPageFiles(app);
  app.onError(problemOfError(runtime));
  app.notFound((c) => {
    metrics.requestsOf('none').add(404);
    const family = c.req.path.startsWith('/api/v1/ext/') ? 'session' : 'public';
    return problem(c, noSuchPath(c.req.path).refusal, family);
  });
  return app;
}

/** The console's pages, loaded when a browser first asks for one of them. */
function consolePages(parts: ConsoleParts) {
  let app: Promise<Hono> | undefined;
  return async (request: Request, env: unknown): Promise<Response> => {
    app ??= import('./console-pages/index.ts').then(({ createConsoleApp }) => createConsoleApp(parts));
    return (await app).fetch(request, env as object);
  };
}

import { type Family, openToPages, type Refusal } from '@svc-simulator/contract';
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
import type { Env } from '@svc-simulator/server/http/env.ts';
import { problem } from '@svc-simulator/server/http/envelope.ts';
import { refusalOfError } from '@svc-simulator/server/http/errors.ts';
import type { Admission } from '@svc-simulator/server/http/limits/admission.ts';
import { Throttle } from '@svc-simulator/server/http/limits/throttle.ts';
import { mount } from '@svc-simulator/server/http/pipeline.ts';
import { noSuchPath } from '@svc-simulator/server/http/refusals.ts';
import type { Route } from '@svc-simulator/server/http/request-context.ts';
import { requestId } from '@svc-simulator/server/http/request-id.ts';
import { openToOtherOrigins } from '@svc-simulator/server/http/steps/other-origins.ts';
import type { Services } from '@svc-simulator/server/http/steps/step.ts';
import { AccessTokens } from '@svc-simulator/server/merchants/access-tokens.ts';
import { merchantRoutes } from '@svc-simulator/server/merchants/merchant-routes.ts';
import { type Instruments, operationRoutes } from '@svc-simulator/server/operations/operation-routes.ts';
import { performerOf } from '@svc-simulator/server/performer.ts';
import { practiceRoutes } from '@svc-simulator/server/practices/practice-routes.ts';
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
import type { ConsoleParts } from '@svc-simulator/web/console/console-app.tsx';
import { isPageRequest } from '@svc-simulator/web/console/page-request.ts';
import { docRoutes, serveDocPages } from '@svc-simulator/web/docs/doc-routes.ts';
import { pagePatterns, underBasePath, withoutSlash } from '@svc-simulator/web/kit/base-path.ts';
import { compressedPages } from '@svc-simulator/web/kit/compressed-pages.ts';
import { ConstantAnswers } from '@svc-simulator/web/kit/constant-answers.ts';
import { missingPage } from '@svc-simulator/web/landing/missing-page.ts';
import { publicRoutes } from '@svc-simulator/web/landing/public-routes.ts';
import { paymentRoutes } from '@svc-simulator/web/payment/payment-routes.ts';
import { apiPageRoutes, serveApiPageFiles } from '@svc-simulator/web/reference/api-page-routes.ts';
import { terminalPageRoutes } from '@svc-simulator/web/terminal/terminal-page-routes.ts';
import { type Context, Hono } from 'hono';

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
  const { metrics } = instruments;
  const throttle = new Throttle(runtime.store.peers);
  const tokens = new AccessTokens(runtime);
  const boards = new ClassBoards(runtime);
  const constants = new ConstantAnswers({ zips: runtime.settings.basePath === '' });
  const routes = [
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
    ...paymentRoutes(runtime, admission),
    ...terminalPageRoutes(),
    ...apiPageRoutes(),
    ...docRoutes(constants),
    ...publicRoutes(runtime, constants),
    ...operationRoutes(runtime, instruments),
  ];
  const chaos = new CallChaos(runtime, closing);
  const recorder = new CallRecorder(runtime);
  const services: Services = {
    runtime,
    credentials: credentialsOf(runtime, tokens),
    throttle,
    chaos,
    admission,
    meterOf: (operation) => metrics.requestsOf(operation),
    record: (call, answer) => recorder.answered(call, answer),
  };
  const refuse = async (c: Context<Env>, refusal: Refusal, family?: Family) => {
    const { incoming, outgoing } = c.env;
    const requestId = c.get('requestId') ?? runtime.random.uuid();
    outgoing.setHeader('x-request-id', requestId);
    const preflight = await openToOtherOrigins(c);
    if (preflight) return preflight;
    metrics.requestsOf('none').add(refusal.status);
    const answer = await problem({ incoming, requestId }, refusal, family);
    if (isProgrammatic(c.req.path)) recorder.refused({ incoming, requestId }, answer);
    return answer.toResponse();
  };

  // What programs call is served by steps alone: no middleware of pages is in its way.
  const api = new Hono<Env>();
  const pages = new Hono<Env>();
  const isForPrograms = ({ operation }: Route) => isProgrammatic(operation.path);
  mount(api, services, routes.filter(isForPrograms), {
    otherMethod: refuse,
    otherPath: (c) => {
      if (!isProgrammatic(c.req.path)) return pages.fetch(c.req.raw, c.env);
      const isOfSessions = openToPages.some(({ prefix }) => c.req.path.startsWith(prefix));
      return refuse(c, noSuchPath(c.req.path).refusal, isOfSessions ? 'session' : 'public');
    },
  });

  const perform = performerOf(runtime, admission, routes);
  const consoleApp = consolePages({ runtime, accounts, boards, admission, perform, closing });
  const meter = metrics.requestsOf('consolePage');
  const showPage = async (c: Context<Env>) => {
    const beganMs = meter.begin();
    const show = () => consoleApp(c.req.raw, c.env);
    const page = await (admission.bodies?.run(c.env.incoming, show) ?? show());
    meter.add(page.status, beganMs);
    return page;
  };
  pages.use(requestId(runtime.random));
  for (const path of ['/', ...pagePatterns]) pages.use(path, compressedPages);
  const { basePath } = runtime.settings;
  if (basePath !== '') pages.use(underBasePath(basePath));
  for (const path of pagePatterns) pages.use(path, withoutSlash);
  pages.use('/console/*', (c, next) => (isPageRequest(c.req.raw, c.req.path) ? showPage(c) : next()));
  // For whoever is shown a certificate; no operation of the API.
  pages.get('/verificar/:code', showPage);
  const others = routes.filter((route) => !isForPrograms(route));
  mount(pages, services, others, {
    otherMethod: refuse,
    otherPath: (c) => missingPage(c.req) ?? refuse(c, noSuchPath(c.req.path).refusal),
  });
  serveApiPageFiles(pages);
  serveDocPages(pages, constants);
  for (const app of [api, pages])
    app.onError(async (error, c) => {
      const asked = { incoming: c.env.incoming, requestId: c.get('requestId') ?? runtime.random.uuid() };
      const what = `${c.req.method} ${c.req.path}`;
      const refusal = refusalOfError(runtime, error, { requestId: asked.requestId, what });
      return (await problem(asked, refusal)).toResponse();
    });
  return api;
}

/** What programs call: the API and what steers the simulator. Console and documents are for browsers, too. */
function isProgrammatic(path: string): boolean {
  return /^\/(api|control|__test__)\//.test(path);
}

/** The console's pages, loaded when a browser first asks for one of them. */
function consolePages(parts: ConsoleParts) {
  let app: Promise<Hono> | undefined;
  return async (request: Request, env: unknown): Promise<Response> => {
    app ??= import('@svc-simulator/web/console/index.ts').then(({ createConsoleApp }) =>
      createConsoleApp(parts),
    );
    return (await app).fetch(request, env ?? {});
  };
}

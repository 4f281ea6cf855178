import {
  type Family,
  openToPages,
  RELAY_PATH,
  type Refusal,
  snapshotLimitBytes,
} from '@svc-simulator/contract';
import type { CallRecorder } from '@svc-simulator/server/calls/call-recorder.ts';
import type { Env } from '@svc-simulator/server/http/env.ts';
import { problem } from '@svc-simulator/server/http/envelope.ts';
import { refusalOfError } from '@svc-simulator/server/http/errors.ts';
import { listenerOf, sendResponse } from '@svc-simulator/server/http/fetch-listener.ts';
import { pagesInTurn } from '@svc-simulator/server/http/pages-in-turn.ts';
import { mount, requestId } from '@svc-simulator/server/http/pipeline.ts';
import { noSuchPath } from '@svc-simulator/server/http/refusals.ts';
import type { Route } from '@svc-simulator/server/http/request-context.ts';
import type { Beside } from '@svc-simulator/server/http/serve.ts';
import { openToOtherOrigins } from '@svc-simulator/server/http/steps/other-origins.ts';
import type { Services } from '@svc-simulator/server/http/steps/step.ts';
import type { Metrics } from '@svc-simulator/server/operations/metrics.ts';
import type { ConsoleParts } from '@svc-simulator/server/pages/console-services.ts';
import { payerDesk } from '@svc-simulator/server/pages/payer-desk.ts';
import { startPage } from '@svc-simulator/server/pages/start-page.ts';
import { answererOf } from '@svc-simulator/server/performer.ts';
import { isPageRequest } from '@svc-simulator/web/console/page-request.ts';
import { docRoutes, serveDocPages } from '@svc-simulator/web/docs/doc-routes.ts';
import { pagePatterns, underBasePath, withoutSlash } from '@svc-simulator/web/kit/base-path.ts';
import { compressedPages } from '@svc-simulator/web/kit/compressed-pages.ts';
import { ConstantAnswers } from '@svc-simulator/web/kit/constant-answers.ts';
import { missingPage } from '@svc-simulator/web/landing/missing-page.ts';
import { publicRoutes } from '@svc-simulator/web/landing/public-routes.ts';
import { paymentRoutes } from '@svc-simulator/web/payment/payment-routes.ts';
import { terminalPageRoutes } from '@svc-simulator/web/terminal/terminal-page-routes.ts';
import { type Context, Hono } from 'hono';

export interface PageParts extends Omit<ConsoleParts, 'answer'> {
  readonly services: Services;
  /** Those of the API. */
  readonly routes: readonly Route[];
  readonly metrics: Metrics;
  readonly recorder: CallRecorder;
  /** Whether an account has a relay here. */
  readonly hasRelay: (accountId: string) => boolean;
}

/** Every request that is no plain call of an operation: pages for people, and what no operation takes. */
export function createPages(parts: PageParts): Beside {
  const { runtime, services, admission, metrics, recorder } = parts;
  const desk = payerDesk(runtime, admission);
  const constants = new ConstantAnswers({ zips: runtime.settings.basePath === '' });
  const routes = [
    ...parts.routes,
    ...paymentRoutes(desk),
    ...terminalPageRoutes(),
    ...docRoutes(constants),
    ...publicRoutes(desk, startPage(runtime, parts.hasRelay), constants),
  ];
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
  const consoleApp = consolePages({ ...parts, answer: answererOf(runtime, admission, routes) });
  const meter = metrics.requestsOf('consolePage');
  const showPage = async (c: Context<Env>) => {
    const beganMs = meter.begin();
    const show = () => consoleApp(c.req.raw, c.env);
    const page = await (admission.bodies?.run(c.env.incoming, snapshotLimitBytes.hosted, show) ?? show());
    meter.add(page.status, beganMs);
    return page;
  };
  const app = new Hono<Env>();
  app.use(requestId(runtime.random));
  for (const path of ['/', ...pagePatterns]) app.use(path, compressedPages);
  const { basePath } = runtime.settings;
  if (basePath !== '') app.use(underBasePath(basePath));
  for (const path of pagePatterns) app.use(path, withoutSlash);
  app.use('/console/*', (c, next) => (isPageRequest(c.req.raw, c.req.path) ? showPage(c) : next()));
  // For whoever is shown a certificate; no operation of the API.
  app.get('/verificar/:code', showPage);
  mount(app, services, routes, {
    otherMethod: refuse,
    otherPath: (c) => {
      const { path } = c.req;
      const family = openToPages.some(({ prefix }) => path.startsWith(prefix)) ? 'session' : 'public';
      const page = isProgrammatic(path) ? undefined : missingPage(c.req);
      return page ?? refuse(c, noSuchPath(path).refusal, family);
    },
  });
  app.use(pagesInTurn(admission));
  serveDocPages(app, constants, () => runtime.settings.publicUrl);
  app.onError(async (error, c) => {
    const asked = { incoming: c.env.incoming, requestId: c.get('requestId') ?? runtime.random.uuid() };
    const what = `${c.req.method} ${c.req.path}`;
    const refusal = refusalOfError(runtime, error, { requestId: asked.requestId, what });
    return (await problem(asked, refusal)).toResponse();
  });
  return { serve: listenerOf(app, runtime.random), send: sendResponse };
}

/** What programs call: the API and what steers the simulator. Console and documents are for browsers, too. */
function isProgrammatic(path: string): boolean {
  return path === RELAY_PATH || /^\/(api|control|__test__)\//.test(path);
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

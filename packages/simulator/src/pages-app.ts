import { snapshotLimitBytes } from '@svc-simulator/contract';
import { isForPrograms } from '@svc-simulator/server/app.ts';
import type { Env } from '@svc-simulator/server/http/env.ts';
import type { Metrics } from '@svc-simulator/server/operations/metrics.ts';
import type { OperatorSurface } from '@svc-simulator/server/operator/operator-surface.js';
import type { ConsoleParts } from '@svc-simulator/server/pages/console-services.ts';
import { operatorServices } from '@svc-simulator/server/pages/operator-services.ts';
import { isPageRequest } from '@svc-simulator/web/console/page-request.ts';
import { pagePatterns, trailingSlashRedirect, underBasePath } from '@svc-simulator/web/kit/base-path.ts';
import { compressedPages } from '@svc-simulator/web/kit/compressed-pages.ts';
import { type Context, Hono } from 'hono';

/**
 * Creates the pages of the console, the certificates and the operator (if there is one), and the middleware
 * that all pages share.
 */
export function createPages(
  parts: ConsoleParts,
  metrics: Metrics,
  operator: OperatorSurface | null,
): Hono<Env> {
  const { settings } = parts.runtime;
  const app = new Hono<Env>();
  for (const path of ['/', ...pagePatterns]) app.use(path, compressedPages);
  if (settings.basePath !== '') app.use(underBasePath(settings.basePath));
  for (const path of pagePatterns) app.use(path, trailingSlashRedirect);
  const showConsole = consolePages(parts, metrics);
  app.use('/console/*', (c, next) => (isPageRequest(c.req.raw, c.req.path) ? showConsole(c) : next()));
  // A certificate's page is open to everybody who receives its link.
  app.get('/verificar', showConsole);
  app.get('/verificar/:code', (c, next) =>
    c.req.header('accept')?.includes('text/html') ? showConsole(c) : next(),
  );
  if (operator) serveOperatorPages(app, parts, metrics, operator);
  return app;
}

function serveOperatorPages(
  app: Hono<Env>,
  { runtime, execute, admission }: ConsoleParts,
  metrics: Metrics,
  { credential }: OperatorSurface,
): void {
  const meter = metrics.requestsOf('operatorPage');
  let pages: Promise<Hono> | undefined;
  const show = async (c: Context<Env>): Promise<Response> => {
    pages ??= import('@svc-simulator/web/operator/index.ts').then(({ createOperatorApp }) =>
      createOperatorApp(operatorServices(runtime, execute, { admission, credential })),
    );
    const beganMs = meter.start();
    const page = await (await pages).fetch(c.req.raw, c.env);
    meter.add(page.status, beganMs);
    return page;
  };
  for (const path of ['', '/login', '/logout', '/settings', '/audit', '/account/:account'])
    app.on(['GET', 'POST'], [`/operator${path}`], show);
}

function consolePages(parts: ConsoleParts, metrics: Metrics) {
  const meter = metrics.requestsOf('consolePage');
  const { bodies } = parts.admission;
  let app: Promise<Hono> | undefined;
  return async (c: Context<Env>): Promise<Response> => {
    app ??= import('@svc-simulator/web/console/index.ts').then(({ createConsoleApp }) =>
      createConsoleApp(parts),
    );
    const { fetch } = await app;
    const beganMs = meter.start();
    const show = () => fetch(c.req.raw, c.env);
    const page = await (bodies?.run(c.env.incoming, snapshotLimitBytes.hosted, show) ?? show());
    meter.add(page.status, beganMs);
    return page;
  };
}

/** Returns the page of an unknown path for browsers; undefined for programs, which get a problem. */
export async function renderMissingPage(c: Context<Env>): Promise<Response | undefined> {
  if (isForPrograms(c.req.path) || !c.req.header('accept')?.includes('text/html')) return undefined;
  const { missingPageFor } = await import('@svc-simulator/web/landing/missing-page.tsx');
  return missingPageFor(c.req);
}

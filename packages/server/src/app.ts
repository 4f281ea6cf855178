import { type Family, isLogged, pathsOpenToPages, RELAY_PATH, type Refusal } from '@svc-simulator/contract';
import { rateLimitedLog } from '@svc-simulator/machine/rate-limited-log.ts';
import { StoreUnavailableError } from '@svc-simulator/store/store.ts';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { CallRecorder } from './calls/call-recorder.ts';
import type { CallChaos } from './chaos/call-chaos.ts';
import type { Authenticators } from './credentials.ts';
import type { Execute } from './execute.ts';
import { bodyLimitOf } from './http/body.ts';
import { type Env, requestInput } from './http/env.ts';
import { respondToCall } from './http/envelope.ts';
import { refusalOfError } from './http/errors.ts';
import { methodNotAllowed, misspelledPath, unknownPath } from './http/http-refusals.ts';
import type { Admission } from './http/limits/admission.ts';
import { isPublicPage } from './http/limits/large-reads.ts';
import type { Throttle } from './http/limits/throttle.ts';
import { admission } from './http/middleware/admission.ts';
import { attemptLimits } from './http/middleware/attempt-limits.ts';
import { authentication } from './http/middleware/authentication.ts';
import { bodyLimit } from './http/middleware/body-limit.ts';
import { chaos } from './http/middleware/chaos.ts';
import { idempotency } from './http/middleware/idempotency.ts';
import { largeBodies } from './http/middleware/large-bodies.ts';
import { largeReads } from './http/middleware/large-reads.ts';
import { measurement } from './http/middleware/measurement.ts';
import { otherOrigins } from './http/middleware/other-origins.ts';
import { publicPages } from './http/middleware/public-pages.ts';
import { requestId } from './http/middleware/request-id.ts';
import { throttle } from './http/middleware/throttle.ts';
import { validation } from './http/middleware/validation.ts';
import { problem } from './http/problem.ts';
import { methodsOf, routesByPath } from './http/routing.ts';
import type { Metrics } from './operations/metrics.ts';
import type { Route } from './route.ts';
import type { Runtime } from './runtime.ts';

export interface AppParts {
  readonly runtime: Runtime;
  readonly admission: Admission;
  readonly throttle: Throttle;
  readonly chaos: CallChaos;
  readonly credentials: Authenticators;
  readonly recorder: CallRecorder;
  readonly metrics: Metrics;
  readonly execute: Execute;
  readonly routes: readonly Route[];
  /**
   * Pages of the console and the operator, and the middleware of all pages. Mounted before the operations, so
   * that a page can respond first on a path that an operation also has.
   */
  readonly pages: Hono<Env>;
  readonly documents: Hono<Env>;
  readonly renderMissingPage: (c: Context<Env>) => Promise<Response | undefined>;
}

export function createApp(parts: AppParts): Hono<Env> {
  const { runtime, routes, execute, metrics, recorder } = parts;
  const app = new Hono<Env>();
  app.use(requestId(runtime.random, runtime.clock));
  for (const { prefix } of pathsOpenToPages) app.use(`${prefix}*`, otherOrigins);
  app.route('/', parts.pages);

  for (const [path, pathRoutes] of routesByPath(routes)) {
    for (const route of pathRoutes) {
      const { operation } = route;
      app.on(operation.method, [path], ...middlewareOf(parts, route), async (c) =>
        respondToCall(c, operation, await execute(operation, requestInput(c), c.get('principal') ?? {})),
      );
    }
    // Ends the search for a route here: a wrong method for `/a/b` returns 405 and never runs `/a/{id}`.
    app.all(path, (c) => refuseMethod(c, pathRoutes));
  }
  if (parts.admission.pages) app.use(publicPages(parts.admission.pages));
  app.route('/', parts.documents);
  app.notFound(async (c) => (await parts.renderMissingPage(c)) ?? refusePath(c));
  const outageLog = rateLimitedLog(runtime.log, runtime.clock);
  app.onError((error, c) => {
    const callName = c.get('operation')?.id ?? `${c.req.method} ${c.req.path}`;
    const reporter = error instanceof StoreUnavailableError ? { ...runtime, log: outageLog } : runtime;
    return problem(c, refusalOfError(reporter, error, { requestId: c.get('requestId'), callName }));
  });
  return app;

  function refuseMethod(c: Context<Env>, pathRoutes: readonly Route[]): Promise<Response> {
    const { method = '' } = c.env.incoming;
    // The path of a session (`…/payment-sessions/{session_id}`) also matches the misspelled
    // `…/payment-sessions/batch`. A suggestion helps its caller more than a 405.
    const { refusal } =
      misspelledPath(c.req.path) ?? methodNotAllowed(method, methodsOf(pathRoutes).join(', '));
    return refuse(c, refusal, pathRoutes[0]?.operation.family);
  }

  function refusePath(c: Context<Env>): Promise<Response> {
    const { path } = c.req;
    const isOpen = pathsOpenToPages.some(({ prefix }) => path.startsWith(prefix));
    return refuse(c, unknownPath(path).refusal, isOpen ? 'session' : 'public');
  }

  async function refuse(c: Context<Env>, refusal: Refusal, family: Family | undefined): Promise<Response> {
    metrics.requestsOf('none').add(refusal.status);
    const response = await problem(c, refusal, family);
    if (isForPrograms(c.req.path)) recorder.record(c, { status: refusal.status, durationMs: 0 });
    return response;
  }
}

/**
 * Returns the middleware that an operation needs in this process, in the contract's order of checks: 401,
 * 403, 429, 413, 415, 400 (section 9).
 */
function middlewareOf(parts: AppParts, { operation, beforeBody }: Route): MiddlewareHandler<Env>[] {
  const { runtime, admission: limits } = parts;
  const { attempt, auth, family } = operation;
  const limitBytes = bodyLimitOf(operation, runtime.settings);
  const reads = limits.largeReadsFor(operation);
  const canStream = operation.media?.includes('text/event-stream');
  return [
    measurement(operation, {
      metrics: parts.metrics,
      clock: runtime.clock,
      recorder: isLogged(family) ? parts.recorder : null,
    }),
    limits.bodies && largeBodies(limits.bodies, limitBytes),
    auth !== 'none' && authentication(parts.credentials[auth], operation),
    family === 'session' && throttle(parts.throttle),
    injectsFaults(family) && chaos(parts.chaos, operation, limits.quotas),
    auth !== 'none' && (limits.quotas || canStream) && admission(limits, runtime, operation),
    attempt && attempt.onlyWith === undefined && attemptLimits(limits, attempt.kind),
    beforeBody,
    operation.method !== 'GET' && bodyLimit(limitBytes),
    (operation.body || operation.query) && validation(operation, runtime),
    limits.pages && isPublicPage(operation) && publicPages(limits.pages),
    reads && largeReads(reads, operation),
    operation.idempotent && idempotency,
  ].filter((middleware) => typeof middleware === 'function');
}

/**
 * Returns true for families of operations that programs also call in production. Chaos affects only these, so
 * that an account can always turn it off.
 */
function injectsFaults(family: Family): boolean {
  return family === 'session' || family === 'merchant' || family === 'pos';
}

/** Returns true for paths of the API and of the control operations, which people don't open in a browser. */
export function isForPrograms(path: string): boolean {
  return path === RELAY_PATH || /^\/(api|control|__test__)\//.test(path);
}

import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Family, Operation, Refusal } from '@svc-simulator/contract';
import type { RandomSource } from '@svc-simulator/core';
import type { Context, Handler, Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Env } from './env.ts';
import { type Place, placesOf } from './places.ts';
import { methodNotAllowed, nearlyRightPath } from './refusals.ts';
import type { Route } from './request-context.ts';
import { serve } from './serve.ts';
import type { FoundRequest } from './served-call.ts';
import type { Services } from './steps/step.ts';
import { when } from './when.ts';

/** What answers requests that no operation takes. */
interface Refusing {
  /** Of another method; `family` is that of the path's operations. */
  otherMethod(c: Context<Env>, refusal: Refusal, family: Family | undefined): Promise<Response>;
  /** Of another path. */
  otherPath(c: Context<Env>): Response | Promise<Response>;
}

/**
 * Puts every route on the app; the other methods of their paths are refused with 405 and `Allow`. A request finds one handler, so
 * that hono calls it without a chain.
 */
export function mount(
  app: Hono<Env>,
  services: Services,
  routes: readonly Route[],
  refusing: Refusing,
): void {
  const places = placesOf(routes);
  for (const place of places) {
    const { path, routes: own } = place;
    const honoPath = honoPathOf(path, own[0]?.operation.patterns);
    for (const route of own) app.on(route.operation.method, honoPath, served(services, route));
    // A fixed path answers before one with parameters, also to methods that only the other one has.
    const rivals = places.filter((other) => other !== place && other.fits.test(path)).flatMap(methodsOf);
    const refused = rivals.filter((method) => !methodsOf(place).includes(method));
    if (refused.length > 0) app.on(refused, [honoPath], (c) => otherMethod(c, place));
  }
  app.notFound((c) => {
    const place = places.find(({ fits }) => fits.test(c.req.path));
    return place ? otherMethod(c, place) : refusing.otherPath(c);
  });

  function otherMethod(c: Context<Env>, place: Place): Promise<Response> {
    const allowed = methodsOf(place).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method));
    // A session's path also fits paths that nearly are another operation's.
    const { refusal } =
      nearlyRightPath(c.req.path) ?? methodNotAllowed(c.env.incoming.method ?? '', allowed.join(', '));
    return refusing.otherMethod(c, refusal, place.routes[0]?.operation.family);
  }
}

function served(services: Services, route: Route): Handler<Env> {
  const answer = serve(services, route);
  return (c) => when(answer(foundBy(c)), (response) => response ?? RESPONSE_ALREADY_SENT);
}

function foundBy(c: Context<Env>): FoundRequest {
  const { req } = c;
  return {
    ...c.env,
    path: req.path,
    params: req.param(),
    query: () => req.queries(),
    requestId: c.get('requestId'),
  };
}

function methodsOf({ routes }: Place): readonly string[] {
  return [...new Set(routes.map(({ operation }) => operation.method))];
}

function honoPathOf(path: string, patterns: Operation['patterns'] = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name) => `:${name}${patterns[name] ? `{${patterns[name]}}` : ''}`);
}

/** Gives every answer a request id, whoever makes it; hono's middleware takes over the client's, and makes headers of its own. */
export const requestId = (random: RandomSource) =>
  createMiddleware<Env>((c, next) => {
    const id = random.uuid();
    c.set('requestId', id);
    c.env.outgoing.setHeader('x-request-id', id);
    return next();
  });

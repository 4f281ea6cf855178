import type { Family, Operation, Refusal } from '@svc-simulator/contract';
import type { Context, Hono } from 'hono';
import type { Env } from './env.ts';
import { methodNotAllowed, olderPath } from './refusals.ts';
import type { Route } from './request-context.ts';
import { serve } from './serve.ts';
import type { Services } from './steps/step.ts';

/** What answers requests that no operation takes. */
export interface Refusing {
  /** Of another method; `family` is that of the path's operations. */
  otherMethod(c: Context<Env>, refusal: Refusal, family: Family | undefined): Promise<Response>;
  /** Of another path. */
  otherPath(c: Context<Env>): Response | Promise<Response>;
}

/** A path with its operations. */
interface Place {
  readonly path: string;
  readonly routes: Route[];
  /** What a request's path has to look like. */
  readonly fits: RegExp;
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
    for (const route of own) app.on(route.operation.method, honoPath, serve(services, route));
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
    // A session's path fits what was a path of its own once.
    const { refusal } =
      olderPath(c.req.path) ?? methodNotAllowed(c.env.incoming.method ?? '', allowed.join(', '));
    return refusing.otherMethod(c, refusal, place.routes[0]?.operation.family);
  }
}

/** Fixed paths first. */
function placesOf(routes: readonly Route[]): readonly Place[] {
  const places = new Map<string, Place>();
  for (const route of routes) {
    const { path, aliases = [], patterns = {} } = route.operation;
    for (const own of [path, ...aliases.map((alias) => alias.path)]) {
      const place = places.get(own);
      const form = own.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, (_, name) => patterns[name] ?? '[^/]+');
      if (place) place.routes.push(route);
      else places.set(own, { path: own, routes: [route], fits: new RegExp(`^${form}$`) });
    }
  }
  return [...places.values()].sort((one, other) => parametersOf(one.path) - parametersOf(other.path));
}

function methodsOf({ routes }: Place): readonly string[] {
  return [...new Set(routes.map(({ operation }) => operation.method))];
}

function honoPathOf(path: string, patterns: Operation['patterns'] = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name) => `:${name}${patterns[name] ? `{${patterns[name]}}` : ''}`);
}

function parametersOf(path: string): number {
  return path.split('{').length - 1;
}

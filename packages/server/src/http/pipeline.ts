import type { Operation } from '@svc-simulator/contract';
import { type Context, Hono } from 'hono';
import { after, guarded } from '../maybe-promise.ts';
import type { Runtime } from '../runtime.ts';
import type { Route } from './call.ts';
import type { Doors } from './doors.ts';
import { problemResponse } from './envelope.ts';
import { Passage } from './passage.ts';
import { methodNotAllowed } from './refusals.ts';
import { sent } from './text-answer.ts';

/** Paths of OpenAPI (`{id}`) as hono writes them (`:id`). */
export function honoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** What a path answers to. */
interface Allowed {
  readonly methods: Set<string>;
  readonly family: Operation['family'];
}

/**
 * Puts every route on the app. Returns what answers the paths' other methods with 405 and `Allow`, for requests that no route
 * takes.
 */
export function mount(app: Hono, runtime: Runtime, doors: Doors, routes: readonly Route[]): Hono {
  const upset = doors.metrics.requestsOf('chaos');
  const allowed = new Map<string, Allowed>();
  const refuse = (c: Context, { methods, family }: Allowed) => {
    const { refusal } = methodNotAllowed(c.req.method, [...methods].join(', '));
    doors.metrics.requestsOf('none').add(refusal.status);
    return sent(c, problemResponse(family, runtime.random.uuid(), refusal));
  };
  for (const route of routes) {
    const { operation } = route;
    const meter = doors.metrics.requestsOf(operation.id);
    const serve = (c: Context) => {
      // A path of its own, which one with parameters would answer for in a method that it has not.
      const own = allowed.get(c.req.path);
      if (own && !own.methods.has(c.req.method)) return refuse(c, own);
      const beganMs = meter.durations.begin();
      const passage = new Passage(c, runtime, doors, route);
      const answered = guarded(
        () => passage.answer(),
        (error) => passage.failed(error),
      );
      return after(answered, (answer) => {
        if (passage.isUpset) upset.add(answer.status);
        else meter.add(answer.status, beganMs);
        return sent(c, answer);
      });
    };
    for (const path of [operation.path, ...(operation.aliases ?? []).map((alias) => alias.path)].map(
      honoPath,
    )) {
      app.on(operation.method, path, serve);
      const entry = allowed.get(path) ?? { methods: new Set<string>(), family: operation.family };
      entry.methods.add(operation.method);
      if (operation.method === 'GET') entry.methods.add('HEAD');
      allowed.set(path, entry);
    }
  }
  // An app of its own, because hono is slower where more than one handler matches.
  const otherMethods = new Hono();
  for (const [path, own] of allowed) otherMethods.all(path, (c) => refuse(c, own));
  return otherMethods;
}

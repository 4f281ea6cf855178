import type { Operation } from '@svc-simulator/contract';
import type { Handler, Hono } from 'hono';
import { answer } from './answer.ts';
import type { Env } from './env.ts';
import { problem } from './envelope.ts';
import { methodNotAllowed, olderPath } from './refusals.ts';
import type { Route } from './request-context.ts';
import { isRecorded } from './steps/record.ts';
import type { Services } from './steps/step.ts';
import { steps } from './steps/steps.ts';

/** Puts every route on the app; the other methods of their paths are answered 405 with `Allow`. */
export function mount(app: Hono<Env>, services: Services, routes: readonly Route[]): void {
  const paths = new Map<string, Route[]>();
  for (const route of routes) {
    const { path, aliases = [] } = route.operation;
    for (const own of [path, ...aliases.map((alias) => alias.path)])
      paths.set(own, [...(paths.get(own) ?? []), route]);
  }
  // A fixed path answers before one with parameters, also to methods that only the other one has.
  const inOrder = [...paths].sort(([one], [other]) => parametersOf(one) - parametersOf(other));
  for (const [path, own] of inOrder) {
    const honoPath = honoPathOf(path, own[0]?.operation.patterns);
    for (const route of own) {
      const middleware = steps.flatMap(({ step }) => step(services, route) ?? []);
      app.on(route.operation.method, [honoPath], ...middleware, answer(services, route));
    }
    app.all(honoPath, otherMethods(services, own));
  }
}

function honoPathOf(path: string, patterns: Operation['patterns'] = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name) => `:${name}${patterns[name] ? `{${patterns[name]}}` : ''}`);
}

function parametersOf(path: string): number {
  return path.split('{').length - 1;
}

function otherMethods({ metrics, recorder }: Services, routes: readonly Route[]): Handler<Env> {
  const methods = routes.flatMap(({ operation: { method } }) =>
    method === 'GET' ? ['GET', 'HEAD'] : method,
  );
  const allowed = [...new Set(methods)].join(', ');
  return (c) => {
    // A session's path fits what was a path of its own once.
    const { refusal } = olderPath(c.req.path) ?? methodNotAllowed(c.req.method, allowed);
    metrics.requestsOf('none').add(refusal.status);
    const answer = problem(c, refusal, routes[0]?.operation.family);
    if (routes.some(({ operation }) => isRecorded(operation.family))) recorder.refused(c, answer);
    return answer;
  };
}

import type { Operation } from '@svc-simulator/contract';
import { getOrCreate } from '@svc-simulator/core';
import type { Route } from '../route.ts';

/**
 * Groups the routes by their paths in hono's syntax. Paths with fewer parameters come first, because hono
 * uses the first match.
 */
export function routesByPath(routes: readonly Route[]): ReadonlyMap<string, readonly Route[]> {
  const byPath = new Map<string, Route[]>();
  for (const route of routes) {
    for (const path of pathsOf(route.operation)) {
      getOrCreate(byPath, path, () => []).push(route);
    }
  }
  return new Map([...byPath].sort(([one], [other]) => parameterCount(one) - parameterCount(other)));
}

export function methodsOf(routes: readonly Route[]): readonly string[] {
  const methods = routes.map(({ operation }) => operation.method);
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method)))];
}

/** Returns all paths of an operation in hono's syntax: `/pay/{id}` as `/pay/:id`. */
function pathsOf({ path, aliases = [], patterns = {} }: Operation): readonly string[] {
  return [path, ...aliases.map((alias) => alias.path)].map((template) =>
    template.replace(/\{(\w+)\}/g, (_, name) => `:${name}${patterns[name] ? `{${patterns[name]}}` : ''}`),
  );
}

function parameterCount(path: string): number {
  return path.split('/:').length - 1;
}

import type { Operation } from '@svc-simulator/contract';

import type { Route } from './request-context.ts';

/** A path with its operations. */
export interface Place {
  readonly path: string;
  readonly routes: Route[];
  /** What a request's path has to look like. */
  readonly fits: RegExp;
}

/** Fixed paths first, and of those with parameters the ones with fewer: a request is for the first that it fits. */
export function placesOf(routes: readonly Route[]): readonly Place[] {
  const places = new Map<string, Place>();
  for (const route of routes) {
    const { patterns = {} } = route.operation;
    for (const own of pathsOf(route.operation)) {
      const place = places.get(own);
      if (place) place.routes.push(route);
      else places.set(own, { path: own, routes: [route], fits: formOf(own, patterns) });
    }
  }
  return [...places.values()].sort((one, other) => parametersOf(one.path) - parametersOf(other.path));
}

/** Every path of an operation. */
function pathsOf({ path, aliases = [] }: Operation): readonly string[] {
  return [path, ...aliases.map((alias) => alias.path)];
}

/** What a request's path has to look like, with a group for each parameter. */
function formOf(path: string, patterns: Operation['patterns'] = {}): RegExp {
  const form = path
    .replaceAll('.', '\\.')
    .replace(/\{(\w+)\}/g, (_, name) => `(?<${name}>${patterns[name] ?? '[^/]+'})`);
  return new RegExp(`^${form}$`);
}

function parametersOf(path: string): number {
  return path.split('{').length - 1;
}

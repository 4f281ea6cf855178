import { lazy } from './operation.ts';
import { operations } from './operations.ts';

/** Common wrong paths and the intended ones, which no spelling rule can find. */
const misplaced = {
  '/api/v1/ext/payment-sessions/batch': '/api/v1/ext/payment-sessions/request/batch',
  '/api/v1/ext/payment-stops/links/query': '/api/v1/ext/payment-stops/query',
  '/api/v1/ext/payment-stops/links/reorder': '/api/v1/ext/payment-stops/reorder',
} as const;

/**
 * Returns the path of an operation that a wrong path resembles (contract section 13), for example with other
 * slashes, letter cases or prefixes.
 */
export function suggestPath(path: string): string | undefined {
  const segments = splitPath(path);
  const foldedSegments = segments.map(fold);
  const matches = pathForms().filter(
    ({ form }) =>
      form.length === foldedSegments.length &&
      form.every((segment, index) => segment === null || segment === foldedSegments[index]),
  );
  const [bestMatch] = matches;
  if (!bestMatch || matches.some(({ target }) => target === path)) return undefined;
  const values = segments.filter((_, index) => bestMatch.form[index] === null);
  const suggestion = bestMatch.target.replace(/\{\w+\}/g, () => values.shift() ?? '');
  return suggestion === path ? undefined : suggestion;
}

interface PathForm {
  readonly form: readonly (string | null)[];
  readonly target: string;
}

/**
 * Sorted by number of parameters, as in the router. Without paths that are only a parameter, because every
 * path resembles them.
 */
const pathForms = lazy((): readonly PathForm[] =>
  [
    ...Object.entries(misplaced),
    ...operations
      .flatMap(({ path, aliases = [] }) => [path, ...aliases.map((alias) => alias.path)])
      .map((path) => [path, path] as const),
  ]
    .map(([path, target]) => ({
      form: splitPath(path).map((segment) => (segment.startsWith('{') ? null : fold(segment))),
      target,
    }))
    .filter(({ form: [first] }) => typeof first === 'string')
    .sort((a, b) => parametersIn(a) - parametersIn(b)),
);

function parametersIn({ form }: PathForm): number {
  return form.filter((segment) => segment === null).length;
}

/** Returns the segments of a path after its API's prefix. */
function splitPath(path: string): string[] {
  const segments = path.split('/').filter(Boolean);
  const from = segments.findIndex((segment) => !['api', 'v1', 'ext'].includes(segment.toLowerCase()));
  return from < 0 ? [] : segments.slice(from);
}

/** Returns one spelling for all letter cases, underscores, singular and plural of a segment. */
function fold(segment: string): string {
  return segment.toLowerCase().replaceAll('_', '-').replace(/s$/, '');
}

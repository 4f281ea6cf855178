import { lazy } from './operation.ts';
import { operations } from './operations.ts';

/** Common wrong paths that aren't misspellings, with the intended paths. */
const intendedPaths = {
  '/api/v1/ext/payment-sessions/batch': '/api/v1/ext/payment-sessions/request/batch',
  '/api/v1/ext/payment-stops/links/query': '/api/v1/ext/payment-stops/query',
  '/api/v1/ext/payment-stops/links/reorder': '/api/v1/ext/payment-stops/reorder',
} as const;

/**
 * Returns the path of an operation that a wrong path resembles (contract section 13); undefined if there is
 * none. The paths can differ in slashes, letter case, underscores, a final `s`, or the prefix `/api/v1/ext`.
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
  /** Folded segments of the path; null for a parameter. */
  readonly form: readonly (string | null)[];
  readonly target: string;
}

/**
 * Forms of all paths, with the fewest parameters first, as in the router. Leaves out `/{session_id}`, because
 * every path with one segment resembles it.
 */
const pathForms = lazy((): readonly PathForm[] =>
  [
    ...Object.entries(intendedPaths),
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

/** Returns the segments of a path without `api`, `v1` and `ext` at its beginning. */
function splitPath(path: string): string[] {
  const segments = path.split('/').filter(Boolean);
  const from = segments.findIndex((segment) => !['api', 'v1', 'ext'].includes(segment.toLowerCase()));
  return from < 0 ? [] : segments.slice(from);
}

/** Removes differences in spelling: `Payment_Sessions` becomes `payment-session`. */
function fold(segment: string): string {
  return segment.toLowerCase().replaceAll('_', '-').replace(/s$/, '');
}

import { lazy } from './operation.ts';
import { operations } from './operations.ts';

/** Wrong paths that callers try, with the intended path, because no spelling rule relates the two. */
const misplaced = {
  '/api/v1/ext/payment-sessions/batch': '/api/v1/ext/payment-sessions/request/batch',
  '/api/v1/ext/payment-stops/links/query': '/api/v1/ext/payment-stops/query',
  '/api/v1/ext/payment-stops/links/reorder': '/api/v1/ext/payment-stops/reorder',
} as const;

/**
 * Returns the operation path that a wrong one resembles (contract section 13): with duplicate or trailing
 * slashes, another letter case, underscores, a singular or plural, or another API's prefix. Undefined for an
 * operation's own path.
 */
export function suggestPath(path: string): string | undefined {
  const segments = segmentsOf(path);
  const folded = segments.map(fold);
  const near = forms().filter(
    ({ form }) =>
      form.length === folded.length && form.every((one, at) => one === null || one === folded[at]),
  );
  const [first] = near;
  if (!first || near.some(({ target }) => target === path)) return undefined;
  const values = segments.filter((_, at) => first.form[at] === null);
  const meant = first.target.replace(/\{\w+\}/g, () => values.shift() ?? '');
  return meant === path ? undefined : meant;
}

interface Form {
  readonly form: readonly (string | null)[];
  readonly target: string;
}

/** Fewer parameters first, as in routing; a path of only a parameter would resemble everything. */
const forms = lazy((): readonly Form[] =>
  [
    ...Object.entries(misplaced),
    ...operations
      .flatMap(({ path, aliases = [] }) => [path, ...aliases.map((alias) => alias.path)])
      .map((path) => [path, path] as const),
  ]
    .map(([path, target]) => ({
      form: segmentsOf(path).map((segment) => (segment.startsWith('{') ? null : fold(segment))),
      target,
    }))
    .filter(({ form: [first] }) => typeof first === 'string')
    .sort((one, other) => parametersIn(one) - parametersIn(other)),
);

function parametersIn({ form }: Form): number {
  return form.filter((segment) => segment === null).length;
}

/** Returns the segments of a path below the prefix of its API. */
function segmentsOf(path: string): string[] {
  const segments = path.split('/').filter(Boolean);
  const from = segments.findIndex((segment) => !['api', 'v1', 'ext'].includes(segment.toLowerCase()));
  return from < 0 ? [] : segments.slice(from);
}

/** Folds the letter cases, underscores, singular and plural of a segment into one spelling. */
function fold(segment: string): string {
  return segment.toLowerCase().replaceAll('_', '-').replace(/s$/, '');
}

import type * as z from 'zod';
import type { Fault } from '../problem.ts';

/**
 * Every fault of a failed validation, in the order of the schema: a detail that reads after the field's name
 * (`must be a text, not a number`), and the JSON Pointer of the place (contract section 1).
 */
export function faultsOf(error: z.ZodError): Fault[] {
  return error.issues.map((issue) => ({ detail: issue.message, pointer: pointerOf(issue.path) }));
}

/** JSON Pointer (RFC 6901) of a path: `['items', 1, 'a/b']` is `/items/1/a~1b`; the empty path is the whole body. */
export function pointerOf(path: readonly PropertyKey[]): string {
  let pointer = '';
  for (const step of path) pointer += `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return pointer;
}

/** The path of a pointer; list indexes stay texts. */
export function pathOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** What was given where something else was wanted: `a text`; undefined where there is no name for it. */
export function kindOf(input: unknown): string | undefined {
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'a list';
  switch (typeof input) {
    case 'string':
      return 'a text';
    case 'number':
      return 'a number';
    case 'boolean':
      return input ? 'true' : 'false';
    case 'object':
      return 'an object';
    default:
      return undefined;
  }
}

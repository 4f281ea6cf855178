import { type Method, type Operation, operations } from '@svc-simulator/contract';
import { generated, placesOf } from './subjects.ts';

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Each path with each method that it does not take. */
export const wrongMethods = () => {
  const byPath = new Map<string, { readonly operation: Operation; readonly taken: Set<string> }>();
  for (const operation of operations) {
    const shape = shapeOf(operation.path);
    const known = byPath.get(shape) ?? { operation, taken: new Set() };
    byPath.set(shape, known);
    known.taken.add(operation.method);
  }
  return [...byPath].flatMap(([, { operation, taken }]) =>
    methods
      // What a browser asks for under /console is a page; and a path may be another one's with its parameter filled in.
      .filter((method) => method !== 'GET' || !operation.path.startsWith('/console/'))
      .filter((method) => !operations.some((one) => one.method === method && overlaps(one, operation.path)))
      .map((method) =>
        generated(operation, 'method', [
          method,
          'negative',
          'conventions.unknown-path',
          [
            {
              call: operation.id,
              as: 'nobody',
              method,
              params: placesOf(operation),
              want: { status: 405, headers: { allow: { $: { pattern: [...taken][0] } } } },
            },
          ],
        ]),
      ),
  );
};

function shapeOf(path: string): string {
  return path.replace(/\{\w+\}/g, '{}');
}

function overlaps({ path, aliases = [] }: Operation, other: string): boolean {
  return [path, ...aliases.map((alias) => alias.path)].some((own) => {
    const pattern = new RegExp(`^${own.replace(/\{\w+\}/g, '[^/]+')}$`);
    return pattern.test(other);
  });
}

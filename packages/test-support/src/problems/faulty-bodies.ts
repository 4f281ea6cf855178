import { type Operation, openApiDocument } from '@svc-simulator/contract';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

const document = openApiDocument({ serverUrl: 'http://127.0.0.1:4010', version: '1.2.3' });

/** In place of a field: of no type, of every type, too small, too large. */
const wrongValues = [
  ...[undefined, null, true, [], {}, [{}], { text: 7 }],
  ...[-1, 0, 1.234, 1e12, 1e300, '', ' ', 'zz', '2001-01-01T00:00:00Z'],
  'x'.repeat(3000),
  Array.from({ length: 1100 }, () => 7),
];

/**
 * Bodies that are all wrong in another way: no JSON, no object, the example with each field replaced by a wrong value, and with
 * all fields of a depth replaced by each wrong value, since all faults of a body are told at once.
 */
export function faultyBodies(operation: Operation, example: unknown): string[] {
  const bodies = [
    '',
    '{',
    '{"a":1,}',
    '"a',
    'null',
    '[]',
    '7',
    '{"\\x":1}',
    `${'['.repeat(40)}${']'.repeat(40)}`,
  ];
  const withStranger = { ...(example as object), stranger: 1 };
  const paths = pathsIn(bodySchema(operation), 3);
  const single = paths.map((path, at) =>
    withValue(example ?? {}, path, wrongValues[at % wrongValues.length]),
  );
  const together = [1, 2, 3, 4].flatMap((length) =>
    wrongValues.map((value) =>
      paths
        .filter((path) => path.length === length)
        .reduce<unknown>((body, path) => withValue(body, path, value), example ?? {}),
    ),
  );
  const texts = [withStranger, ...single, ...together].map((body) => JSON.stringify(body));
  return [...new Set([...bodies, ...texts])];
}

/** The names of a query's fields. */
export function queryNames({ path, method }: Operation): string[] {
  const { parameters = [] } = declared(path, method) as { parameters?: { in: string; name: string }[] };
  return parameters.filter((one) => one.in === 'query').map(({ name }) => name);
}

function declared(path: string, method: string): object {
  const paths = document.paths as Record<string, Record<string, object>>;
  return paths[path]?.[method.toLowerCase()] ?? {};
}

function bodySchema({ path, method }: Operation): Schema {
  const { requestBody } = declared(path, method) as {
    requestBody?: { content: Record<string, { schema: Schema }> };
  };
  return requestBody?.content['application/json']?.schema ?? {};
}

/** Paths of the fields of a schema, lists by their first item, down to a depth. */
function pathsIn(schema: Schema, depth: number): (string | number)[][] {
  if (depth === 0) return [];
  if (schema.$ref) return pathsIn(named(schema.$ref), depth);
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const inItems = schema.items ? pathsIn(schema.items, depth).map((path) => [0, ...path]) : [];
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    [name],
    ...pathsIn(field, depth - 1).map((path) => [name, ...path]),
  ]);
  return [...own, ...inItems, ...parts.flatMap((part) => pathsIn(part, depth))];
}

function named(pointer: string): Schema {
  const found = pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], document);
  return found as Schema;
}

function withValue(whole: unknown, [step, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const [first, ...others] = Array.isArray(whole) ? whole : [];
    return [withValue(first, rest, value), ...others];
  }
  const members = (typeof whole === 'object' && whole !== null ? whole : {}) as Record<string, unknown>;
  return { ...members, [step]: withValue(members[step], rest, value) };
}

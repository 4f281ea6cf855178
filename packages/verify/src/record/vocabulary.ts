import {
  isObject,
  lazy,
  membersOf,
  type Operation,
  openApiDocument,
  operations,
} from '@svc-simulator/contract';

/** Headers that a recording may name beside those of the contract. */
const USUAL_HEADERS = `accept accept-encoding accept-language age allow authorization cache-control connection content-disposition
  content-encoding content-language content-length content-type date etag expires host idempotency-key keep-alive last-modified link
  location pragma retry-after server set-cookie strict-transport-security transfer-encoding user-agent vary via www-authenticate
  x-content-type-options x-frame-options x-pos-signature x-pos-timestamp x-powered-by x-request-id`;

/** The payment page's keys that end a payment in a known way (contract section 5). */
const OTPS = ['000000', '111111', '222222', '333333'];

/** The words that a recording is made of. They come of the contract, none of an exchange. */
export interface Vocabulary {
  readonly headers: ReadonlySet<string>;
  /** Field names, each with the values that the contract lists for it. */
  readonly fields: ReadonlyMap<string, ReadonlySet<unknown>>;
}

export const vocabulary = lazy((): Vocabulary => {
  const document = openApiDocument({ serverUrl: 'http://simulator.invalid', version: '0' });
  const fields = new Map<string, Set<unknown>>();
  const headers = new Set(USUAL_HEADERS.split(/\s+/));
  const listed = (name: string) => fields.get(name) ?? fields.set(name, new Set()).get(name) ?? new Set();
  walk(document, (node) => {
    for (const [name, schema] of Object.entries(membersOf(node.properties)))
      for (const value of [true, false, ...valuesListed(schema, document)]) listed(name).add(value);
    for (const name of Object.keys(membersOf(node.headers))) headers.add(name.toLowerCase());
    if (typeof node.name === 'string' && node.in === 'header') headers.add(node.name.toLowerCase());
    if (typeof node.name === 'string' && (node.in === 'query' || node.in === 'path'))
      for (const value of [true, false, ...valuesListed(node.schema, document)]) listed(node.name).add(value);
  });
  for (const otp of OTPS) listed('otp').add(otp);
  return { headers, fields };
});

function walk(node: unknown, visit: (node: Readonly<Record<string, unknown>>) => void): void {
  if (isObject(node)) visit(node);
  for (const inner of Object.values(membersOf(node))) walk(inner, visit);
}

/** What `enum` and `const` of a schema list, of its alternatives and items too; nothing where it lists nothing. */
function valuesListed(schema: unknown, document: unknown): readonly unknown[] {
  const { enum: values, const: value, anyOf, items, $ref } = membersOf(schema);
  if (typeof $ref === 'string') {
    const target = $ref
      .split('/')
      .slice(1)
      .reduce((inner: unknown, name) => membersOf(inner)[name], document);
    return isObject(membersOf(target).properties) ? [] : valuesListed(target, document);
  }
  const own = Array.isArray(values) ? values : value === undefined ? [] : [value];
  const alternatives = Array.isArray(anyOf) ? anyOf : [];
  return [
    ...own,
    ...[...alternatives, items].flatMap((inner) => (inner ? valuesListed(inner, document) : [])),
  ];
}

/** A request's operation and the values of its path parameters. */
export interface Matched {
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
}

const routes = lazy(() =>
  operations
    .flatMap((operation) =>
      [operation.path, ...(operation.aliases ?? []).map(({ path }) => path)].map((path) => ({
        operation,
        names: [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []),
        pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}$`),
      })),
    )
    // A literal segment wins over a parameter.
    .toSorted((one, other) => one.names.length - other.names.length),
);

/** The operation that a request is of; undefined for one that the contract does not have. */
export function matched(method: string, pathname: string): Matched | undefined {
  for (const { operation, names, pattern } of routes()) {
    const values = operation.method === method ? pattern.exec(pathname) : null;
    if (values) {
      const params = Object.fromEntries(names.map((name, at) => [name, decoded(values[at + 1] ?? '')]));
      return { operation, params };
    }
  }
  return undefined;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

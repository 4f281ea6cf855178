import { type Operation, operations } from '@svc-simulator/contract';
import fc from 'fast-check';
import * as z from 'zod';
import { brokenBodies, chooseByWeight, hostileJson, hostileTexts } from './hostile-values.ts';

/**
 * A request that is sent to several simulators. Each `Target` replaces `{{name}}` with its own id or token.
 */
export interface AbusiveRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Values for the path parameters, by parameter name. */
const pathParameterValues: Readonly<Record<string, readonly string[]>> = {
  session_id: ['{{session}}', '{{paid}}'],
  id: ['{{session}}', '{{paid}}'],
  account_id: ['{{account}}'],
  merchantId: ['{{merchant}}'],
  serialNumber: ['SN-1'],
  serial: ['SN-1'],
  batch: ['1'],
  orderId: ['{{order}}'],
  batchNumber: ['1'],
  receiver: ['captura', 'fail'],
  delivery_id: ['{{delivery}}'],
  stop_id: ['stp_1'],
  class_id: ['{{class}}'],
  short_name: ['{{trainee}}'],
  code: ['AAAA-AAAA-AAAA-AAAA'],
  token_id: ['{{spare}}', '{{spareKey}}'],
};

/** Operations that are called rarely, because they hash a password (90 ms) or return a whole document. */
const slowOperations = new Set([
  'registerConsoleAccount',
  'registerAccount',
  'loginConsole',
  'loginApi',
  'loginMerchant',
  'registerMerchant',
  'createConsoleMerchant',
  'changePassword',
  'resetTraineePassword',
  'deleteAccount',
  'getOpenApi',
  'getFidelity',
]);
const frequentOperations = operations.filter(({ id }) => !slowOperations.has(id));
const rareOperations = operations.filter(({ id }) => slowOperations.has(id));

const pathValue = chooseByWeight(
  [
    3,
    fc.constantFrom('00000000-0000-4000-8000-000000000000', 'acc_0000000000000000', 'cls_0000000000000000'),
  ],
  [2, fc.constantFrom(...hostileTexts.filter((text) => text.length < 2000)).map(escapeText)],
  [1, fc.constantFrom('%', '%zz', '%E0%A4%A', '%00', '..', '.', '%2e%2e', 'a%2Fb')],
);

interface Property {
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Property>>;
}

/** Returns the members of a schema of the contract, by name. */
function propertiesOf(schema: Operation['body']): Readonly<Record<string, Property>> {
  const described = schema && z.toJSONSchema(schema(), { io: 'input', unrepresentable: 'any' });
  return (described as Property | undefined)?.properties ?? {};
}

/** Fields that are never sent: calls would wait for a frozen clock, or get 5xx responses on purpose. */
const omittedFields: readonly string[] = ['latency_ms', 'error_rate'];

const declaredFields = new Map(
  operations.map((operation) => [
    operation.id,
    { body: propertiesOf(operation.body), query: Object.keys(propertiesOf(operation.query)) },
  ]),
);

function escapeText(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

function pathOf({ id, path }: Operation): fc.Arbitrary<string> {
  const parts = path.split('/').map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) return fc.constant(part);
    if (!pathParameterValues[name]) throw new Error(`add values for {${name}} to pathParameterValues`);
    return chooseByWeight([3, fc.constantFrom(...pathParameterValues[name])], [1, pathValue]);
  });
  const query = chooseByWeight(
    [6, fc.constant('')],
    [
      2,
      fc
        .tuple(
          fc.constantFrom(
            ...(declaredFields.get(id)?.query ?? []),
            'limit',
            'cursor',
            'lang',
            '__proto__',
            'x',
          ),
          pathValue,
        )
        .map(([name, value]) => `?${name}=${value}`),
    ],
    [1, fc.constantFrom('?', '?&&=', '?limit=5&limit=6', '?%00', '?limit=%', '?a[b]=c&a[]=d')],
  );
  return fc.tuple(fc.tuple(...parts), query).map(([segments, search]) => segments.join('/') + search);
}

function bodyOf(operation: Operation): fc.Arbitrary<string | null> {
  if (operation.method === 'GET') return fc.constant(null);
  const { example } = operation;
  const brokenBody = fc.constantFrom(...brokenBodies);
  if (typeof example !== 'object' || example === null)
    return fc.oneof(brokenBody, hostileJson, fc.constant('{}'));
  const text = JSON.stringify(example)
    .replace(/"agr_[0-9a-f]+"/g, '"{{agreement}}"')
    // The simulator must send nothing to a domain that somebody can own.
    .replace(/\.example\b/g, '.invalid')
    .replaceAll('localhost:3000', 'localhost:9');
  const properties = { ...example, ...declaredFields.get(operation.id)?.body } as Record<string, Property>;
  const names = Object.keys(properties).filter((name) => !omittedFields.includes(name));
  const member = fc.constantFrom(...names).chain((name) => {
    const values = (properties[name]?.enum ?? []).map((value) => JSON.stringify(value));
    return fc.tuple(fc.constant(name), fc.oneof(hostileJson, ...values.map((value) => fc.constant(value))));
  });
  return chooseByWeight(
    [2, fc.constant(text)],
    [8, member.map(([name, value]) => withMember(text, name, value))],
    [1, fc.constantFrom(...names).map((name) => withMember(text, name, undefined))],
    [1, member.map(([name, value]) => `{${JSON.stringify(name)}:${value},${text.slice(1)}`)],
    [1, brokenBody],
  );
}

/** Returns an object's JSON with one member replaced by a JSON text, or removed. */
function withMember(text: string, name: string, value: string | undefined): string {
  const { [name]: _replaced, ...others } = JSON.parse(text) as Record<string, unknown>;
  const rest = JSON.stringify(others).slice(1, -1);
  const member = value === undefined ? '' : `${JSON.stringify(name)}:${value}`;
  return `{${[member, rest].filter(Boolean).join(',')}}`;
}

function headersOf(operation: Operation): fc.Arbitrary<Record<string, string>> {
  const validAuthorization = {
    api: 'Bearer {{token}}',
    console: 'Bearer {{console}}',
    merchant: 'Bearer {{jwt}}',
    terminal: operation.orMerchant ? 'Bearer {{jwt}}' : '',
    none: '',
    operator: '',
  }[operation.auth];
  const authorization = chooseByWeight(
    [12, fc.constant(validAuthorization)],
    [
      1,
      fc.constantFrom(
        '',
        'Bearer',
        'Bearer ',
        'Basic e30=',
        'Bearer {{token}}x',
        'bearer {{token}}',
        'Bearer {{console}}',
        'Bearer {{jwt}}',
        'Bearer eyJhbGciOiJub25lIn0.e30.',
        `Bearer ${'x'.repeat(8000)}`,
        'Bearer a b c',
      ),
    ],
  );
  const contentType = chooseByWeight(
    [8, fc.constant('application/json')],
    [
      1,
      fc.constantFrom(
        '',
        'text/plain',
        'application/problem+json',
        'application/json; charset=latin1',
        'APPLICATION/JSON',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'a/b/c',
      ),
    ],
  );
  const otherHeaders = chooseByWeight(
    [8, fc.constant({})],
    [
      1,
      fc
        .constantFrom('k', 'k', 'ü', 'x'.repeat(5000), '__proto__')
        .map((key) => ({ 'idempotency-key': Buffer.from(key).toString('latin1') })),
    ],
    [
      1,
      fc.constantFrom(
        { accept: 'text/html' },
        { accept: 'text/csv' },
        { accept: '*/*;q=0' },
        { 'accept-language': ',;q=9,,en-;q=x' },
        { cookie: 'sim_console=;;;=' },
        { 'last-event-id': '-1' },
        { 'x-pos-timestamp': 'now', 'x-pos-signature': 'zz' },
        { 'x-pos-timestamp': '2026-01-01T00:00:00.000Z', 'x-pos-signature': '0'.repeat(64) },
      ),
    ],
  );
  return fc
    .tuple(authorization, contentType, otherHeaders)
    .map(([auth, type, others]) => ({
      ...(auth && { authorization: auth }),
      ...(type && { 'content-type': type }),
      ...others,
    }));
}

function requestOf(operation: Operation): fc.Arbitrary<AbusiveRequest> {
  const method = chooseByWeight(
    [30, fc.constant<string>(operation.method)],
    [1, fc.constantFrom('PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE')],
  );
  return fc.record({
    method,
    path: pathOf(operation),
    headers: headersOf(operation),
    body: bodyOf(operation),
  });
}

/** Requests to every operation; most of them have one fault. */
export const abusiveRequest: fc.Arbitrary<AbusiveRequest> = chooseByWeight(
  [97, fc.constantFrom(...frequentOperations).chain(requestOf)],
  [3, fc.constantFrom(...rareOperations).chain(requestOf)],
);

import { isObject, lazy, type Method, membersOf, type Operation, operations } from '@svc-simulator/contract';
import { englishDocument } from '@svc-simulator/contract/openapi/english.ts';
import { bases, terminal, transaction } from './calls.ts';
import type { Call, Caller, Case, Step } from './case.ts';
import { caseOf } from './cases-of.ts';

/*
 * Returns the cases that follow from the contract's declarations: accepted and refused values of each body
 * field, the order of checks, and each credential, method, and query parameter.
 */
export function generatedCases(): readonly Case[] {
  return [...fields().flatMap(casesOfField), ...operations.flatMap(casesOfOperation), ...wrongMethods()];
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly deprecated?: boolean;
  /** `#/components/schemas/NAME`. */
  readonly $ref?: string;
}

/** A field of an operation's body. */
interface Field {
  readonly operation: Operation;
  readonly path: readonly (string | number)[];
  readonly schema: Schema;
  readonly required: boolean;
}

const document = lazy(() => englishDocument({ serverUrl: 'http://simulator.invalid', version: '0' }));

function valueAt(value: unknown, ...names: readonly (string | number)[]): unknown {
  return names.reduce((inner, name) => membersOf(inner)[name], value);
}

/**
 * Returns the schema at a path of the OpenAPI document. If it is a reference, returns the referenced schema.
 */
function schemaAt(...names: readonly string[]): Schema {
  return resolveReference(membersOf(valueAt(document(), ...names)));
}

function resolveReference(schema: Schema): Schema {
  return schema.$ref === undefined ? schema : schemaAt(...schema.$ref.slice(2).split('/'));
}

/** Operations whose body is validated, with a valid example. The format of a snapshot isn't public. */
const isBodied = ({ body, example, id }: Operation) => body && isObject(example) && id !== 'loadSnapshot';

/** Returns every field of every body, including those of inner objects and of the first item of lists. */
function fields(): readonly Field[] {
  return operations.filter(isBodied).flatMap((operation) => {
    const { path, method } = operation;
    const { requestBody } = membersOf(valueAt(document(), 'paths', path, method.toLowerCase()));
    const schema = valueAt(requestBody, 'content', 'application/json', 'schema');
    return fieldsIn(operation, resolveReference(membersOf(schema)), []);
  });
}

function fieldsIn(operation: Operation, schema: Schema, path: Field['path']): readonly Field[] {
  const { properties = {}, required = [], items } = schema;
  const fields = Object.entries(properties).flatMap(([name, inner]) => {
    const field = {
      operation,
      path: [...path, name],
      schema: resolveReference(inner),
      required: required.includes(name),
    };
    // Older names exist in the schema only to be refused.
    if (Object.keys(field.schema).length === 0 || field.schema.deprecated) return [];
    return [field, ...fieldsIn(operation, field.schema, field.path)];
  });
  return items ? [...fields, ...fieldsIn(operation, resolveReference(items), [...path, 0])] : fields;
}

/** The operations whose generated requests can succeed, with the steps that a valid request requires. */
const before: Readonly<Record<string, readonly Step[]>> = {
  createAgreement: [],
  createPartner: [],
  createButtonSession: [],
  createRequestSession: [],
  createTransaction: [],
  commitTransaction: [...terminal, transaction()],
  createSettlement: terminal,
};

/**
 * Fields whose value can't be generated, because it must exist, equal another value, or has an older name.
 */
const bound =
  /^(agreement_id|terminalSerial|serial|amountReference|due_date_session|currencyReference|currency)$/;

function casesOfField(field: Field): readonly Case[] {
  const { operation, path, required } = field;
  const pointer = path.map((name) => `/${name}`).join('');
  const params = pathParamsOf(operation);
  const refusalSteps = (value: unknown): Step[] => [
    ...(operation.auth === 'terminal' ? terminal : []),
    {
      call: operation.id,
      params,
      body: withValue(operation.example, path, value),
      want: { status: 400, pointsAt: pointer },
    },
  ];
  const acceptanceSteps = (value: unknown): Step[] => [
    ...(before[operation.id] ?? []),
    {
      call: operation.id,
      body: withValue(bases[operation.id], path, value),
      want: { status: operation.status },
    },
  ];
  const wrong = containsParent(operation.example, path) ? wrongValues(field) : [];
  const isFree =
    operation.id in before && containsParent(bases[operation.id], path) && !bound.test(String(path.at(-1)));
  const right = isFree
    ? [...(required || operation.keepsNulls ? [] : [null]), ...rightValues(field.schema)]
    : [];
  const caseName = (value: unknown, isRight: boolean) => `${pointer}.${isRight ? '' : 'no-'}${nameOf(value)}`;
  return [
    ...wrong.map((value) => caseOf(operation.id, caseName(value, false), FAULTS, refusalSteps(value))),
    ...right.map((value) =>
      caseOf(operation.id, caseName(value, true), 'conventions.text-limits', acceptanceSteps(value)),
    ),
  ];
}

const FAULTS = 'Errors: Validation failures list entries in `errors` with a `pointer`';

/**
 * Returns invalid values of a field: missing, null, another type, beyond each bound, blank, and almost equal
 * to a value of the enumeration.
 */
function wrongValues({ schema, required, operation, path }: Field): readonly unknown[] {
  const {
    minimum,
    exclusiveMinimum,
    maximum,
    maxLength,
    minLength,
    minItems,
    maxItems,
    type,
    format,
    pattern,
  } = schema;
  const kinds = kindsOf(schema);
  const [ofAnother] = Object.entries({ number: 7, string: 'x', object: {} }).filter(
    ([kind]) => !kinds.includes(kind),
  );
  const item = valueAt(operation.example, ...path, 0);
  const choice = (schema.enum ?? []).find((value) => typeof value === 'string');
  return [
    ...(required ? [undefined] : []),
    ...(required && !operation.keepsNulls ? [null] : []),
    ...(ofAnother ? [ofAnother[1]] : []),
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(exclusiveMinimum === undefined ? [] : [exclusiveMinimum, exclusiveMinimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(type === 'integer' ? [(minimum ?? 1) + 0.5] : []),
    ...(type === 'number' && exclusiveMinimum === 0 ? [1.005] : []),
    ...(maxLength === undefined ? [] : [longText(format, maxLength + 1)]),
    ...(minLength === undefined ? [] : [longText(format, minLength - 1)]),
    ...(minItems === undefined || minItems === 0 ? [] : [[]]),
    ...(maxItems === undefined || maxItems > 500 || item === undefined
      ? []
      : [Array(maxItems + 1).fill(item)]),
    ...(pattern === '\\S' ? [' ', '\u00a0'] : []),
    ...(choice === undefined ? [] : [`${choice} `, `x${choice}`, swapCase(choice)]),
  ];
}

/**
 * Returns valid values of a field: at each bound, and each value of the enumeration. An emoji counts as one
 * character, as in JSON Schema.
 */
function rightValues({
  minimum,
  exclusiveMinimum,
  maximum,
  maxLength,
  format,
  enum: choices = [],
}: Schema): readonly unknown[] {
  return [
    ...(minimum === undefined ? [] : [minimum]),
    ...(exclusiveMinimum === undefined ? [] : [0.01]),
    ...(maximum === undefined ? [] : [maximum]),
    ...(maxLength === undefined || format === 'email' ? [] : [longText(format, maxLength)]),
    ...(maxLength === undefined || format !== undefined ? [] : ['😀'.repeat(maxLength)]),
    ...choices.filter((value) => typeof value === 'string'),
  ];
}

function kindsOf({ type, anyOf = [], enum: choices = [], const: constant }: Schema): readonly string[] {
  const kinds = typeof type === 'string' ? [type] : (type ?? []);
  const ofValues = [...choices, ...(constant === undefined ? [] : [constant])].map((value) => typeof value);
  return [...kinds, ...ofValues, ...anyOf.flatMap(kindsOf)].map((kind) =>
    kind === 'integer' ? 'number' : kind,
  );
}

/** Returns a text with `length` characters that is valid for the format. */
function longText(format: string | undefined, length: number): string {
  const start = format === 'uri' ? 'https://a.example/' : format === 'email' ? 'a@' : '';
  return start.padEnd(length, 'x');
}

function swapCase(text: string): string {
  return text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();
}

/** Returns a body with one field changed. */
function withValue(body: unknown, [name, ...rest]: Field['path'], value: unknown): unknown {
  if (name === undefined) return value;
  if (!Array.isArray(body))
    return { ...membersOf(body), [name]: withValue(membersOf(body)[name], rest, value) };
  return [withValue(body[0], rest, value), ...body.slice(1)];
}

/**
 * Returns true if a body contains the parent of a field. Otherwise a change of the field would add the
 * parent.
 */
function containsParent(body: unknown, path: Field['path']): boolean {
  const inner = valueAt(body, ...path.slice(0, -1));
  return typeof inner === 'object' && inner !== null;
}

/** Returns path parameters with the ids of objects that don't exist, below the account's own merchant. */
function pathParamsOf({ path }: Operation): Record<string, string> {
  const knownValues: Readonly<Record<string, string>> = {
    merchantId: '{merchantId}',
    serialNumber: '{serialNumber}',
    account_id: '{account_id}',
    receiver: 'captura',
  };
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return Object.fromEntries(names.map((name) => [name, knownValues[name] ?? '{uuid}']));
}

function nameOf(value: unknown): string {
  if (Array.isArray(value)) return `list-${value.length}`;
  if (isObject(value)) return 'object';
  const text = String(value);
  return text.length > 24
    ? `${typeof value}-${text.length}-${text.codePointAt(0)}`
    : (JSON.stringify(value) ?? 'nothing');
}

function casesOfOperation(operation: Operation): readonly Case[] {
  const {
    id,
    auth,
    path,
    aliases = [],
    orMerchant,
    method,
    query,
    media,
    bodyOptional,
    status,
    fullToken,
  } = operation;
  const params = pathParamsOf(operation);
  const generatedCall = (name: string, judges: string, expectation: number, more: Partial<Call>) =>
    caseOf(id, name, judges, [{ call: id, params, ...more, want: { status: expectation } }]);
  const guardedCalls =
    auth === 'none' ? [] : callers.filter((one) => one !== auth && !(orMerchant && one === 'merchant'));
  // Without a credential, a browser's GET returns a page.
  const empty = method === 'GET' ? {} : { text: '{}' };
  const paths = [path, ...aliases.map((alias) => alias.path)];
  const credentials = paths.flatMap((path) =>
    guardedCalls.map((as) =>
      caseOf(id, `${as} ${path}`, 'accounts.token-kinds', [
        {
          call: id,
          params,
          as,
          path: fillPath(path, params),
          ...empty,
          want: { status: 401, ...refusalOf(as) },
        },
      ]),
    ),
  );
  const byKey: readonly Step[] = [
    { call: 'exchangeToken', keep: { consoleToken: '/data/console_token' }, want: { status: 201 } },
    { call: id, params, ...empty, want: { status: 403 } },
  ];
  const tokenKinds = fullToken ? [caseOf(id, 'by-a-key-alone', 'accounts.token-kinds', byKey)] : [];
  const foreign =
    auth === 'merchant'
      ? [generatedCall('of-another-merchant', 'merchants.wrong-merchant', 403, { as: 'other', ...empty })]
      : [];
  const judges = 'conventions.order-of-checks';
  const early = [
    generatedCall('401-before-400', judges, 401, { as: 'nobody', body: [] }),
    generatedCall('401-before-malformed', judges, 401, { as: 'unknown', text: '{' }),
  ];
  const late = [
    generatedCall('415-before-400', judges, 415, { text: '{', type: 'text/plain' }),
    generatedCall('malformed', 'conventions.not-json', 400, { text: '{"a":1,}' }),
    generatedCall('a-list', 'conventions.all-faults', 400, { text: '[1]' }),
  ];
  const fieldOrder = isBodied(operation)
    ? [...(auth === 'none' ? [] : early), ...(auth === 'terminal' || bodyOptional ? [] : late)]
    : [];
  const queries = query && !media?.includes('text/html') ? casesOfQuery(operation, params, status) : [];
  return [...credentials, ...tokenKinds, ...foreign, ...fieldOrder, ...queries];
}

const refusalOf = (as: Caller) => ({
  headers: { 'www-authenticate': 'Bearer' },
  body: { detail: as === 'nobody' ? /missing/ : as === 'unknown' ? /unknown/ : /unknown|[Ww]rong kind/ },
});
const callers: readonly Caller[] = ['nobody', 'unknown', 'api', 'console', 'merchant', 'refresh', 'secret'];

function fillPath(path: string, places: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => places[name] ?? '{uuid}');
}

/**
 * Returns cases for each parameter of a query: at and beyond its bounds, and with valid and invalid values.
 */
function casesOfQuery(
  { id, path, method }: Operation,
  params: Readonly<Record<string, string>>,
  status: number,
): readonly Case[] {
  const parameters = valueAt(document(), 'paths', path, method.toLowerCase(), 'parameters');
  const queryParameters = Array.isArray(parameters)
    ? parameters.filter((one) => membersOf(one).in === 'query')
    : [];
  // The query of a built-in receiver configures its response.
  const isTaken = id !== 'receiveHook';
  return queryParameters.flatMap(({ name, schema }) => {
    const queryCall = (value: string | number, expectation: number) => {
      const query = { [name]: value };
      const want = { status: expectation, ...(expectation === 400 && { pointsAt: `/${name}` }) };
      const steps = [...(path.includes('{serialNumber}') ? terminal : []), { call: id, params, query, want }];
      return caseOf(id, `with ${name}=${String(value).slice(0, 60)}`, 'conventions.lists', steps);
    };
    const { right, wrong } = queryValues(schema);
    return [
      ...(isTaken ? right : []).map((value) => queryCall(value, status)),
      ...wrong.map((value) => queryCall(value, 400)),
    ];
  });
}

function queryValues({ type, enum: choices = [], minimum = 1, maximum, maxLength }: Schema) {
  const values = choices.filter((value) => typeof value === 'string');
  if (values.length > 0) return { right: values, wrong: ['x', `${values[0]}x`] };
  if (type !== 'integer')
    return { right: [], wrong: maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)] };
  const beyond = maximum === undefined ? [] : [maximum + 1];
  return {
    right: [minimum, ...(maximum === undefined ? [] : [maximum])],
    wrong: [minimum - 1, ...beyond, 'x', '1.5', '1e2', ' 1'],
  };
}

/** Returns a case for each path with each method that it doesn't support. */
function wrongMethods(): readonly Case[] {
  const shapes = new Map(operations.map((one) => [one.path.replace(/\{\w+\}/g, '{}'), one]));
  const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  return [...shapes.values()].flatMap((operation) =>
    methods
      // GET under /console returns a page. The second filter skips a path that matches another operation's
      // pattern: `/a/b` also matches `/a/{id}`.
      .filter((method) => method !== 'GET' || !operation.path.startsWith('/console/'))
      .filter((method) => !operations.some((one) => one.method === method && overlaps(one, operation.path)))
      .map((method) => {
        const want = { status: 405, headers: { allow: new RegExp(operation.method) } };
        const call: Call = {
          call: operation.id,
          as: 'nobody',
          method,
          params: pathParamsOf(operation),
          want,
        };
        return caseOf(operation.id, `as-${method}`, 'conventions.unknown-path', [call]);
      }),
  );
}

function overlaps({ path, aliases = [] }: Operation, other: string): boolean {
  const paths = [path, ...aliases.map((alias) => alias.path)];
  return paths.some((pattern) => new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(other));
}

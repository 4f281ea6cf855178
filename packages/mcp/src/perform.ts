import { listDeliveries, listSessions, type Operation } from '@svc-simulator/contract';
import { fromNames, isOneOf, mapValues, membersOf, namesOf } from '@svc-simulator/contract/fields/objects.ts';
import { type Json, plain } from '@svc-simulator/contract/openapi/schemas.ts';
import { memoize } from '@svc-simulator/core';
import * as z from 'zod';
import en from 'zod/v4/locales/en.js';
import es from 'zod/v4/locales/es.js';
import { type Arguments, type Bench, type Tool, ToolError } from './tool.ts';

/**
 * Returns the parts of an input schema that an agent needs: types, choices and required fields. The rest
 * would cost tokens.
 */
export function takenSchema(schema: z.ZodType): Json {
  return shortened(fullSchema(schema), 1, isTaken);
}

/**
 * Returns the parts of an output schema that an agent needs: the fields that are always present, with their
 * types.
 */
export function answeredSchema(schema: z.ZodType): Json {
  return shortened(fullSchema(schema), 1, isAlways);
}

function fullSchema(schema: z.ZodType): Json {
  return z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', override: plain });
}

type Told = (schema: Json, isRequired: boolean) => boolean;

const isTaken: Told = ({ deprecated }) => !deprecated;
const isAlways: Told = (_schema, isRequired) => isRequired;

function shortened(schema: Json, depth: number, isTold: Told): Json {
  const { type, enum: values, const: only, minimum, properties, items, anyOf, required = [] } = schema;
  const inner = (each: unknown, at: number) => shortened(membersOf(each), at, isTold);
  if (Array.isArray(anyOf)) return either(anyOf.map((each) => inner(each, depth)));
  const ofInput = isTold === isTaken && { minimum, ...(depth > 0 && { required: schema.required }) };
  const included = Object.entries(membersOf(properties)).filter(([name, each]) =>
    isTold(membersOf(each), isOneOf(required as readonly string[], name)),
  );
  return JSON.parse(
    JSON.stringify({
      ...{ type, enum: values, const: only, ...ofInput },
      ...(depth > 0 &&
        included.length > 0 && {
          properties: mapValues(Object.fromEntries(included), (each) => inner(each, depth - 1)),
        }),
      ...(depth > 0 && items ? { items: inner(items, depth - 1) } : {}),
    }),
  );
}

/** Merges `null` and one other type into a list of types. */
function either(options: readonly Json[]): Json {
  const [first, ...more] = options.filter(({ type }) => type !== 'null');
  if (!first || more.length > 0) return { anyOf: options };
  if (options.length === 1) return first;
  const { enum: values, ...rest } = first;
  const choices = Array.isArray(values) && { enum: [...values, null] };
  return { ...rest, type: [first.type, 'null'], ...choices };
}

/** Default limit of lists. */
const LIMIT = 20;
const LONGEST = 100;

/** Returns the schemas of an operation's path, query and body. */
function placesOf({ path, query, body }: Operation): readonly [Json, Json, Json] {
  const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const required = params.filter((name) => name !== 'merchantId');
  const properties = fromNames(required, () => ({ type: 'string' }));
  const ofPath = { properties, required, isPath: true };
  return [ofPath, query ? takenSchema(query()) : {}, body ? takenSchema(body()) : {}];
}

export const requiredOf = ({ required }: Json): readonly string[] =>
  Array.isArray(required) ? required : [];
const fieldsOf = (schema: Json) => Object.entries(membersOf(schema.properties));

export const inputOf = memoize(64, (tool: Tool): Json => {
  const { actions = {}, chooser = 'action', takes, without = [], fills = {} } = tool;
  const names = Object.keys(actions);
  const ownSchemas = takes ? [takenSchema(takes())] : [];
  const ofOperations = Object.values(actions).flatMap(placesOf);
  const properties: Record<string, unknown> =
    names.length > 1 ? { [chooser]: { enum: names, default: names[0] } } : {};
  for (const [name, schema] of ofOperations.flatMap(fieldsOf)) {
    const isSame = JSON.stringify(properties[name] ?? schema) === JSON.stringify(schema);
    // Only the simulator can check an argument that operations define differently.
    properties[name] = isSame ? schema : {};
  }
  Object.assign(properties, ...ownSchemas.map((each) => each.properties));
  for (const name of without) delete properties[name];
  const required = [...(names.length === 1 ? ofOperations : []), ...ownSchemas].flatMap((each) =>
    requiredOf(each).filter((name) => name in properties && (each.isPath || !(name in fills))),
  );
  return { type: 'object', properties, ...(required.length > 0 && { required: [...new Set(required)] }) };
});

export const outputOf = memoize(64, ({ answers, actions = {} }: Tool): Json => {
  const [operation, ...others] = Object.values(actions);
  const data = answers ?? operation?.data;
  const schema = data ? answeredSchema(data()) : {};
  if (schema.type !== 'array') return { ...schema, type: 'object' };
  const items = { type: 'array', items: others.length > 0 ? { type: 'object' } : schema.items };
  return { type: 'object', properties: { items, next_cursor: { type: ['string', 'null'] } } };
});

const checks: Readonly<Record<string, () => z.ZodType>> = {
  string: z.string,
  number: z.number,
  integer: z.int,
  boolean: z.boolean,
  object: () => z.looseObject({}),
  array: () => z.array(z.unknown()),
};

/** Checks the type of an argument; only the simulator checks its content. */
function checkOf({ type, enum: choices }: Json): z.ZodType {
  return Array.isArray(choices) ? z.literal(choices) : (checks[String(type)]?.() ?? z.unknown());
}

const checkOfTool = memoize(64, (tool: Tool) => {
  const input = inputOf(tool);
  const fields = mapValues(membersOf(input.properties), (schema, name) => {
    const check = checkOf(membersOf(schema));
    return requiredOf(input).includes(name) ? check : check.optional();
  });
  return z.strictObject(fields);
});

const words = { en: en().localeError, es: es().localeError };

/**
 * Reports invalid arguments in terms of the tool's schema, because operations don't know tools. @throws
 * ToolError
 */
function expectFits(tool: Tool, { t }: Bench, argumentsGiven: Arguments, wholeTool = tool): void {
  const { error } = checkOfTool(tool).safeParse(argumentsGiven, { error: words[t.lang] });
  if (!error) return;
  const problems = error.issues.map(({ path, message }) => [...path, message].join(': '));
  const faults = problems.join('; ').replaceAll('"', '');
  // The default action may be omitted.
  const ownNames = Object.keys(membersOf(inputOf(tool).properties));
  const argumentList = (
    ownNames.length > 0 ? ownNames : Object.keys(membersOf(inputOf(wholeTool).properties))
  ).join(', ');
  throw new ToolError('invalid_argument', t('mcp.error.arguments', { faults, known: argumentList }));
}

/** Splits a tool into one for each operation, because each accepts fewer arguments. */
export const alonesOf = memoize(64, (tool: Tool) =>
  mapValues(tool.actions ?? {}, (operation, name): Tool => ({ ...tool, actions: { [name]: operation } })),
);

export async function perform(tool: Tool, bench: Bench, input: Arguments): Promise<object> {
  // Some models send null for omitted arguments.
  const present = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
  expectFits(tool, bench, present);
  const completeArguments = await withWholeIds(bench, present);
  if (tool.run) return tool.run(bench, completeArguments);
  const { chooser = 'action', actions = {} } = tool;
  const { [chooser]: actionName = Object.keys(actions)[0], ...args } = completeArguments;
  const [alone, operation] = [alonesOf(tool)[String(actionName)], actions[String(actionName)]];
  if (!alone || !operation) throw new Error(`${tool.name} does nothing`);
  expectFits(alone, bench, args, tool);
  return performed(tool, bench, operation, args);
}

/** Ids that may be abbreviated, as in the lines of a story, with their lists. */
const shortIds = { session_id: listSessions, delivery_id: listDeliveries } as const;
const SHORTEST = 8;
const WHOLE = 36;

/** Completes abbreviated ids that are unique. @throws ToolError when several match */
async function withWholeIds({ t, call }: Bench, args: Arguments): Promise<Arguments> {
  const completed: Record<string, unknown> = { ...args };
  for (const name of namesOf(shortIds)) {
    const id = args[name];
    if (typeof id !== 'string' || id.length < SHORTEST || id.length >= WHOLE) continue;
    const { data } = await call(shortIds[name], { query: { q: id, by: 'all', limit: LONGEST } });
    const rows: readonly unknown[] = Array.isArray(data) ? data : [];
    const ids = rows
      .map((row) => String(membersOf(row)[name] ?? membersOf(row).id))
      .filter((each) => each.startsWith(id));
    if (ids.length > 1)
      throw new ToolError(
        'invalid_argument',
        t('mcp.error.several', { id, ids: ids.slice(0, 5).join(', ') }),
      );
    completed[name] = ids[0] ?? id;
  }
  return completed;
}

async function performed(
  { fills = {} }: Tool,
  bench: Bench,
  operation: Operation,
  args: Arguments,
): Promise<object> {
  const [params, query, body] = placesOf(operation).map((place) => fieldsOf(place).map(([name]) => name));
  const complete: Record<string, unknown> = { ...args };
  for (const [name, fill] of Object.entries(fills))
    if (body?.includes(name)) complete[name] ??= await fill(bench, args);
  const pick = (names: readonly string[] = []) =>
    Object.fromEntries(
      names.flatMap((name) => (complete[name] === undefined ? [] : [[name, String(complete[name])]])),
    );
  const rest = Object.entries(complete).filter(
    ([name, value]) => value !== undefined && !params?.includes(name) && !query?.includes(name),
  );
  const { data, nextCursor } = await bench.call(operation, {
    params: pick(params),
    query: {
      ...(operation.paged && { limit: LIMIT }),
      // The latest items are the relevant ones.
      ...(query?.includes('order') && { order: 'desc' }),
      ...pick(query),
      ...(Number(args.limit) > LONGEST && query?.includes('limit') && { limit: LONGEST }),
    },
    ...(operation.body && { body: Object.fromEntries(rest) }),
  });
  if (Array.isArray(data)) return { items: data, next_cursor: nextCursor };
  // Pictures are long and useless to a model.
  return mapValues(membersOf(data), (value) => (isPicture(value) ? 'data:…' : value));
}

function isPicture(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('data:');
}

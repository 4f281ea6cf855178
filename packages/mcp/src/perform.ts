import { listDeliveries, listSessions, type Operation } from '@svc-simulator/contract';
import { fromNames, isOneOf, mapValues, membersOf, namesOf } from '@svc-simulator/contract/fields/objects.ts';
import { describeWireFormat, type Json } from '@svc-simulator/contract/openapi/schemas.ts';
import { memoize } from '@svc-simulator/core';
import * as z from 'zod';
import en from 'zod/v4/locales/en.js';
import es from 'zod/v4/locales/es.js';
import { type Tool, type ToolArguments, type ToolContext, ToolError } from './tool.ts';

/**
 * Returns an input schema with only types, choices and required fields. The rest would cost the agent tokens.
 */
export function inputSchemaForAgents(schema: z.ZodType): Json {
  return shortenSchema(fullSchema(schema), 1, isOffered);
}

/** Returns an output schema with only the types of the fields that are always present. */
export function outputSchemaForAgents(schema: z.ZodType): Json {
  return shortenSchema(fullSchema(schema), 1, isAlwaysPresent);
}

function fullSchema(schema: z.ZodType): Json {
  return z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', override: describeWireFormat });
}

type IncludesField = (schema: Json, isRequired: boolean) => boolean;

const isOffered: IncludesField = ({ deprecated }) => !deprecated;
const isAlwaysPresent: IncludesField = (_schema, isRequired) => isRequired;

function shortenSchema(schema: Json, depth: number, includes: IncludesField): Json {
  const { type, enum: values, const: only, minimum, properties, items, anyOf, required = [] } = schema;
  const inner = (member: unknown, depthLeft: number) => shortenSchema(membersOf(member), depthLeft, includes);
  if (Array.isArray(anyOf)) return mergeNull(anyOf.map((option) => inner(option, depth)));
  const inputParts = includes === isOffered && { minimum, ...(depth > 0 && { required: schema.required }) };
  const included = Object.entries(membersOf(properties)).filter(([name, member]) =>
    includes(membersOf(member), isOneOf(required as readonly string[], name)),
  );
  return JSON.parse(
    JSON.stringify({
      type,
      enum: values,
      const: only,
      ...inputParts,
      ...(depth > 0 &&
        included.length > 0 && {
          properties: mapValues(Object.fromEntries(included), (member) => inner(member, depth - 1)),
        }),
      ...(depth > 0 && items ? { items: inner(items, depth - 1) } : {}),
    }),
  );
}

/** Merges `null` and one other type into a list of types: `['string', 'null']`. */
function mergeNull(options: readonly Json[]): Json {
  const [first, ...otherOptions] = options.filter(({ type }) => type !== 'null');
  if (!first || otherOptions.length > 0) return { anyOf: options };
  if (options.length === 1) return first;
  const { enum: values, ...rest } = first;
  const choices = Array.isArray(values) && { enum: [...values, null] };
  return { ...rest, type: [first.type, 'null'], ...choices };
}

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

/** Returns the schemas of an operation's path, query and body. */
function requestSchemas({ path, query, body }: Operation): readonly [Json, Json, Json] {
  const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  // The tool has no `merchantId`: `execute` adds the id of the account's own merchant.
  const required = params.filter((name) => name !== 'merchantId');
  const properties = fromNames(required, () => ({ type: 'string' }));
  const pathSchema = { properties, required, isPath: true };
  return [pathSchema, query ? inputSchemaForAgents(query()) : {}, body ? inputSchemaForAgents(body()) : {}];
}

export const requiredOf = ({ required }: Json): readonly string[] =>
  Array.isArray(required) ? required : [];
const schemaFields = (schema: Json) => Object.entries(membersOf(schema.properties));

export const toolInput = memoize(64, (tool: Tool): Json => {
  const { actions = {}, chooser = 'action', takes, without = [], fills = {} } = tool;
  const names = Object.keys(actions);
  const ownSchemas = takes ? [inputSchemaForAgents(takes())] : [];
  const operationSchemas = Object.values(actions).flatMap(requestSchemas);
  const properties: Record<string, unknown> =
    names.length > 1 ? { [chooser]: { enum: names, default: names[0] } } : {};
  for (const [name, schema] of operationSchemas.flatMap(schemaFields)) {
    const isSame = JSON.stringify(properties[name] ?? schema) === JSON.stringify(schema);
    // If operations define an argument differently, the tool accepts any value, and only the simulator checks
    // it.
    properties[name] = isSame ? schema : {};
  }
  Object.assign(properties, ...ownSchemas.map((schema) => schema.properties));
  for (const name of without) delete properties[name];
  const required = [...(names.length === 1 ? operationSchemas : []), ...ownSchemas].flatMap((schema) =>
    requiredOf(schema).filter((name) => name in properties && (schema.isPath || !(name in fills))),
  );
  return { type: 'object', properties, ...(required.length > 0 && { required: [...new Set(required)] }) };
});

export const toolOutput = memoize(64, ({ answers, actions = {} }: Tool): Json => {
  const [operation, ...otherOperations] = Object.values(actions);
  const data = answers ?? operation?.data;
  const schema = data ? outputSchemaForAgents(data()) : {};
  if (schema.type !== 'array') return { ...schema, type: 'object' };
  const items = { type: 'array', items: otherOperations.length > 0 ? { type: 'object' } : schema.items };
  return { type: 'object', properties: { items, next_cursor: { type: ['string', 'null'] } } };
});

const typeChecks: Readonly<Record<string, () => z.ZodType>> = {
  string: z.string,
  number: z.number,
  integer: z.int,
  boolean: z.boolean,
  object: () => z.looseObject({}),
  array: () => z.array(z.unknown()),
};

function typeCheck({ type, enum: choices }: Json): z.ZodType {
  return Array.isArray(choices) ? z.literal(choices) : (typeChecks[String(type)]?.() ?? z.unknown());
}

const argumentsSchema = memoize(64, (tool: Tool) => {
  const input = toolInput(tool);
  const fields = mapValues(membersOf(input.properties), (schema, name) => {
    const check = typeCheck(membersOf(schema));
    return requiredOf(input).includes(name) ? check : check.optional();
  });
  return z.strictObject(fields);
});

const argumentTexts = { en: en().localeError, es: es().localeError };

/**
 * Checks arguments against the tool's schema. The operation's own errors would name its fields instead of the
 * tool's arguments.
 * @throws ToolError
 */
function checkArguments(tool: Tool, { t }: ToolContext, args: ToolArguments, wholeTool = tool): void {
  const { error } = argumentsSchema(tool).safeParse(args, { error: argumentTexts[t.lang] });
  if (!error) return;
  const problems = error.issues.map(({ path, message }) => [...path, message].join(': '));
  const faults = problems.join('; ').replaceAll('"', '');
  // If the operation has no arguments, the call probably omitted the action. Then the error lists the
  // arguments of all actions.
  const ownNames = Object.keys(membersOf(toolInput(tool).properties));
  const argumentList = (
    ownNames.length > 0 ? ownNames : Object.keys(membersOf(toolInput(wholeTool).properties))
  ).join(', ');
  throw new ToolError('invalid_argument', t('mcp.error.arguments', { faults, known: argumentList }));
}

/**
 * Splits a tool into one for each operation, because an operation accepts fewer arguments than the whole
 * tool.
 */
export const singleOperationTools = memoize(64, (tool: Tool) =>
  mapValues(tool.actions ?? {}, (operation, name): Tool => ({ ...tool, actions: { [name]: operation } })),
);

export async function performTool(tool: Tool, context: ToolContext, input: ToolArguments): Promise<object> {
  // Removes nulls, because some models send null for omitted arguments.
  const givenArguments = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
  checkArguments(tool, context, givenArguments);
  const completeArguments = await completeIds(context, givenArguments);
  if (tool.run) return tool.run(context, completeArguments);
  const { chooser = 'action', actions = {} } = tool;
  const { [chooser]: actionName = Object.keys(actions)[0], ...args } = completeArguments;
  const [singleTool, operation] = [
    singleOperationTools(tool)[String(actionName)],
    actions[String(actionName)],
  ];
  if (!singleTool || !operation) throw new Error(`${tool.name} does nothing`);
  checkArguments(singleTool, context, args, tool);
  return callOperation(tool, context, operation, args);
}

/** The arguments that accept an abbreviated id, and the operations that list the whole ids. */
const listsOfIds = { session_id: listSessions, delivery_id: listDeliveries } as const;
const MIN_ID_LENGTH = 8;
const FULL_ID_LENGTH = 36;

/**
 * Completes abbreviated ids.
 * @throws ToolError if several ids match
 */
async function completeIds({ t, call }: ToolContext, args: ToolArguments): Promise<ToolArguments> {
  const completed: Record<string, unknown> = { ...args };
  for (const name of namesOf(listsOfIds)) {
    const id = args[name];
    if (typeof id !== 'string' || id.length < MIN_ID_LENGTH || id.length >= FULL_ID_LENGTH) continue;
    const { data } = await call(listsOfIds[name], { query: { q: id, by: 'all', limit: MAX_LIMIT } });
    const rows: readonly unknown[] = Array.isArray(data) ? data : [];
    const ids = rows
      .map((row) => String(membersOf(row)[name] ?? membersOf(row).id))
      .filter((candidate) => candidate.startsWith(id));
    if (ids.length > 1)
      throw new ToolError(
        'invalid_argument',
        t('mcp.error.several', { id, ids: ids.slice(0, 5).join(', ') }),
      );
    completed[name] = ids[0] ?? id;
  }
  return completed;
}

async function callOperation(
  { fills = {} }: Tool,
  context: ToolContext,
  operation: Operation,
  args: ToolArguments,
): Promise<object> {
  const [params, query, body] = requestSchemas(operation).map((schema) =>
    schemaFields(schema).map(([name]) => name),
  );
  const values: Record<string, unknown> = { ...args };
  for (const [name, fill] of Object.entries(fills))
    if (body?.includes(name)) values[name] ??= await fill(context, args);
  const pickTexts = (names: readonly string[] = []) =>
    Object.fromEntries(
      names.flatMap((name) => (values[name] === undefined ? [] : [[name, String(values[name])]])),
    );
  const bodyEntries = Object.entries(values).filter(
    ([name, value]) => value !== undefined && !params?.includes(name) && !query?.includes(name),
  );
  const { data, nextCursor } = await context.call(operation, {
    params: pickTexts(params),
    query: {
      ...(operation.paged && { limit: DEFAULT_LIMIT }),
      ...(query?.includes('order') && { order: 'desc' }),
      ...pickTexts(query),
      ...(Number(args.limit) > MAX_LIMIT && query?.includes('limit') && { limit: MAX_LIMIT }),
    },
    ...(operation.body && { body: Object.fromEntries(bodyEntries) }),
  });
  if (Array.isArray(data)) return { items: data, next_cursor: nextCursor };
  // Leaves out pictures, because they are long and useless to a model.
  return mapValues(membersOf(data), (value) => (isPicture(value) ? 'data:…' : value));
}

function isPicture(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('data:');
}

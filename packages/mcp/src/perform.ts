import { isObject, mapValues, type Operation } from '@svc-simulator/contract';
import { membersOf } from '@svc-simulator/contract/fields/objects.ts';
import type { Json } from '@svc-simulator/contract/openapi/schemas.ts';
import { memoize } from '@svc-simulator/core';
import { answeredSchema, takenSchema } from './schemas.ts';
import { type Arguments, type Bench, type Tool, ToolError } from './tool.ts';

/** Most items of a list that nobody asked a limit of. */
const LIMIT = 20;

/** Where an operation takes its arguments. */
function placesOf({ path, query, body }: Operation, depth: number) {
  const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return {
    params: params.filter((name) => name !== 'merchantId'),
    query: query ? takenSchema(query(), 1) : {},
    body: body ? takenSchema(body(), depth) : {},
  };
}

/** The arguments of a tool, as JSON Schema; each is worked out once. */
export const inputOf = memoize(64, (tool: Tool): Json => {
  const { actions = {}, chooser = 'action', takes, without = [], fills = {}, depth = 1 } = tool;
  const own = takes ? takenSchema(takes(), depth) : {};
  const names = Object.keys(actions);
  const offered: Record<string, unknown> = names.length > 1 ? { [chooser]: { enum: names } } : {};
  const required = new Set<unknown>();
  for (const operation of Object.values(actions)) {
    const { params, query, body } = placesOf(operation, depth);
    for (const name of params) offered[name] ??= { type: 'string' };
    const fields = Object.entries({ ...membersOf(query.properties), ...membersOf(body.properties) });
    // What two of them take in different ways, only the simulator can check.
    for (const [name, schema] of fields)
      offered[name] = name in offered && !isSame(offered[name], schema) ? {} : schema;
    if (names.length === 1) for (const name of [...params, ...listOf(body.required)]) required.add(name);
  }
  for (const name of listOf(own.required)) required.add(name);
  const all = Object.entries({ ...offered, ...membersOf(own.properties) });
  const wanted = [...required].filter((name) => !(String(name) in fills) && !without.includes(String(name)));
  return {
    type: 'object',
    properties: Object.fromEntries(all.filter(([name]) => !without.includes(name))),
    ...(wanted.length > 0 ? { required: wanted } : {}),
  };
});

/** The same with what an argument means, where its name does not say it. */
export function explainedInput(tool: Tool, t: Bench['t']): Json {
  const { properties, ...schema } = inputOf(tool);
  const explained = mapValues(membersOf(properties), (each, name) =>
    described(each, t.maybe(`mcp.arg.${tool.name}.${name}`)),
  );
  return { ...schema, properties: explained };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function described(schema: unknown, description: string | undefined): unknown {
  return description === undefined ? schema : { ...membersOf(schema), description };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** What a tool answers, as JSON Schema. */
export const outputOf = memoize(64, ({ answers, actions = {} }: Tool): Json => {
  const [operation, ...others] = Object.values(actions);
  const data = answers ?? operation?.data;
  if (!data) return { type: 'object' };
  const schema = answeredSchema(data(), 1);
  if (schema.type !== 'array') return { ...schema, type: 'object' };
  const items = others.length > 0 ? { type: 'object' } : (schema.items ?? {});
  return {
    type: 'object',
    properties: { items: { type: 'array', items }, next_cursor: { type: ['string', 'null'] } },
  };
});

/** Carries out what a tool is asked for. @throws ToolError, and what the bench throws */
export async function perform(tool: Tool, bench: Bench, given: Arguments): Promise<object> {
  const { t } = bench;
  const { properties, required = [] } = inputOf(tool);
  const known = Object.keys(membersOf(properties));
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new ToolError(
      'unknown_argument',
      t('mcp.error.unknown_argument', { name: unknown, known: known.join(', ') }),
    );
  const missing = listOf(required).find((name) => given[String(name)] === undefined);
  if (missing !== undefined)
    throw new ToolError('missing_argument', t('mcp.error.missing_argument', { name: String(missing) }));
  for (const [name, schema] of Object.entries(membersOf(properties)))
    expectFits(bench, name, given[name], membersOf(schema));
  if (tool.run) return tool.run(bench, given);
  const { chooser = 'action', actions = {} } = tool;
  const { [chooser]: chosen = Object.keys(actions)[0], ...args } = given;
  const operation = actions[String(chosen)];
  if (!operation) throw new Error(`${tool.name} does nothing`);
  return performed(tool, bench, operation, args);
}

/** What is of the wrong type, or none of the choices, is told here: an operation's own words know nothing of tools. */
function expectFits({ t }: Bench, name: string, value: unknown, { enum: values, type }: Json): void {
  if (value === undefined) return;
  if (Array.isArray(values) && !values.includes(value))
    throw new ToolError(
      'unknown_value',
      t('mcp.error.unknown_value', { name, value: JSON.stringify(value), values: values.join(', ') }),
    );
  const types = [type].flat().filter((each) => typeof each === 'string');
  if (types.length > 0 && !types.some((each) => isOf(each, value)))
    throw new ToolError('wrong_type', t('mcp.error.wrong_type', { name, type: types.join(', ') }));
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

/** Calls an operation with these arguments, each where it belongs. */
export async function performed(
  tool: Tool,
  bench: Bench,
  operation: Operation,
  args: Arguments,
): Promise<object> {
  const { query, body, params } = placesOf(operation, 1);
  const filled: Record<string, unknown> = { ...args };
  for (const [name, fill] of Object.entries(tool.fills ?? {})) {
    const isTaken = name in membersOf(body.properties);
    if (isTaken && filled[name] === undefined) filled[name] = await fill(bench, args);
  }
  const ofQuery = Object.keys(membersOf(query.properties));
  const pick = (names: readonly string[]) =>
    names.flatMap((name) => (filled[name] === undefined ? [] : [[name, String(filled[name])]]));
  const rest = Object.entries(filled).filter(
    ([name, value]) => value !== undefined && !params.includes(name) && !ofQuery.includes(name),
  );
  const { data, nextCursor } = await bench.call(operation, {
    params: Object.fromEntries(pick(params)),
    query: {
      ...(operation.paged && { limit: LIMIT }),
      // What happened last is what is looked for.
      ...(ofQuery.includes('order') && { order: 'desc' }),
      ...Object.fromEntries(pick(ofQuery)),
    },
    ...(operation.body && { body: Object.fromEntries(rest) }),
  });
  return Array.isArray(data) ? { items: data, next_cursor: nextCursor } : membersOf(data);
}

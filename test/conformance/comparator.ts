import { isObject, membersOf, pointerOf } from '@svc-simulator/contract';

/** The part of JSON Schema that answers are described by: what the OpenAPI document and recorded shapes are made of. */
export interface Schema {
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
  /** Of the first items of a list, by their place. */
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** False: a member that `properties` does not name is a difference. Readers of the service have to bear unknown ones. */
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly not?: Schema;
  /** What a header that is not there counts as. */
  readonly default?: string;
  /** `#/components/schemas/NAME` of `definitions`. */
  readonly $ref?: string;
}

/** What an answer has to be like. Header names are in lower case; `null` says that a header must not be there. */
export interface Expected {
  readonly status: number;
  readonly headers?: Readonly<Record<string, Schema | null>>;
  readonly body?: Schema;
  /** How long it may take at most, in ms. */
  readonly withinMs?: number;
}

/**
 * An answer, or a webhook as it came: its body is parsed where it is JSON, else its text. Status 0: there was none, and the body says
 * why.
 */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly tookMs?: number;
}

/** One aspect that is not as expected. */
export interface Difference {
  /** `status`, `header NAME`, or `body` with a JSON Pointer. */
  readonly at: string;
  readonly wanted: string;
  readonly got: string;
}

export type Definitions = Readonly<Record<string, Schema>>;

/** Longest text of a value in a difference. */
const SHOWN = 160;

/** Everything in which an answer is not as expected; of fields, types and values only those that are named. */
export function differencesOf(
  expected: Expected,
  answer: Answer,
  definitions: Definitions = {},
): Difference[] {
  const found: Difference[] = [];
  if (answer.status !== expected.status) {
    const wanted = String(expected.status);
    if (answer.status === 0) return [{ at: 'status', wanted, got: `no answer (${String(answer.body)})` }];
    found.push({ at: 'status', wanted, got: String(answer.status) });
  }
  for (const [name, wanted] of Object.entries(expected.headers ?? {})) {
    const value = answer.headers[name] ?? wanted?.default;
    const at = `header ${name}`;
    if (wanted === null) {
      if (value !== undefined) found.push({ at, wanted: `no such header`, got: shown(value) });
    } else if (value === undefined) found.push({ at, wanted: described(wanted), got: `nothing` });
    else found.push(...schemaDifferences(wanted, value, { at, path: [], definitions }));
  }
  const { withinMs } = expected;
  if (withinMs !== undefined && answer.tookMs !== undefined && answer.tookMs > withinMs)
    found.push({ at: 'time', wanted: `at most ${withinMs} ms`, got: `${answer.tookMs} ms` });
  if (expected.body)
    found.push(...schemaDifferences(expected.body, answer.body, { at: 'body', path: [], definitions }));
  return found;
}

interface Place {
  readonly at: string;
  readonly path: readonly PropertyKey[];
  readonly definitions: Definitions;
}

function schemaDifferences(schema: Schema, value: unknown, place: Place): Difference[] {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
    const referred = place.definitions[name];
    if (!referred) throw new TypeError(`an expected answer refers to ${name}, which is not defined`);
    return schemaDifferences(referred, value, place);
  }
  const wrong = faultOf(schema, value);
  if (wrong !== null)
    return [{ at: placeOf(place), wanted: wrong, got: value === undefined ? `nothing` : shown(value) }];
  const below = [
    ...(schema.allOf ?? []).flatMap((part) => schemaDifferences(part, value, place)),
    ...alternatives(schema.anyOf, value, place),
    ...(isObject(value) ? membersDifferences(schema, value, place) : []),
  ];
  if (schema.not && schemaDifferences(schema.not, value, place).length === 0)
    below.push({ at: placeOf(place), wanted: `not ${described(schema.not)}`, got: shown(value) });
  if (!Array.isArray(value)) return below;
  const { items = {}, prefixItems = [] } = schema;
  return below.concat(
    value.flatMap((item, at) =>
      schemaDifferences(prefixItems[at] ?? items, item, { ...place, path: [...place.path, at] }),
    ),
  );
}

/** Of several alternatives the one that is nearest is told. */
function alternatives(anyOf: readonly Schema[] | undefined, value: unknown, place: Place): Difference[] {
  if (!anyOf) return [];
  const tried = anyOf.map((part) => schemaDifferences(part, value, place));
  return tried.reduce((best, one) => (one.length < best.length ? one : best));
}

function membersDifferences(
  { properties = {}, required = [], additionalProperties }: Schema,
  value: Readonly<Record<string, unknown>>,
  place: Place,
): Difference[] {
  const within = (name: string): Place => ({ ...place, path: [...place.path, name] });
  const found = required
    .filter((name) => value[name] === undefined)
    .map((name) => ({
      at: placeOf(within(name)),
      wanted: described(properties[name] ?? {}),
      got: `nothing`,
    }));
  for (const [name, member] of Object.entries(value)) {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (own) found.push(...schemaDifferences(own, member, within(name)));
    else if (additionalProperties === false)
      found.push({ at: placeOf(within(name)), wanted: `no such field`, got: shown(member) });
    else if (isObject(additionalProperties))
      found.push(...schemaDifferences(membersOf(additionalProperties), member, within(name)));
  }
  return found;
}

/** What the schema wants of the value itself, when it is otherwise. */
function faultOf(schema: Schema, value: unknown): string | null {
  if (value === undefined) return described(schema);
  const types = typeof schema.type === 'string' ? [schema.type] : schema.type;
  const isOfType = !types || types.some((type) => kinds[type]?.(value));
  const isRight =
    isOfType &&
    (!('const' in schema) || same(schema.const, value)) &&
    (schema.enum?.some((one) => same(one, value)) ?? true) &&
    (typeof value === 'string' ? isText(schema, value) : true) &&
    (typeof value === 'number' ? isNumber(schema, value) : true) &&
    (Array.isArray(value) ? isWithin(value.length, schema.minItems, schema.maxItems) : true);
  return isRight ? null : described(schema);
}

const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: isObject,
};

const formats: Readonly<Record<string, RegExp>> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  uri: /^[a-z][a-z\d+.-]*:\S+$/i,
};

function isText({ format, pattern, minLength, maxLength }: Schema, value: string): boolean {
  if (format !== undefined && formats[format]?.test(value) === false) return false;
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) return false;
  return isWithin([...value].length, minLength, maxLength);
}

function isNumber({ minimum, exclusiveMinimum, maximum }: Schema, value: number): boolean {
  return isWithin(value, minimum, maximum) && (exclusiveMinimum === undefined || value > exclusiveMinimum);
}

function isWithin(value: number, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY): boolean {
  return value >= min && value <= max;
}

function same(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function placeOf({ at, path }: Place): string {
  return path.length === 0 ? at : `${at} ${pointerOf(path)}`;
}

/** What a schema asks of a value, in short. */
function described({ type, const: value, enum: values, anyOf, $ref, ...rest }: Schema): string {
  if (value !== undefined) return shown(value);
  if (values) return `one of ${values.map(shown).join(', ')}`;
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1);
  if (anyOf) return anyOf.map(described).join(` or `);
  const { format, pattern, minimum, exclusiveMinimum, maximum, minItems, maxItems } = rest;
  const bounds = { format, pattern, minimum, exclusiveMinimum, maximum, minItems, maxItems };
  const said = Object.entries(bounds).filter(([, bound]) => bound !== undefined);
  return [type ?? `a value`, ...said.map(([name, bound]) => `${name} ${bound}`)].join(', ');
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

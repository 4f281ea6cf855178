import { isObject } from '@svc-simulator/contract';
import type { Vocabulary } from './vocabulary.ts';

/**
 * What a recording keeps of a value: its types, and of texts and numbers nothing, unless the contract lists the value for that
 * field. It is JSON Schema, so that answers are held against it as against the contract.
 */
export interface Shape {
  readonly type?: 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object';
  readonly format?: keyof typeof formats;
  /** The one value, where the contract lists it. */
  readonly enum?: readonly unknown[];
  /** Of fields that the contract names. */
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  /** Of all fields that the contract does not name, whose names are not kept; false: there were none. */
  readonly additionalProperties?: false | Shape;
  /** Of all items of a list. */
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
}

const formats = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  uri: /^[a-z][a-z\d+.-]*:\S+$/i,
};
const formatNames: readonly (keyof typeof formats)[] = ['uuid', 'date-time', 'uri'];

/** The shape of a JSON value; `listed` are the values that its field may have by name. */
export function shapeOf(value: unknown, words: Vocabulary, listed: ReadonlySet<unknown> = new Set()): Shape {
  if (Array.isArray(value)) {
    const items = value.map((item) => shapeOf(item, words, listed));
    return { type: 'array', ...(items.length > 0 && { items: anyOf(items) }) };
  }
  if (isObject(value)) return objectShape(value, words);
  if (listed.has(value)) return { enum: [value] };
  if (value === null) return { type: 'null' };
  if (typeof value === 'number') return { type: 'number' };
  if (typeof value === 'boolean') return { type: 'boolean' };
  const format = formatNames.find((name) => formats[name].test(String(value)));
  return { type: 'string', ...(format && { format }) };
}

function objectShape(value: Readonly<Record<string, unknown>>, words: Vocabulary): Shape {
  const known = Object.entries(value).filter(([name]) => words.fields.has(name));
  const unknown = Object.entries(value).filter(([name]) => !words.fields.has(name));
  return {
    type: 'object',
    properties: Object.fromEntries(
      known.map(([name, member]) => [name, shapeOf(member, words, words.fields.get(name))]),
    ),
    required: known.map(([name]) => name).sort(),
    additionalProperties: unknown.length > 0 && anyOf(unknown.map(([, member]) => shapeOf(member, words))),
  };
}

function anyOf(shapes: readonly Shape[]): Shape {
  const different = new Map(shapes.map((shape) => [JSON.stringify(shape), shape]));
  const [only, ...more] = different.values();
  return only && more.length === 0 ? only : { anyOf: [...different.values()] };
}

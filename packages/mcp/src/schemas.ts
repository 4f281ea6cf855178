import { mapValues, membersOf } from '@svc-simulator/contract/fields/objects.ts';
import { type Json, plain } from '@svc-simulator/contract/openapi/schemas.ts';
import * as z from 'zod';

/** What an agent needs of a schema of the contract: types, choices, what is required, down to a depth. All else costs tokens. */
export function takenSchema(schema: z.ZodType, depth: number): Json {
  return shortened(whole(schema), depth);
}

/** What it needs of an answer: what is always there, and of which type. */
export function answeredSchema(schema: z.ZodType, depth: number): Json {
  return answered(shortened(whole(schema), depth));
}

function whole(schema: z.ZodType): Json {
  return z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', override: plain });
}

const kept = ['type', 'enum', 'const', 'minimum'];

function shortened(schema: Json, depth: number): Json {
  const { properties, items, anyOf, required } = schema;
  if (Array.isArray(anyOf)) return either(anyOf.map((each) => shortened(membersOf(each), depth)));
  const own = Object.fromEntries(kept.flatMap((name) => (name in schema ? [[name, schema[name]]] : [])));
  if (depth === 0) return own;
  const fields = Object.entries(membersOf(properties)).filter(([, each]) => !membersOf(each).deprecated);
  return {
    ...own,
    ...(required ? { required } : {}),
    ...(properties
      ? { properties: mapValues(Object.fromEntries(fields), (each) => shortened(membersOf(each), depth - 1)) }
      : {}),
    ...(items ? { items: shortened(membersOf(items), depth - 1) } : {}),
  };
}

/** `null` beside one other type is a type more. */
function either(options: readonly Json[]): Json {
  const others = options.filter(({ type }) => type !== 'null');
  const [first, ...more] = others;
  if (!first || more.length > 0) return { anyOf: options };
  if (others.length === options.length) return first;
  const { enum: values, ...rest } = first;
  return {
    ...rest,
    type: [first.type, 'null'],
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
  };
}

function answered({ required, minimum, properties, items, ...schema }: Json): Json {
  const always = Object.entries(membersOf(properties)).filter(
    ([name]) => Array.isArray(required) && required.includes(name),
  );
  return {
    ...schema,
    ...(always.length > 0
      ? { properties: mapValues(Object.fromEntries(always), (each) => answered(membersOf(each))) }
      : {}),
    ...(items ? { items: answered(membersOf(items)) } : {}),
  };
}

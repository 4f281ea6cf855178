import { isOneOf, mapValues, membersOf } from '@svc-simulator/contract/fields/objects.ts';
import { type Json, plain } from '@svc-simulator/contract/openapi/schemas.ts';
import * as z from 'zod';

/** What an agent needs of a schema of the contract that it fills in: types, choices, what is required. All else costs tokens. */
export function takenSchema(schema: z.ZodType): Json {
  return shortened(whole(schema), 1, isTaken);
}

/** What it needs of an answer: what is always there, and of which type. */
export function answeredSchema(schema: z.ZodType): Json {
  return shortened(whole(schema), 1, isAlways);
}

function whole(schema: z.ZodType): Json {
  return z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', override: plain });
}

/** Whether a field is told. */
type Told = (schema: Json, isRequired: boolean) => boolean;

const isTaken: Told = ({ deprecated }) => !deprecated;
const isAlways: Told = (_schema, isRequired) => isRequired;

function shortened(schema: Json, depth: number, isTold: Told): Json {
  const { type, enum: values, const: only, minimum, properties, items, anyOf, required = [] } = schema;
  const inner = (each: unknown, at: number) => shortened(membersOf(each), at, isTold);
  if (Array.isArray(anyOf)) return either(anyOf.map((each) => inner(each, depth)));
  const ofInput = isTold === isTaken && { minimum, ...(depth > 0 && { required: schema.required }) };
  const told = Object.entries(membersOf(properties)).filter(([name, each]) =>
    isTold(membersOf(each), isOneOf(required as readonly string[], name)),
  );
  return JSON.parse(
    JSON.stringify({
      ...{ type, enum: values, const: only, ...ofInput },
      ...(depth > 0 &&
        told.length > 0 && {
          properties: mapValues(Object.fromEntries(told), (each) => inner(each, depth - 1)),
        }),
      ...(depth > 0 && items ? { items: inner(items, depth - 1) } : {}),
    }),
  );
}

/** `null` beside one other type is a type more. */
function either(options: readonly Json[]): Json {
  const [first, ...more] = options.filter(({ type }) => type !== 'null');
  if (!first || more.length > 0) return { anyOf: options };
  if (options.length === 1) return first;
  const { enum: values, ...rest } = first;
  const choices = Array.isArray(values) && { enum: [...values, null] };
  return { ...rest, type: [first.type, 'null'], ...choices };
}

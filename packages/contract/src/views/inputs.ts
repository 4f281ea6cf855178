import * as z from 'zod';
import { membersOf } from '../fields/objects.ts';
import type { Operation } from '../operation.ts';

/**
 * Input of a body field in a form. `switch`: on or off; `choice`: one of `values`; `switches`: each of
 * `values` on or off; `lines`: texts, one per line.
 */
export type InputKind = 'switch' | 'choice' | 'switches' | 'number' | 'url' | 'password' | 'lines' | 'text';

export interface Input {
  readonly name: string;
  readonly kind: InputKind;
  readonly isRequired: boolean;
  readonly values: readonly string[];
  readonly maxLength?: number | undefined;
  readonly means: string;
}

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly maxLength?: number;
  readonly means?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: unknown;
  readonly required?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
}

const schemas = new WeakMap<NonNullable<Operation['body']>, JsonSchema>();

export function bodySchemaOf({ body }: Pick<Operation, 'body'>): JsonSchema {
  const known = body && schemas.get(body);
  if (known || !body) return known ?? {};
  const made = z.toJSONSchema(body(), { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  schemas.set(body, made);
  return made;
}

/** Returns these fields of an operation's body for a form, in this order. */
export function inputsOf(operation: Pick<Operation, 'body'>, names: readonly string[]): readonly Input[] {
  if (!operation.body) return [];
  const { properties = {}, required = [] } = bodySchemaOf(operation);
  return names.map((name) => {
    const schema = properties[name] ?? {};
    const { maxLength, means = `field.${name}`, properties: members } = schema;
    const kind = kindOf(name, schema);
    const values = members ? Object.keys(members) : (schema.enum ?? []);
    return { name, kind, isRequired: required.includes(name), values, maxLength, means };
  });
}

function kindOf(name: string, schema: JsonSchema): InputKind {
  const { type, format, enum: values, properties, anyOf = [] } = schema;
  if (values) return 'choice';
  if (properties) return 'switches';
  if (type === 'boolean') return 'switch';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'array') return 'lines';
  if (/password$/.test(name)) return 'password';
  if (format === 'uri' || /_url$/.test(name)) return 'url';
  const [first] = anyOf.filter((other) => other.type !== 'null');
  return first ? kindOf(name, first) : 'text';
}

/** Returns the body that was typed into these fields; empty ones are absent. */
export function typedBody(inputs: readonly Input[], form: URLSearchParams): Record<string, unknown> {
  const typed = inputs.map(({ name, kind, values }): readonly [string, unknown] => {
    const text = form.get(name) ?? '';
    if (kind === 'switch') return [name, text === 'yes'];
    if (kind === 'switches') {
      const chosen = form.getAll(name);
      return [name, Object.fromEntries(values.map((value) => [value, chosen.includes(value)]))];
    }
    if (kind === 'lines') return [name, text.split(/\s+/).filter(Boolean)];
    if (text.trim() === '') return [name, undefined];
    return [name, kind === 'number' && /^-?\d*\.?\d+$/.test(text.trim()) ? Number(text) : text];
  });
  return membersOf(Object.fromEntries(typed.filter(([, value]) => value !== undefined)));
}

import * as z from 'zod';
import { membersOf } from '../fields/objects.ts';
import type { Operation } from '../operation.ts';

/**
 * `switch`: on or off; `choice`: one of `values`; `switches`: each of `values` on or off; `lines`: texts, one
 * per line.
 */
export type InputKind = 'switch' | 'choice' | 'switches' | 'number' | 'url' | 'password' | 'lines' | 'text';

export interface FormInput {
  readonly name: string;
  readonly kind: InputKind;
  readonly isRequired: boolean;
  readonly values: readonly string[];
  readonly maxLength?: number | undefined;
  readonly meaning: string;
}

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly maxLength?: number;
  readonly meaning?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: unknown;
  readonly required?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
}

const schemasByBody = new WeakMap<NonNullable<Operation['body']>, JsonSchema>();

export function bodySchemaOf({ body }: Pick<Operation, 'body'>): JsonSchema {
  const cachedSchema = body && schemasByBody.get(body);
  if (cachedSchema || !body) return cachedSchema ?? {};
  const schema = z.toJSONSchema(body(), { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  schemasByBody.set(body, schema);
  return schema;
}

export function formInputs(
  operation: Pick<Operation, 'body'>,
  names: readonly string[],
): readonly FormInput[] {
  if (!operation.body) return [];
  const { properties = {}, required = [] } = bodySchemaOf(operation);
  return names.map((name) => {
    const schema = properties[name] ?? {};
    const { maxLength, meaning = `field.${name}`, properties: members } = schema;
    const kind = inputKindOf(name, schema);
    const values = members ? Object.keys(members) : (schema.enum ?? []);
    return { name, kind, isRequired: required.includes(name), values, maxLength, meaning };
  });
}

function inputKindOf(name: string, schema: JsonSchema): InputKind {
  const { type, format, enum: values, properties, anyOf = [] } = schema;
  if (values) return 'choice';
  if (properties) return 'switches';
  if (type === 'boolean') return 'switch';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'array') return 'lines';
  if (/password$/.test(name)) return 'password';
  if (format === 'uri' || /_url$/.test(name)) return 'url';
  const [firstAlternative] = anyOf.filter((alternative) => alternative.type !== 'null');
  return firstAlternative ? inputKindOf(name, firstAlternative) : 'text';
}

/** Converts a form to a request body. Leaves out empty fields. */
export function bodyFromForm(inputs: readonly FormInput[], form: URLSearchParams): Record<string, unknown> {
  const entries = inputs.map(({ name, kind, values }): readonly [string, unknown] => {
    const text = form.get(name) ?? '';
    if (kind === 'switch') return [name, text === 'yes'];
    if (kind === 'switches') {
      const selectedValues = form.getAll(name);
      return [name, Object.fromEntries(values.map((value) => [value, selectedValues.includes(value)]))];
    }
    if (kind === 'lines') return [name, text.split(/\s+/).filter(Boolean)];
    if (text.trim() === '') return [name, undefined];
    return [name, kind === 'number' && /^-?\d*\.?\d+$/.test(text.trim()) ? Number(text) : text];
  });
  return membersOf(Object.fromEntries(entries.filter(([, value]) => value !== undefined)));
}

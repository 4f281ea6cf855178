import * as z from 'zod';
import { pointerOf } from './fields/faults.ts';
import { membersOf } from './fields/objects.ts';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: unknown;
}

const bodies = new Map<string, JsonSchema>();

/** JSON Pointers of what a body of the operation `id` says that nobody reads, such as a field whose name is written wrongly. */
export function ignoredFields(id: string | undefined, body: unknown): readonly string[] {
  const operation: Operation | undefined = operations.find((one) => one.id === id);
  if (!operation?.body) return [];
  let schema = bodies.get(operation.id);
  if (!schema) {
    schema = z.toJSONSchema(operation.body(), { io: 'input', unrepresentable: 'any' }) as JsonSchema;
    bodies.set(operation.id, schema);
  }
  return unread(schema, body, []).map(pointerOf);
}

/** Paths of the members of a value that its schema has no place for; of lists nothing is known. */
function unread(schema: JsonSchema, value: unknown, path: readonly string[]): readonly string[][] {
  const { properties, additionalProperties } = schema;
  if (!properties || typeof additionalProperties === 'object' || Array.isArray(value)) return [];
  return Object.entries(membersOf(value)).flatMap(([name, member]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return own ? unread(own, member, [...path, name]) : [[...path, name]];
  });
}

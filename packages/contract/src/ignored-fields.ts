import { pointerOf } from './fields/faults.ts';
import { membersOf } from './fields/objects.ts';
import { operations } from './operations.ts';
import { bodySchemaOf, type JsonSchema } from './views/inputs.ts';

/** JSON Pointers of what a body of the operation `id` says that nobody reads, such as a field whose name is written wrongly. */
export function ignoredFields(id: string | undefined, body: unknown): readonly string[] {
  const operation = operations.find((one) => one.id === id);
  return operation ? unread(bodySchemaOf(operation), body, []).map(pointerOf) : [];
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

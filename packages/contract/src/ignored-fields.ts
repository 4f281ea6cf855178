import { pointerOf } from './fields/faults.ts';
import { isNameOf, membersOf } from './fields/objects.ts';
import { olderForms } from './older-forms.ts';
import { operations } from './operations.ts';
import { bodySchemaOf, type JsonSchema } from './views/inputs.ts';

/** JSON Pointers of what a body of the operation `id` says that nobody reads, such as a field whose name is written wrongly. */
export function ignoredFields(id: string | undefined, body: unknown): readonly string[] {
  const operation = operations.find((one) => one.id === id);
  return operation ? unread(bodySchemaOf(operation), body, []).map(pointerOf) : [];
}

/** What a field is called today: beside that, nobody reads the older one. */
function newerName(name: string): string | undefined {
  return isNameOf(olderForms.names, name) ? olderForms.names[name] : undefined;
}

/** Paths of the members of a value that its schema has no place for; of lists nothing is known. */
function unread(schema: JsonSchema, value: unknown, path: readonly string[]): readonly string[][] {
  const { properties, additionalProperties } = schema;
  if (!properties || typeof additionalProperties === 'object' || Array.isArray(value)) return [];
  return Object.entries(membersOf(value)).flatMap(([name, member]) => {
    const newer = newerName(name);
    const isRead = Object.hasOwn(properties, name) && !(newer && Object.hasOwn(membersOf(value), newer));
    const own = isRead ? properties[name] : undefined;
    return own ? unread(own, member, [...path, name]) : [[...path, name]];
  });
}

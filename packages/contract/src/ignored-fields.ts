import { pointerOf } from './fields/faults.ts';
import { isNameOf, membersOf } from './fields/objects.ts';
import { olderForms } from './older-forms.ts';
import { operations } from './operations.ts';
import { bodySchemaOf, type JsonSchema } from './views/inputs.ts';

/**
 * Returns the JSON Pointers of ignored members in a body of the operation `id`, such as misspelled fields.
 */
export function ignoredFields(id: string | undefined, body: unknown): readonly string[] {
  const operation = operations.find((one) => one.id === id);
  return operation ? unread(bodySchemaOf(operation), body, []).map(pointerOf) : [];
}

/** Returns the current name of an older field, which is ignored next to it. */
function newerName(name: string): string | undefined {
  return isNameOf(olderForms.names, name) ? olderForms.names[name] : undefined;
}

/** Returns paths of members that a schema doesn't know; members of lists aren't checked. */
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

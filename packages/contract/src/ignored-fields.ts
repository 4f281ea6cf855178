import { toPointer } from './fields/faults.ts';
import { isNameOf, membersOf } from './fields/objects.ts';
import { olderForms } from './older-forms.ts';
import { operations } from './operations.ts';
import { bodySchemaOf, type JsonSchema } from './views/inputs.ts';

export function ignoredFields(id: string | undefined, body: unknown): readonly string[] {
  const operation = operations.find((candidate) => candidate.id === id);
  return operation ? ignoredPathsIn(bodySchemaOf(operation), body, []).map(toPointer) : [];
}

function newerName(name: string): string | undefined {
  return isNameOf(olderForms.names, name) ? olderForms.names[name] : undefined;
}

/** Returns the paths of the members that the schema doesn't have. Doesn't check the items of lists. */
function ignoredPathsIn(schema: JsonSchema, value: unknown, path: readonly string[]): readonly string[][] {
  const { properties, additionalProperties } = schema;
  if (!properties || typeof additionalProperties === 'object' || Array.isArray(value)) return [];
  return Object.entries(membersOf(value)).flatMap(([name, member]) => {
    const newer = newerName(name);
    // An older name is ignored if the current name is also sent.
    const isRead = Object.hasOwn(properties, name) && !(newer && Object.hasOwn(membersOf(value), newer));
    const knownSchema = isRead ? properties[name] : undefined;
    return knownSchema ? ignoredPathsIn(knownSchema, member, [...path, name]) : [[...path, name]];
  });
}

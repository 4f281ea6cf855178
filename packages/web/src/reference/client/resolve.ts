type Part = { [key: string]: Part } | Part[] | string | number | boolean | null | undefined;

/**
 * A part of a document as Swagger UI shows it: every reference replaced by what it names, which a schema has as its title, and
 * `allOf` merged. Its own way takes seconds, since it reads the whole document anew for each part, for references to other
 * documents, of which ours has none. Fields beside a reference win; a reference within what it names itself stays.
 */
export function resolvedPart(document: Part, path: readonly string[]): Part {
  const at = (keys: readonly string[]) =>
    keys.reduce((part, key) => (isObject(part) ? part[key] : undefined), document);
  const resolve = (part: Part, above: readonly string[]): Part => {
    if (Array.isArray(part)) return part.map((item) => resolve(item, above));
    if (!isObject(part)) return part;
    const { $ref, ...own } = part;
    if (typeof $ref !== 'string') {
      const entries = Object.entries(part).map(([key, value]) => [key, resolve(value, above)] as const);
      const { allOf, ...rest } = Object.fromEntries(entries);
      return Array.isArray(allOf) ? [...allOf, rest].reduce(merged) : rest;
    }
    if (above.includes($ref)) return part;
    const keys = $ref.split('/').slice(1);
    const named = resolve(at(keys), [...above, $ref]);
    const title = keys[1] === 'schemas' && { title: keys[2] };
    return isObject(named) ? { ...title, ...named, ...own } : named;
  };
  return resolve(at(path), []);
}

/** Lists one behind the other, objects field by field, of all else the second. */
function merged(one: Part, other: Part): Part {
  if (Array.isArray(one) && Array.isArray(other)) return [...one, ...other];
  if (!isObject(one) || !isObject(other)) return other;
  const both = Object.entries(other).map(
    ([key, value]) => [key, key in one ? merged(one[key], value) : value] as const,
  );
  return { ...one, ...Object.fromEntries(both) };
}

function isObject(part: Part): part is { [key: string]: Part } {
  return typeof part === 'object' && part !== null && !Array.isArray(part);
}

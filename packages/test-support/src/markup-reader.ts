/** A start tag in the markup of a page. */
export interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

const removeAssets = (page: string) =>
  page
    .replace(/(<style>)[\s\S]*?(<\/style>)/, '$1$2')
    .replace(/<script>\(function\(\)[\s\S]*\}\)\(\);\s*<\/script>\s*<\/body>/, '</body>');

/** Returns every start tag with its attributes. Values must be in double quotes, as in all our views. */
export function tagsOf(page: string): Tag[] {
  return [...removeAssets(page).matchAll(/<([a-z][a-z0-9]*)((?:\s+[^\s=>]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(
    ([, name = '', attributes = '']) => ({
      name: name.toLowerCase(),
      attributes: Object.fromEntries(
        [...attributes.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [key, value]),
      ),
    }),
  );
}

/** Returns the tags of a page without attribute values. If a user's text changes them, it became markup. */
export function shapeOf(page: string): string[] {
  return [...removeAssets(page).matchAll(/<(?:"[^"]*"|[^>"])*>?/g)].map(([markup]) =>
    markup.replace(/"[^"]*"/g, '""'),
  );
}

export function find(page: string, name: string, attributes: Readonly<Record<string, string>> = {}): Tag[] {
  return tagsOf(page).filter(
    (tag) =>
      tag.name === name && Object.entries(attributes).every(([key, value]) => tag.attributes[key] === value),
  );
}

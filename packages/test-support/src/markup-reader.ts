// A start tag in the markup of a page.

export interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

const removeAssets = (page: string) =>
  page
    .replace(/(<style>)[\s\S]*?(<\/style>)/, '$1$2')
    .replace(/<script>\(function\(\)[\s\S]*\}\)\(\);\s*<\/script>\s*<\/body>/, '</body>');

/** Returns every start tag with its attributes, which the views always quote. */
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

/** Returns all markup from each `<` to its `>` without quoted values: user texts must not change it. */
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

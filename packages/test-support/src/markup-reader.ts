// Reads the markup of the pages for the tests of their views.

export interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

const withoutAssets = (page: string) =>
  page
    .replace(/(<style>)[\s\S]*?(<\/style>)/, '$1$2')
    .replace(/<script>\(function\(\)[\s\S]*\}\)\(\);\s*<\/script>\s*<\/body>/, '</body>');

/** Every start tag with its attributes; the views quote all their attributes. */
export function tagsOf(page: string): Tag[] {
  return [...withoutAssets(page).matchAll(/<([a-z][a-z0-9]*)((?:\s+[^\s=>]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(
    ([, name = '', attributes = '']) => ({
      name: name.toLowerCase(),
      attributes: Object.fromEntries(
        [...attributes.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [key, value]),
      ),
    }),
  );
}

/** All that is markup, from each `<` to its `>`, without the values between quotes: what no text may change. */
export function shapeOf(page: string): string[] {
  return [...withoutAssets(page).matchAll(/<(?:"[^"]*"|[^>"])*>?/g)].map(([markup]) =>
    markup.replace(/"[^"]*"/g, '""'),
  );
}

/** The tags that a selection of attributes fits. */
export function find(page: string, name: string, wanted: Readonly<Record<string, string>> = {}): Tag[] {
  return tagsOf(page).filter(
    (tag) =>
      tag.name === name && Object.entries(wanted).every(([key, value]) => tag.attributes[key] === value),
  );
}

/**
 * `URL.canParse`, but right: once it is compiled, Node 20's takes a letter such as ñ for broken UTF-8, and says no to every text
 * with one.
 */
export function isUrl(text: string, base?: string): boolean {
  if (isAscii(text)) return URL.canParse(text, base);
  try {
    return Boolean(new URL(text, base));
  } catch {
    return false;
  }
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

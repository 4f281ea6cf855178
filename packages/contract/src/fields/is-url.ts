/**
 * Corrects `URL.canParse`: once compiled, Node 20's treats letters such as ñ as broken UTF-8 and rejects
 * every text with one.
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

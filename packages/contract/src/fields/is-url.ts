/**
 * Replaces `URL.canParse`. In Node 20, that function rejects every text with letters such as ñ once V8 has
 * optimized it.
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

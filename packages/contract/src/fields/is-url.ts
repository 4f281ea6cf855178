/** Replaces `URL.canParse`, which rejects all texts with letters such as ñ once Node 20 has compiled it. */
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

/** HMAC-SHA256 of a text in hexadecimal. */
export type Sign = (secret: string, text: string) => Promise<string> | string;

/** Undefined where browsers have no WebCrypto: on plain http, but for the machine itself. */
export const webCryptoSign: Sign | undefined = crypto.subtle && signByWebCrypto;

async function signByWebCrypto(secret: string, text: string) {
  const utf8 = new TextEncoder();
  // The key is the text of 64 hexadecimal characters, not the 32 bytes that it could be read as.
  const raw = utf8.encode(secret);
  const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8.encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

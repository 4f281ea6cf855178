import { PrefixQr } from './prefix-qr.ts';

export interface QrPngOptions {
  /** The constant beginning of every text. */
  readonly prefix: string;
  /** An example suffix; characters that equal it cost nothing. */
  readonly template: string;
  readonly alphabet: string;
}

/**
 * Returns a function that makes QR codes of texts with a shared prefix in a few microseconds: it takes the
 * suffix and returns `data:image/png;base64,…` (error correction M, four pixels per module, quiet zone).
 * Other suffixes are encoded at the library's speed.
 */
export function qrPngs({ prefix, template, alphabet }: QrPngOptions): (suffix: string) => string {
  const qr = new PrefixQr(prefix, template, alphabet);
  return (suffix) => qr.dataUri(suffix);
}

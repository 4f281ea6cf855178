import { PrefixQr } from './prefix-qr.ts';

export interface QrPngOptions {
  /** The constant beginning of every text. */
  readonly prefix: string;
  /** An example suffix. The more characters a suffix shares with it, the less time it takes. */
  readonly template: string;
  /** The characters of the suffixes. */
  readonly alphabet: string;
}

/**
 * Returns a function that draws QR codes of texts with a shared prefix in a few microseconds. It takes the
 * suffix and returns `data:image/png;base64,…` (error correction M, four pixels per module, quiet zone). A
 * suffix with another length than the template, or a character outside the alphabet, takes as long as in the
 * library.
 */
export function qrPngs({ prefix, template, alphabet }: QrPngOptions): (suffix: string) => string {
  const qr = new PrefixQr(prefix, template, alphabet);
  return (suffix) => qr.dataUri(suffix);
}

import { readFile } from 'node:fs/promises';

/** Beside the bundle, where the build has put it. */
const file = new URL('../terminal-page/hmac.js', import.meta.url);
let read: Promise<string> | undefined;

/**
 * The script that signs where browsers have no WebCrypto, for pages at such an address: plain http, and not on the machine
 * itself (W3C, Secure Contexts, 3.1). Empty elsewhere, and where there is no bundle: the page then says what is missing.
 */
export async function plainHmacFor(host: string, publicUrl: string): Promise<string> {
  if (isTrustworthy(host, publicUrl)) return '';
  read ??= readFile(file, 'utf8').catch(() => '');
  return read;
}

function isTrustworthy(host: string, publicUrl: string): boolean {
  const { protocol, host: publicHost } = new URL(publicUrl);
  if (protocol === 'https:' && publicHost === host) return true;
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(name);
}

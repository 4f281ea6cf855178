import terminalScript from './client/terminal.ts?bundled';

/**
 * The script for a page at this address. Over plain http, and not on the machine itself, browsers have no WebCrypto (W3C, Secure
 * Contexts, 3.1), and it brings what it needs to sign.
 */
export async function terminalScriptFor(host: string, publicUrl: string): Promise<string> {
  if (isTrustworthy(host, publicUrl)) return terminalScript;
  return (await import('./client/terminal-over-http.ts?bundled')).default;
}

function isTrustworthy(host: string, publicUrl: string): boolean {
  const { protocol, host: publicHost } = new URL(publicUrl);
  if (protocol === 'https:' && publicHost === host) return true;
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(name);
}

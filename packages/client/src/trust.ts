/** What a TLS connection to a simulator checks its certificate against. */
export interface Trust {
  readonly ca: string[];
  readonly allowPartialTrustChain: true;
}

/**
 * Trusts the certificates of a PEM text beside those that everybody trusts. They may be a server's own, not only an
 * authority's: whoever was told of exactly this one need not know who signed it.
 */
export async function trustOf(pem: string): Promise<Trust> {
  const { rootCertificates } = await import('node:tls');
  return { ca: [...rootCertificates, pem], allowPartialTrustChain: true };
}

/**
 * A `fetch` that trusts a simulator's certificate too: Node's own takes further authorities only when it starts. What it
 * needs is loaded by its first request.
 */
export function fetchTrusting(pem: string): typeof fetch {
  let fetching: Promise<typeof fetch> | undefined;
  return async (input, init) => {
    fetching ??= load(pem);
    const trusting = await fetching;
    return trusting(input, init);
  };
}

async function load(pem: string): Promise<typeof fetch> {
  const [undici, trust] = await Promise.all([import('undici'), trustOf(pem)]);
  const dispatcher = new undici.Agent({ connect: trust });
  const trusting = (input: string, init: object) => undici.fetch(input, { ...init, dispatcher });
  return trusting as unknown as typeof fetch;
}

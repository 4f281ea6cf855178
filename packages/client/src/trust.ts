import type { Agent, RequestOptions } from 'node:https';
import { Readable } from 'node:stream';

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
 * A `fetch` that trusts a simulator's certificate too: the runtime's own takes further authorities only when it starts. It
 * follows no redirect. What it needs is loaded by its first request.
 */
export function fetchTrusting(pem: string): typeof fetch {
  let agent: Promise<Agent> | undefined;
  return async (input, init) => {
    agent ??= agentTrusting(pem);
    const asked = new Request(input as string, init);
    const { method, headers, signal, url } = asked;
    const options = { method, headers: Object.fromEntries(headers), signal, agent: await agent };
    return exchange(url, options, Buffer.from(await asked.arrayBuffer()));
  };
}

async function agentTrusting(pem: string): Promise<Agent> {
  const [{ Agent }, trust] = await Promise.all([import('node:https'), trustOf(pem)]);
  return new Agent({ keepAlive: true, ...trust });
}

async function exchange(url: string, options: RequestOptions, body: Buffer): Promise<Response> {
  const { request } = await import('node:https');
  return new Promise((resolve, reject) => {
    const outgoing = request(url, options, (incoming) => {
      const { statusCode: status = 0, rawHeaders } = incoming;
      const headers = new Headers();
      for (let at = 0; at < rawHeaders.length; at += 2)
        headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
      const isEmpty = status === 204 || status === 304;
      if (isEmpty) incoming.resume();
      const stream = isEmpty ? null : (Readable.toWeb(incoming) as ReadableStream);
      resolve(Object.defineProperty(new Response(stream, { status, headers }), 'url', { value: url }));
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

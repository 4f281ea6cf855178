import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { Readable } from 'node:stream';

export interface Trust {
  readonly ca: string[];
  readonly allowPartialTrustChain: true;
}

/**
 * Trusts the certificates of a PEM text in addition to the default ones. A server's own certificate also
 * works, without the authority that signed it.
 */
export async function trustOf(pem: string): Promise<Trust> {
  const { rootCertificates } = await import('node:tls');
  return { ca: [...rootCertificates, pem], allowPartialTrustChain: true };
}

/**
 * Creates a `fetch` that also trusts a simulator's certificate, because the runtime only adds authorities
 * when it starts.
 */
export function fetchTrusting(pem: string): typeof fetch {
  return fetchWith(async () => {
    const [{ Agent }, trust] = await Promise.all([import('node:https'), trustOf(pem)]);
    return new Agent({ keepAlive: true, ...trust });
  });
}

type Send = (
  url: string,
  options: RequestOptions,
  answered: (incoming: IncomingMessage) => void,
) => ClientRequest;

/**
 * Creates a `fetch` that connects with a Node agent by scheme, created on the first request. It follows no
 * redirect. `send` is `request` of `node:http`, passed in for test sandboxes that can't import any more.
 */
export function fetchWith(agentFor: (protocol: string) => Promise<Agent>, send?: Send): typeof fetch {
  let agent: Promise<Agent> | undefined;
  return async (input, init) => {
    const asked = new Request(input as string, init);
    const { method, headers, signal, url } = asked;
    agent ??= agentFor(new URL(url).protocol);
    const options = { method, headers: Object.fromEntries(headers), signal, agent: await agent };
    return exchange(send ?? (await sendTo(url)), url, options, Buffer.from(await asked.arrayBuffer()));
  };
}

async function sendTo(url: string): Promise<Send> {
  return (await (url.startsWith('https:') ? import('node:https') : import('node:http'))).request;
}

function exchange(send: Send, url: string, options: RequestOptions, body: Buffer): Promise<Response> {
  return new Promise((resolve, reject) => {
    const outgoing = send(url, options, (incoming) => {
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

import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { Readable } from 'node:stream';

/**
 * Returns TLS options that trust the certificates in a PEM text and the default ones. The PEM text can also
 * be the certificate of a server, without that of its authority.
 */
export async function toTrustOptions(pem: string) {
  const { rootCertificates } = await import('node:tls');
  return { ca: [...rootCertificates, pem], allowPartialTrustChain: true };
}

/**
 * Creates a `fetch` that also trusts a simulator's certificate, because a running Node process can't add
 * authorities to the global `fetch`.
 */
export function fetchTrusting(pem: string): typeof fetch {
  return fetchWith(async () => {
    const [{ Agent }, trust] = await Promise.all([import('node:https'), toTrustOptions(pem)]);
    return new Agent({ keepAlive: true, ...trust });
  });
}

type SendRequest = (
  url: string,
  options: RequestOptions,
  onResponse: (incoming: IncomingMessage) => void,
) => ClientRequest;

/**
 * Creates a `fetch` that sends all requests with one Node agent and doesn't follow redirects. `agentFor`
 * creates the agent for the scheme of the first request. Pass the `request` of `node:http` as `send` in a
 * test sandbox that can't import this module.
 */
export function fetchWith(agentFor: (protocol: string) => Promise<Agent>, send?: SendRequest): typeof fetch {
  let agent: Promise<Agent> | undefined;
  return async (input, init) => {
    const request = new Request(input as string, init);
    const { method, headers, url } = request;
    // Uses the caller's signal, because its copy in `request` no longer aborts once `request` is
    // garbage-collected.
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    agent ??= agentFor(new URL(url).protocol);
    const options = {
      method,
      headers: Object.fromEntries(headers),
      ...(signal && { signal }),
      agent: await agent,
    };
    return sendBody(send ?? (await senderFor(url)), url, options, Buffer.from(await request.arrayBuffer()));
  };
}

async function senderFor(url: string): Promise<SendRequest> {
  return (await (url.startsWith('https:') ? import('node:https') : import('node:http'))).request;
}

function sendBody(send: SendRequest, url: string, options: RequestOptions, body: Buffer): Promise<Response> {
  return new Promise((resolve, reject) => {
    const outgoing = send(url, options, (incoming) => {
      const { statusCode: status = 0, rawHeaders } = incoming;
      const headers = new Headers();
      for (let index = 0; index < rawHeaders.length; index += 2)
        headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
      const isEmpty = status === 204 || status === 304;
      if (isEmpty) incoming.resume();
      const stream = isEmpty ? null : (Readable.toWeb(incoming) as ReadableStream);
      resolve(Object.defineProperty(new Response(stream, { status, headers }), 'url', { value: url }));
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

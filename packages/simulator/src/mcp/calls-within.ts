import { IncomingMessage, ServerResponse } from 'node:http';
import { accept, membersOf } from '@svc-simulator/contract';
import type { Route } from '@svc-simulator/server/http/request-context.ts';
import { type Beside, directCalls } from '@svc-simulator/server/http/serve.ts';
import type { Authenticate, Services } from '@svc-simulator/server/http/steps/step.ts';

type Fetch = typeof fetch;

/**
 * Calls operations within the process, on behalf of the request that asks for them: by the same steps as any request that comes
 * over the network, so with the same limits, quotas and log. Its API token opens the console, too, as far as without the password.
 */
export function callsWithin(
  services: Services,
  routes: readonly Route[],
): (asking: IncomingMessage) => Fetch {
  const { credentials } = services;
  const console: Authenticate = async (call) => {
    const found = await credentials.api(call);
    const { token } = found.ok ? found.value : {};
    return found.ok && token ? accept({ ...found.value, token: { ...token, limited: true } }) : found;
  };
  const answers = new WeakMap<ServerResponse, (response: Response) => void>();
  const beside: Beside = {
    serve: (_incoming, outgoing) => answers.get(outgoing)?.(new Response(null, { status: 404 })),
    send: (response, _incoming, outgoing) => answers.get(outgoing)?.(response),
  };
  const inside = { ...services, credentials: { ...credentials, console } };
  const listener = directCalls(inside, routes, async () => beside);
  return (asking) => (input, init) =>
    new Promise((resolve, reject) => {
      const { signal } = init ?? {};
      const incoming = requestOf(asking, new URL(String(input)), init);
      const outgoing = new ServerResponse(incoming);
      const over = () => outgoing.emit('close');
      answers.set(outgoing, (response) => {
        if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return resolve(response);
        const { status, headers } = response;
        const body = response.body?.pipeThrough(new TransformStream(), signal ? { signal } : {}) ?? null;
        resolve(new Response(body, { status, headers }));
      });
      signal?.addEventListener('abort', () => {
        over();
        reject(signal.reason);
      });
      outgoing.writeHead = (status: number, headers?: unknown) => {
        outgoing.statusCode = status;
        for (const [name, value] of Object.entries(membersOf(headers)))
          outgoing.setHeader(name, String(value));
        return outgoing;
      };
      outgoing.end = (content?: unknown) => {
        const headers = Object.entries(outgoing.getHeaders()).map(([name, value]): [string, string] => [
          name,
          String(value),
        ]);
        resolve(new Response(String(content ?? '') || null, { status: outgoing.statusCode, headers }));
        over();
        return outgoing;
      };
      listener(incoming, outgoing);
    });
}

/** Headers of the asking request that say nothing of what is asked within it. */
const itsOwn = /^(accept|content-.*|transfer-encoding|connection|origin|mcp-.*|user-agent|expect)$/i;

/** A request as if the client that asks had sent it: from its address, with its credential. */
function requestOf(
  asking: IncomingMessage,
  { pathname, search }: URL,
  init: RequestInit = {},
): IncomingMessage {
  const incoming = new IncomingMessage(asking.socket);
  incoming.method = init.method ?? 'GET';
  incoming.url = `${pathname}${search}`;
  // Says what the body is, where only its class tells.
  const { headers: own } = new Request(`http://within${pathname}`, { ...init, signal: null });
  for (let at = 0; at < asking.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = asking.rawHeaders.slice(at, at + 2);
    if (!itsOwn.test(name) && !own.has(name)) incoming.rawHeaders.push(name, value);
  }
  for (const [name, value] of own) incoming.rawHeaders.push(name, value);
  const entries = incoming.rawHeaders.flatMap((name, at, all) =>
    at % 2 ? [] : [[name.toLowerCase(), all[at + 1] ?? '']],
  );
  incoming.headers = Object.fromEntries(entries);
  incoming.headersDistinct = Object.fromEntries(entries.map(([name, value]) => [name, [value]]));
  // Its body is here already; the connection's next bytes are none of it.
  incoming._read = () => {};
  if (init.body) incoming.push(Buffer.from(String(init.body)));
  incoming.push(null);
  incoming.complete = true;
  return incoming;
}

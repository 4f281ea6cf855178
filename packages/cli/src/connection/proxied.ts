import type { Agent, ClientRequest } from 'node:http';
import { fetchWith } from '@svc-simulator/client';
import { errorCode, messageOf } from '@svc-simulator/machine/errors.ts';
import { shownProxy } from '@svc-simulator/machine/proxies.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { HttpProxyAgent } from 'http-proxy-agent';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { ProxyError } from '../failures.ts';

/** Every answer of a simulator has one (contract section 1); what a proxy answers in its stead has none. */
const REQUEST_ID = 'x-request-id';

/** How a simulator is reached through a proxy. */
export interface Proxied {
  /** The proxy as people are shown it. */
  readonly name: string;
  readonly fetch: typeof fetch;
  /** For WebSockets. */
  readonly agent: Agent;
}

/** The way through the proxy that a variable names. This module is loaded by those who have one. */
export function proxied(
  t: Texts,
  { url, variable }: { readonly url: URL; readonly variable: string },
): Proxied {
  const name = `${shownProxy(url)} (${variable})`;
  const refused = (status: number) =>
    new ProxyError(
      name,
      status === 407
        ? t('cli.proxy.wants_credentials', { variable })
        : t('cli.proxy.proxy_answered_where_none', { status }),
    );
  const tunnel = () => telling(t, new HttpsProxyAgent(url), name, refused);
  // Proxies pass plain http on as it is, and open tunnels to few ports.
  const plain = () => telling(t, new HttpProxyAgent(url), name, refused);
  const fetchThrough = fetchWith(async (protocol) => (protocol === 'https:' ? tunnel() : plain()));
  return {
    name,
    fetch: async (...request) => {
      const response = await fetchThrough(...request).catch((cause: unknown) => {
        throw cause instanceof ProxyError ? cause : new ProxyError(name, messageOf(cause), { cause });
      });
      if (response.headers.has(REQUEST_ID)) return response;
      await response.body?.cancel();
      throw refused(response.status);
    },
    agent: tunnel(),
  };
}

/** An agent that says what becomes of the proxy itself, which its library mixes with what becomes of the request. */
function telling(
  t: Texts,
  agent: HttpProxyAgent<string> | HttpsProxyAgent<string>,
  name: string,
  refused: (status: number) => ProxyError,
): Agent {
  const connect: HttpsProxyAgent<string>['connect'] = agent.connect.bind(agent);
  agent.connect = async (request: ClientRequest, options: Parameters<typeof connect>[1]) => {
    let status = 200;
    request.once('proxyConnect', ({ statusCode = 200 }) => {
      status = statusCode;
    });
    const socket = await connect(request, options).catch((error: unknown) => {
      throw new ProxyError(
        name,
        t('cli.proxy.proxy_cannot_reached', { error: errorCode(error) ?? messageOf(error) }),
      );
    });
    if (status === 200) return socket;
    socket.destroy();
    throw refused(status);
  };
  return agent;
}

import type { Agent } from 'node:http';
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
  const unreachable = (error: unknown) => {
    const reason = errorCode(error) ?? messageOf(error);
    throw new ProxyError(name, t('cli.proxy.proxy_cannot_reached', { error: reason }));
  };
  const failures = { unreachable, refused };
  const tunnel = () => new TunnelAgent(url, failures);
  // Proxies pass plain http on as it is, and open tunnels to few ports.
  const fetchThrough = fetchWith(async (protocol) =>
    protocol === 'https:' ? tunnel() : new PlainAgent(url, failures),
  );
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

/** Says what becomes of the proxy itself, which the libraries mix with what becomes of the request. */
interface ProxyFailures {
  unreachable(error: unknown): never;
  refused(status: number): ProxyError;
}

class TunnelAgent extends HttpsProxyAgent<string> {
  readonly #failures: ProxyFailures;

  constructor(proxy: URL, failures: ProxyFailures) {
    super(proxy);
    this.#failures = failures;
  }

  override async connect(...[request, options]: Parameters<HttpsProxyAgent<string>['connect']>) {
    let status = 200;
    request.once('proxyConnect', ({ statusCode = 200 }) => {
      status = statusCode;
    });
    const socket = await super.connect(request, options).catch(this.#failures.unreachable);
    if (status === 200) return socket;
    socket.destroy();
    throw this.#failures.refused(status);
  }
}

class PlainAgent extends HttpProxyAgent<string> {
  readonly #failures: ProxyFailures;

  constructor(proxy: URL, failures: ProxyFailures) {
    super(proxy);
    this.#failures = failures;
  }

  override connect(...request: Parameters<HttpProxyAgent<string>['connect']>) {
    return super.connect(...request).catch(this.#failures.unreachable);
  }
}

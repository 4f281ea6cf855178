import type { Agent } from 'node:http';
import { fetchWith } from '@svc-simulator/client';
import { errorCode, messageOf } from '@svc-simulator/machine/errors.ts';
import { proxyText } from '@svc-simulator/machine/proxies.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { HttpProxyAgent } from 'http-proxy-agent';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { ProxyError } from '../failures.ts';

/** Every response of a simulator has this header (contract section 1); a proxy's own error lacks it. */
const REQUEST_ID = 'x-request-id';

export interface ProxyFetch {
  readonly name: string;
  readonly fetch: typeof fetch;
  readonly agent: Agent;
}

/** Creates a `fetch` that uses the proxy. Commands load this module only if a proxy is set. */
export function createProxyFetch(
  t: Texts,
  { url, variable }: { readonly url: URL; readonly variable: string },
): ProxyFetch {
  const name = `${proxyText(url)} (${variable})`;
  const createRefusalError = (status: number) =>
    new ProxyError(
      name,
      status === 407 ? t('cli.proxy.needs_credentials', { variable }) : t('cli.proxy.refused', { status }),
    );
  const throwUnreachable = (error: unknown) => {
    const reason = errorCode(error) ?? messageOf(error);
    throw new ProxyError(name, t('cli.proxy.unreachable', { error: reason }));
  };
  const failures = { unreachable: throwUnreachable, refusalError: createRefusalError };
  const createTunnel = () => new TunnelAgent(url, failures);
  // For plain http the proxy forwards requests, because many proxies allow tunnels to few ports only.
  const fetchThrough = fetchWith(async (protocol) =>
    protocol === 'https:' ? createTunnel() : new PlainAgent(url, failures),
  );
  return {
    name,
    fetch: async (...request) => {
      const response = await fetchThrough(...request).catch((cause: unknown) => {
        throw cause instanceof ProxyError ? cause : new ProxyError(name, messageOf(cause), { cause });
      });
      if (response.headers.has(REQUEST_ID)) return response;
      await response.body?.cancel();
      throw createRefusalError(response.status);
    },
    agent: createTunnel(),
  };
}

interface ProxyFailures {
  unreachable(error: unknown): never;
  refusalError(status: number): ProxyError;
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
    throw this.#failures.refusalError(status);
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

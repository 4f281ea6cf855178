import { BlockList, isIP } from 'node:net';
import { isLoopback } from '@svc-simulator/contract';

type ProxyEnvironment = Readonly<Record<string, string | undefined>>;

export interface Proxy {
  readonly variable: string;
  /** Null if the variable isn't an http or https URL. */
  readonly url: URL | null;
}

/**
 * Returns the proxy for a URL: from `HTTPS_PROXY` or `HTTP_PROXY`, depending on the URL's scheme, or else
 * from `ALL_PROXY`. A variable in lower case wins, as in curl.
 * Returns null if no variable is set, if the URL is local, or if `NO_PROXY` lists its host (contract section
 * 11, Proxies).
 */
export function selectProxy(target: URL, env: ProxyEnvironment): Proxy | null {
  if (
    isLoopback(proxyTargetHost(target)) ||
    noProxyEntries(env).some((entry) => matchesNoProxyEntry(entry, target))
  )
    return null;
  const schemeVariable = /^(https|wss):$/.test(target.protocol) ? 'https_proxy' : 'http_proxy';
  const variable = [schemeVariable, schemeVariable.toUpperCase(), 'all_proxy', 'ALL_PROXY'].find((name) =>
    env[name]?.trim(),
  );
  if (variable === undefined) return null;
  const value = env[variable]?.trim() ?? '';
  const urlText = value.includes('://') ? value : `http://${value}`;
  const url = URL.canParse(urlText) ? new URL(urlText) : null;
  return { variable, url: url && /^https?:$/.test(url.protocol) ? url : null };
}

export function proxyText({ protocol, host, username }: URL): string {
  return `${protocol}//${username === '' ? '' : '***@'}${host}`;
}

/** Returns `NO_PROXY` in both spellings, with the URL's host added. */
export function addToNoProxy(target: URL, env: ProxyEnvironment) {
  const host = proxyTargetHost(target);
  const existingEntries = noProxyEntries(env);
  // Adds no host to `*`, because curl accepts `*` only as the only entry.
  const entries = existingEntries.includes('*')
    ? existingEntries
    : [...existingEntries, host, ...(isIP(host) === 6 ? [`[${host}]`] : [])];
  const value = [...new Set(entries)].join(',');
  return { NO_PROXY: value, no_proxy: value };
}

function noProxyEntries({ no_proxy: lower = '', NO_PROXY: upper = '' }: ProxyEnvironment): readonly string[] {
  return [...new Set(`${lower},${upper}`.split(/[\s,]+/).filter((entry) => entry !== ''))];
}

/**
 * Returns true if an entry of `NO_PROXY` covers the target. An entry is a host with its subdomains
 * (`example.com`, `.example.com` or `*.example.com`), an address, or a range, each with an optional port.
 */
function matchesNoProxyEntry(entry: string, target: URL): boolean {
  if (entry === '*') return true;
  const [, bracketed, bare, port] =
    /^(?:\[(.+)\]|([^:]+|.*:.*:.*?))(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
  if (port !== undefined && port !== targetPort(target)) return false;
  const host = proxyTargetHost(target);
  const hostname = bracketed ?? bare ?? '';
  if (hostname.includes('/')) return isInRange(host, hostname);
  const domain = hostname.replace(/^\*?\./, '');
  return domain !== '' && (host === domain || (isIP(host) === 0 && host.endsWith(`.${domain}`)));
}

function isInRange(host: string, range: string): boolean {
  const [network = '', bits = ''] = range.split('/');
  const family = isIP(host);
  if (family === 0 || family !== isIP(network) || !/^\d+$/.test(bits)) return false;
  if (Number(bits) > (family === 4 ? 32 : 128)) return false;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(network, Number(bits), type);
  return list.check(host, type);
}

function targetPort({ port, protocol }: URL): string {
  return port || (/^(https|wss):$/.test(protocol) ? '443' : '80');
}

function proxyTargetHost({ hostname }: URL): string {
  return hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}

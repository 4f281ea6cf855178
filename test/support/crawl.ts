import { sendRequest } from '../../packages/test-support/src/request.ts';

/** A page or file that the crawler requested. */
export interface CrawledPage {
  readonly address: string;
  readonly status: number;
  readonly text: string;
}

/** Patterns of URLs in markup and styles. */
const addresses = [
  /\s(?:href|src|action|formaction|data-live-url|data-reference|poster|ping)="([^"]*)"/g,
  /url\(\s*['"]?([^'")]+)['"]?\s*\)/g,
];

/** Returns the URLs of the same origin in a page or style, without fragments. */
export function addressesIn({ text, address }: Pick<CrawledPage, 'text' | 'address'>): readonly string[] {
  const { origin } = new URL(address);
  return addresses
    .flatMap((pattern) =>
      [...text.matchAll(pattern)].map(([, written = '']) => written.replaceAll('&amp;', '&')),
    )
    .filter((href) => !/^(?:#|data:|mailto:|[a-z-]+:(?!\/\/127\.))/.test(href))
    .map((href) => new URL(href, address))
    .filter((url) => url.origin === origin)
    .map((url) => url.href.replace(/#.*/, ''));
}

/**
 * Returns a function that accepts each kind of link once. Otherwise combinations of filters and languages
 * would never end.
 */
function createLinkFilter(): (address: string) => boolean {
  const visited = new Set<string>();
  return (address) => {
    const { pathname, searchParams } = new URL(address);
    if (/\/console\/(live|logout)/.test(pathname)) return false;
    const shape = [
      pathname.replace(/\/console\/assets\/[^/]+/, '').replace(/(?<=\/docs\/api\/).*/, ''),
      ...searchParams.keys(),
    ].join('?');
    if (visited.has(shape)) return false;
    visited.add(shape);
    return true;
  };
}

/** Requests `starts` and every page that is linked from them, with a login cookie and a language. */
export async function crawl(
  starts: readonly string[],
  cookie: string,
  language: string,
): Promise<readonly CrawledPage[]> {
  const isFollowed = createLinkFilter();
  const waiting = [...starts];
  const knownUrls = new Set(waiting);
  const pages: CrawledPage[] = [];
  const add = (address: string) => {
    if (knownUrls.has(address) || !isFollowed(address)) return;
    knownUrls.add(address);
    waiting.push(address);
  };
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    const { status, headers, text } = await sendRequest(address, {
      method: 'GET',
      headers: { accept: 'text/html', cookie, 'accept-language': language },
    });
    const page = { address, status, text };
    pages.push(page);
    const location = headers.get('location');
    if (location) add(new URL(location, address).href);
    if (/^text\/(html|css)/.test(headers.get('content-type') ?? ''))
      for (const next of addressesIn(page)) add(next);
  }
  return pages;
}

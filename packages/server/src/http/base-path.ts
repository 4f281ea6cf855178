import type { IncomingMessage } from 'node:http';

/**
 * Removes the base path from the request's URL. Accepts URLs without the base path: some proxies remove it,
 * and local clients omit it.
 */
export function withoutBasePath(basePath: string): (request: IncomingMessage) => void {
  return (request) => {
    // Keeps an origin in front of the path, because a proxy can send an absolute URL.
    const [, origin = '', path = ''] =
      /^([a-z][a-z\d+.-]*:\/\/[^/?#]*)?(.*)$/is.exec(request.url ?? '') ?? [];
    if (!path.startsWith(basePath)) return;
    const rest = path.slice(basePath.length);
    if (rest === '' || rest.startsWith('?')) request.url = `${origin}/${rest}`;
    else if (rest.startsWith('/')) request.url = origin + rest;
  };
}

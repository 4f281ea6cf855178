import type { IncomingMessage } from 'node:http';

/**
 * Removes the base path from the request's URL. Requests without it are the same: a proxy may strip it, and
 * local clients omit it.
 */
export function withoutBasePath(basePath: string): (request: IncomingMessage) => void {
  return (request) => {
    // A proxy may send the absolute form.
    const [, origin = '', path = ''] =
      /^([a-z][a-z\d+.-]*:\/\/[^/?#]*)?(.*)$/is.exec(request.url ?? '') ?? [];
    if (!path.startsWith(basePath)) return;
    const rest = path.slice(basePath.length);
    if (rest === '' || rest.startsWith('?')) request.url = `${origin}/${rest}`;
    else if (rest.startsWith('/')) request.url = origin + rest;
  };
}

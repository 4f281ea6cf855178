import type { IncomingMessage } from 'node:http';

/**
 * Takes the base path off a request's address. A proxy may hand it on as it came or without the path, and who is on this machine
 * needs no proxy at all: both are the same request.
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

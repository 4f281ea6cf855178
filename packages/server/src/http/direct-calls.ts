import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getQueryParam } from 'hono/utils/url';
import { problem } from './envelope.ts';
import { refusalOfError } from './errors.ts';
import { placesOf } from './places.ts';
import type { Route } from './request-context.ts';
import { type Serve, serve } from './serve.ts';
import { isJsonType } from './steps/json-body.ts';
import type { Services } from './steps/step.ts';
import { type Eventual, when } from './when.ts';

/** What takes the requests that are not a program's call of an operation, and sends answers that are streams. */
export interface Beside {
  serve: RequestListener;
  send(response: Response, incoming: IncomingMessage, outgoing: ServerResponse): void;
}

/**
 * Serves what programs call straight from node:http, without fetch's objects: Node loads them when they are first used, which takes
 * as long as half of everything else before the simulator listens. All other requests (pages, addresses that have to be read
 * with care, what no operation takes) are for hono.
 */
export function directCalls(
  services: Services,
  routes: readonly Route[],
  loadBeside: () => Promise<Beside>,
): RequestListener {
  const { runtime } = services;
  const find = finderOf(services, routes);
  let loaded: Eventual<Beside> | undefined;
  return (incoming, outgoing) => {
    try {
      answered(incoming, outgoing)?.catch((error) => failed(error, incoming, outgoing));
    } catch (error) {
      failed(error, incoming, outgoing);
    }
  };

  function answered(incoming: IncomingMessage, outgoing: ServerResponse): Eventual<void> {
    const { method = '', headers, url = '' } = incoming;
    const [, path = ''] = ADDRESS.exec(url) ?? [];
    const isPlain = path !== '' && !DOTS.test(path) && HOST.test(headers.host ?? '');
    const found = isPlain && isForPrograms(path, incoming) ? find(method, path) : undefined;
    if (!found) return when(beside(), ({ serve }) => serve(incoming, outgoing));
    const { params } = found;
    const answer = found.serve({ incoming, outgoing, path, params, query: () => queryOf(url, path) });
    return when(answer, (response) => {
      if (response) return when(beside(), ({ send }) => send(response, incoming, outgoing));
    });
  }

  function beside(): Eventual<Beside> {
    loaded ??= loadBeside().then(
      (made) => {
        loaded = made;
        return made;
      },
      (error) => {
        loaded = undefined;
        throw error;
      },
    );
    return loaded;
  }

  function failed(error: unknown, incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, url } = incoming;
    const requestId = runtime.random.uuid();
    const refusal = refusalOfError(runtime, error, { requestId, what: `${method} ${url}` });
    if (outgoing.headersSent) outgoing.destroy();
    else when(problem({ incoming, requestId }, refusal), (told) => told.sendTo(outgoing));
  }
}

/** A path in which nothing is encoded, and a query; what else an address may be, has to be read as a URL. */
const ADDRESS = /^(\/[\w\-.~!$&'()*+,;=:@/]*)(?:\?[!-"$-~]*)?$/;
const DOTS = /\/\.\.?(?:\/|$)/;
const HOST = /^[a-z0-9._-]+(?::(?:[1-5]\d{3,4}|[6-9]\d{3}))?$/;

/** Under `/console` requests of browsers are for pages: they bring no token, and send forms. */
function isForPrograms(path: string, { method, headers }: IncomingMessage): boolean {
  if (!path.startsWith('/console/') || path.startsWith('/console/hooks/')) return true;
  if (headers.authorization !== undefined) return true;
  return method !== 'GET' && method !== 'HEAD' && isJsonType(headers['content-type']);
}

/** Read as hono reads it; the function wants a whole address, and without a name answers every one. */
function queryOf(url: string, path: string): Readonly<Record<string, string>> {
  if (url.length === path.length) return {};
  return getQueryParam(`http://host${url}`) as Record<string, string>;
}

interface Found {
  readonly serve: Serve;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds what serves the requests of a method and a path. */
function finderOf(services: Services, routes: readonly Route[]) {
  const places = placesOf(routes).map((place) => ({
    ...place,
    byMethod: new Map(place.routes.map((own) => [own.operation.method as string, serve(services, own)])),
  }));
  const fixed = new Map(places.map((place) => [place.path, place]));
  const formed = places.filter(({ path }) => path.includes('{'));
  const found = (serve: Serve | undefined, params = {}): Found | undefined => serve && { serve, params };
  return (method: string, path: string) => {
    const own = fixed.get(path);
    if (own) return found(own.byMethod.get(method));
    for (const { fits, byMethod } of formed) {
      const match = fits.exec(path);
      if (match) return found(byMethod.get(method), match.groups);
    }
    return undefined;
  };
}

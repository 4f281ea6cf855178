import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

/** An answer that refuses: becomes a problem document (RFC 9457). `errors` is a list of {detail, pointer}. */
export class Refusal extends Error {
  constructor(status, detail, extra = {}) {
    super(detail);
    Object.assign(this, { status, errors: undefined, headers: {} }, extra);
  }
}

const TITLES = {
  400: 'Bad request',
  401: 'Not authorized',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  413: 'Body too large',
  415: 'Not JSON',
  422: 'Cannot be processed',
  500: 'Internal error',
};

/** A server over a table of routes. A handler gets one object and returns {status, body, headers} or throws a Refusal. */
export function serve(routes, fallbackBody = '') {
  const table = routes.map((route) => ({
    ...route,
    names: [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]),
    pattern: new RegExp(`^${route.path.replace(/\{\w+\}/g, '([^/]+)')}$`),
  }));
  // A literal segment wins over a placeholder, whatever the order in which the routes were written.
  table.sort((one, other) => one.names.length - other.names.length);

  // Longer than a client keeps an idle connection, so that none is closed under a request.
  return createServer({ keepAliveTimeout: 60_000 }, async (req, res) => {
    const requestId = randomUUID();
    const url = new URL(req.url, 'http://stranger.invalid');
    const extended = url.pathname.startsWith('/api/v1/ext/') || url.pathname.startsWith('/api/svcpagos/');
    const send = (status, headers, content) => {
      res.writeHead(status, { 'x-request-id': requestId, 'content-type': 'application/json', ...headers });
      res.end(typeof content === 'string' ? content : JSON.stringify(content ?? fallbackBody));
    };
    try {
      const fitting = table.filter((route) => route.pattern.test(url.pathname));
      if (fitting.length === 0) throw new Refusal(404, 'there is no such path');
      const route = fitting.find((candidate) => candidate.method === req.method);
      if (!route) {
        const allow = [...new Set(fitting.map((candidate) => candidate.method))].join(', ');
        throw new Refusal(405, `use ${allow}`, { headers: { allow } });
      }
      const values = route.pattern.exec(url.pathname).slice(1).map(decodeURIComponent);
      const params = Object.fromEntries(route.names.map((name, at) => [name, values[at]]));
      const raw = await wholeBody(req);
      const answer = route.handle({
        method: req.method,
        params,
        query: url.searchParams,
        headers: req.headers,
        url: req.url,
        raw,
        json: () => parsed(req, raw),
      });
      send(answer.status, answer.headers, answer.body);
    } catch (error) {
      const status = error instanceof Refusal ? error.status : 500;
      const detail = error instanceof Refusal ? error.message : 'something broke';
      if (!(error instanceof Refusal)) process.stderr.write(`${error.stack}\n`);
      const problem = {
        type: 'about:blank',
        title: TITLES[status],
        status,
        detail,
        message: detail,
        instance: `urn:uuid:${requestId}`,
        ...(error.errors && { errors: error.errors }),
        ...(extended && { success: false }),
      };
      send(status, { ...error.headers, 'content-type': 'application/problem+json' }, problem);
    }
  });
}

async function wholeBody(req) {
  const chunks = [];
  let size = 0;
  for await (const chunk of req) {
    size += chunk.length;
    if (size <= 1_048_576) chunks.push(chunk);
  }
  return size > 1_048_576 ? null : Buffer.concat(chunks);
}

function parsed(req, raw) {
  if (raw === null) throw new Refusal(413, 'a body may have 1 MiB');
  if (!/^application\/(.+\+)?json\b/i.test(req.headers['content-type'] ?? ''))
    throw new Refusal(415, 'send application/json');
  const malformed = (detail) => new Refusal(400, detail, { errors: [{ detail, pointer: '' }] });
  let value;
  try {
    value = JSON.parse(raw.toString('utf8'));
  } catch {
    throw malformed('the body is not JSON');
  }
  if (depth(value) > 32) throw malformed('the body is nested deeper than 32 levels');
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw malformed('the body must be an object');
  return value;
}

function depth(root) {
  let level = [root];
  let levels = 0;
  while (level.length > 0 && levels <= 33) {
    level = level.filter((value) => value !== null && typeof value === 'object').flatMap(Object.values);
    levels += 1;
  }
  return levels - 1;
}

/** The success envelope; `extended` adds what the payment-session API has besides, `top` repeats credentials outside `data`. */
export function envelope(
  status,
  title,
  data,
  { extended = false, top = {}, headers = {}, beside = {} } = {},
) {
  return {
    status,
    headers,
    body: { status, title, ...(extended && { success: true, message: title }), ...top, data, ...beside },
  };
}

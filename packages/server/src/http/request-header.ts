import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/**
 * A header of a request; `name` in lower case. It is read where Node's parser has put it: making web `Headers` of them takes
 * longer than all that the pipeline does with them. A request that did not come over a socket has only those.
 */
export function headerOf(c: Context, name: string): string | undefined {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  if (!incoming) return c.req.header(name);
  const value = incoming.headers[name];
  return typeof value === 'string' ? value : undefined;
}

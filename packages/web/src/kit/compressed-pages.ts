import type { MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';

const compressed = compress({ contentTypeFilter: /^text\/html/ });

/** What a page shows there is worth guessing, and an address can put text beside it: lengths must not tell (BREACH). */
const SECRET = /^\/console\/keys/;

/** Compresses pages, which are a fifth then, and nothing else: no stream, no download, no JSON. */
export const compressedPages: MiddlewareHandler = (c, next) =>
  SECRET.test(c.req.path) ? next() : compressed(c, next);

import type { MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';

const compressed = compress({ contentTypeFilter: /^text\/html/ });

/** This page shows secrets next to text from the URL: compressed lengths would reveal them (BREACH). */
const SECRET = /^\/console\/keys/;

/** Compresses pages, which are a fifth then, and nothing else: no stream, no download, no JSON. */
export const compressedPages: MiddlewareHandler = (c, next) =>
  SECRET.test(c.req.path) ? next() : compressed(c, next);

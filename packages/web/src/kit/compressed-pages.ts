import type { MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';

const compressed = compress({ contentTypeFilter: /^text\/html/ });

/** These pages show secrets next to text from the URL; compressed sizes would reveal them (BREACH). */
const SECRET_PAGE_PATH = /^\/console\/keys/;

/** Compresses HTML pages only: streams, downloads, and JSON stay as they are. */
export const compressedPages: MiddlewareHandler = (c, next) =>
  SECRET_PAGE_PATH.test(c.req.path) ? next() : compressed(c, next);

import type { MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';

const compressed = compress({ contentTypeFilter: /^text\/html/ });

/**
 * The page at this path isn't compressed. It shows secrets and text from the URL, so its compressed size
 * could reveal the secrets (BREACH).
 */
const SECRET_PAGE_PATH = /^\/console\/keys/;

/** Compresses HTML pages only: streams, downloads, and JSON stay as they are. */
export const compressedPages: MiddlewareHandler = (c, next) =>
  SECRET_PAGE_PATH.test(c.req.path) ? next() : compressed(c, next);

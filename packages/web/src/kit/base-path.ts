import type { MiddlewareHandler } from 'hono';

/**
 * An address in the markup of a page. What stands between quotes elsewhere has them escaped, so that only attributes match; a
 * script or a style within the page is no markup, and its hash is in the policy.
 */
const ADDRESS =
  /(<(script|style)>)[\s\S]*?<\/\2>|(\s(?:href|src|action|formaction|data-live-url)=")(?=\/(?!\/))/g;

/**
 * Adds the public URL's path to every URL of a response, so that pages are written as if they were at the
 * root. Registered only if there is such a path.
 */
export const underBasePath =
  (basePath: string): MiddlewareHandler =>
  async (c, next) => {
    await next();
    const answer = c.res;
    const { headers } = answer;
    const location = headers.get('location');
    if (location && /^\/(?!\/)/.test(location)) headers.set('location', basePath + location);
    const cookies = headers.getSetCookie();
    if (cookies.length > 0) headers.delete('set-cookie');
    for (const cookie of cookies)
      headers.append('set-cookie', cookie.replace('; Path=/', `; Path=${basePath}/`));
    if (!headers.get('content-type')?.startsWith('text/html')) return;
    const html = await answer.text();
    const page = html.replace(ADDRESS, (match, _script, _name, attribute) =>
      attribute ? attribute + basePath : match,
    );
    headers.delete('content-length');
    c.res = undefined;
    c.res = new Response(page, { status: answer.status, headers });
  };

/** Where pages for people are, but the first one, of which nobody writes the slash at its end. */
const places = ['console', 'docs', 'pay', 'terminal', 'fidelidad', 'verificar'] as const;
export const pagePatterns = places.map((place) => `/${place}/*`);

/** `/console/` is the page `/console`; a file has no such second address. */
export const withoutSlash: MiddlewareHandler = (c, next) => {
  const { method, path } = c.req;
  const isRead = method === 'GET' || method === 'HEAD';
  const isPage = path.endsWith('/') && !/^\/\w+\/assets\//.test(path);
  if (!isRead || !isPage || c.req.header('authorization')) return next();
  // As it came: `path` is decoded, and may hold what no header can.
  const { pathname, search } = new URL(c.req.url);
  return Promise.resolve(c.body(null, 301, { location: pathname.replace(/\/+$/, '') + search }));
};

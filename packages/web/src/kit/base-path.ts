import type { MiddlewareHandler } from 'hono';

/**
 * Matches the start of each URL attribute. Inline scripts and styles are matched as a whole and left
 * unchanged, because the page's CSP contains their hashes.
 */
const URL_ATTRIBUTE =
  /(<(script|style)>)[\s\S]*?<\/\2>|(\s(?:href|src|action|formaction|data-live-url)=")(?=\/(?!\/))/g;

/** Adds the path of the public URL, such as `/pagos`, to the URLs and cookie paths of a response. */
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
    const page = html.replace(URL_ATTRIBUTE, (match, _script, _name, attribute) =>
      attribute ? attribute + basePath : match,
    );
    headers.delete('content-length');
    // Removes the old response first, because Hono would copy its headers to the new one.
    c.res = undefined;
    c.res = new Response(page, { status: answer.status, headers });
  };

const pageRoots = ['console', 'docs', 'pay', 'terminal', 'fidelidad', 'verificar', 'operator'] as const;
export const pagePatterns = pageRoots.map((root) => `/${root}/*`);

/** Redirects a page's URL with a trailing slash, such as `/console/`, to the URL without the slash. */
export const trailingSlashRedirect: MiddlewareHandler = (c, next) => {
  const { method, path } = c.req;
  const isRead = method === 'GET' || method === 'HEAD';
  const isPage = path.endsWith('/') && !/^\/\w+\/assets\//.test(path);
  if (!isRead || !isPage || c.req.header('authorization')) return next();
  // `path` is decoded, so it can contain characters that a header must not contain.
  const { pathname, search } = new URL(c.req.url);
  return Promise.resolve(c.body(null, 301, { location: pathname.replace(/\/+$/, '') + search }));
};

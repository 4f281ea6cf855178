import { Hono } from 'hono';
import { html } from 'hono/html';
import { describe, expect, it } from 'vitest';
import { trailingSlashRedirect, underBasePath } from './base-path.ts';

const page = (body: unknown) => String(html`<!doctype html>${body}`);

async function respondWith(answer: Response): Promise<Response> {
  const app = new Hono();
  app.use(underBasePath('/pagos'));
  app.get('/', () => answer);
  return app.request('/');
}

const htmlResponse = (text: string) =>
  new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8' } });

describe('underBasePath', () => {
  it.each(['href', 'src', 'action', 'formaction', 'data-live-url'])(
    'adds the base path to a URL in %s',
    async (name) => {
      const prefixed = await respondWith(htmlResponse(`<a class="x" ${name}="/console?a=/b">/console</a>`));
      expect(await prefixed.text()).toBe(`<a class="x" ${name}="/pagos/console?a=/b">/console</a>`);
    },
  );

  it('leaves other text unchanged', async () => {
    const text = [
      page(html`<p title=${' href="/x"'}>${' href="/x"'}</p>`),
      '<a href="//other.invalid/x">',
      '<a href="https://other.invalid/x">',
      '<a href="?lang=es">',
      '<a href="#top">',
      '<a href="myapp:/x">',
      '<button data-copy="/x">',
      '<script>const link = \'<a href="/x">\';</script>',
      '<style>a[href="/x"] { color: red } b[ href="/x"] {}</style>',
    ].join('\n');
    expect(await (await respondWith(htmlResponse(text))).text()).toBe(text);
  });

  it('leaves responses other than pages unchanged', async () => {
    const text = '{"html":"<a href=\\"/x\\"> href=\\"/x\\""}';
    for (const type of ['application/json', 'text/event-stream', 'text/javascript', 'text/plain']) {
      const answer = new Response(text, { headers: { 'content-type': type } });
      expect(await (await respondWith(answer)).text()).toBe(text);
    }
  });

  it('changes redirects and cookies, and corrects the content length', async () => {
    const headers = new Headers({ 'content-type': 'text/html', location: '/console/login?next=%2Fconsole' });
    headers.append('set-cookie', 'a=1; Path=/console; HttpOnly');
    headers.append('set-cookie', 'b=/x; Path=/console; Max-Age=1');
    const prefixed = await respondWith(new Response('<a href="/x">', { status: 303, headers }));
    expect(prefixed.status).toBe(303);
    expect(prefixed.headers.get('location')).toBe('/pagos/console/login?next=%2Fconsole');
    expect(prefixed.headers.getSetCookie()).toEqual([
      'a=1; Path=/pagos/console; HttpOnly',
      'b=/x; Path=/pagos/console; Max-Age=1',
    ]);
    const page = { 'content-type': 'text/html', 'content-length': '13', 'x-frame-options': 'DENY' };
    const { headers: responseHeaders } = await respondWith(new Response('<a href="/x">', { headers: page }));
    expect([responseHeaders.get('content-length'), responseHeaders.get('x-frame-options')]).toEqual([
      null,
      'DENY',
    ]);
  });

  it.each(['https://shop.invalid/ok', '//shop.invalid', 'myapp://ok', '?lang=es', 'login'])(
    "redirects a payer to the merchant's URL %s unchanged",
    async (location) => {
      const answer = new Response(null, { status: 303, headers: { location } });
      expect((await respondWith(answer)).headers.get('location')).toBe(location);
    },
  );
});

describe('trailingSlashRedirect', () => {
  const app = new Hono();
  app.use('/console/*', trailingSlashRedirect);
  app.all('/console/*', (c) => c.text('there'));

  it.each([
    ['/console/', '/console'],
    ['/console/keys/?a=1&b=/', '/console/keys?a=1&b=/'],
    ['/console//', '/console'],
    ['/console/%E2%82%AC/', '/console/%E2%82%AC'],
    ['/console/%00%0d%0a/', '/console/%00%0d%0a'],
  ])('redirects %s to %s', async (from, to) => {
    const answer = await app.request(from);
    expect([answer.status, answer.headers.get('location')]).toEqual([301, to]);
  });

  it.each([
    ['/console', {}],
    ['/console/keys', {}],
    ['/console/assets/1/', {}],
    ['/console/keys/', { method: 'POST' }],
    ['/console/keys/', { headers: { authorization: 'Bearer x' } }],
  ])('leaves %s with %j unchanged', async (path, init) => {
    expect((await app.request(path, init)).status).toBe(200);
  });
});

import { request } from 'node:http';
import { createRequire } from 'node:module';
import { brotliDecompressSync } from 'node:zlib';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SWAGGER_UI_VERSION } from './page-files.ts';

let sim: TestSimulator;
beforeAll(async () => {
  sim = await TestSimulator.start();
});
afterAll(() => sim.close());

const names = ['page.js', 'page.css', 'swagger-ui-bundle.js', 'swagger-ui.css'];

/** Addresses of the page's files, as a browser makes them out of the page's own. */
async function files(): Promise<Map<string, string>> {
  const { text } = await sim.send('GET', '/docs/api');
  const paths = [...text.matchAll(/(?:src|href)="(assets\/[^"]+)"/g)].map(([, path]) => `/docs/${path}`);
  return new Map(paths.map((path) => [path.split('/').at(-1) as string, path]));
}

interface Raw {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** With the body as it travels: fetch would decompress it. */
function get(path: string, headers: Readonly<Record<string, string>>): Promise<Raw> {
  return new Promise((resolve, reject) => {
    request(sim.url + path, { headers, agent: false }, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part);
      resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) });
    })
      .on('error', reject)
      .end();
  });
}

describe('GET /docs/api', () => {
  it('is a page with nothing inline and nothing from anywhere else', async () => {
    const { status, headers, text } = await sim.send('GET', '/docs/api');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('x-request-id')).toBeTruthy();
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(text).not.toMatch(/<style|<script>|\sstyle=|\son\w+=/);
    expect([...text.matchAll(/(?:src|href)="(https?:|\/)/g)]).toEqual([]);
    expect([...(await files()).keys()].sort()).toEqual([...names].sort());
  });
});

describe('GET /docs/api in Spanish', () => {
  it.each([
    ['/docs/api', 'es', 'es', 'Referencia de la API'],
    ['/docs/api?lang=es', 'en', 'es', 'Referencia de la API'],
    ['/docs/api?lang=en', 'es', 'en', 'API reference'],
    ['/docs/api', '*', 'en', 'API reference'],
  ])('at %s with %s is in %s', async (path, header, language, title) => {
    const { headers, text } = await sim.send('GET', path, { headers: { 'accept-language': header } });
    expect([headers.get('content-language'), headers.get('vary')?.toLowerCase()]).toEqual([
      language,
      'accept-language, accept-encoding',
    ]);
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).toContain(`<title>${title} `);
    expect(text).toContain(`href="?lang=${language === 'es' ? 'en' : 'es'}"`);
  });
});

describe('the files of the page', () => {
  it('travel compressed, under addresses that never change their content', async () => {
    for (const [name, path] of await files()) {
      const { status, headers, body } = await get(path, { 'accept-encoding': 'gzip, br' });
      expect([status, headers['content-encoding'], headers.vary], name).toEqual([
        200,
        'br',
        'accept-encoding',
      ]);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(headers['content-type']).toMatch(
        name.endsWith('.js') ? /^text\/javascript; charset=utf-8$/ : /^text\/css; charset=utf-8$/,
      );
      expect(Number(headers['content-length'])).toBe(body.length);
      const plain = await get(path, {});
      expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined]);
      expect(plain.body.equals(brotliDecompressSync(body))).toBe(true);
    }
  });

  it.each(['gzip', 'br;q=0', 'br;q=0.0, gzip', 'identity', 'brotli'])(
    'travel as they are to %j',
    async (accepted) => {
      const path = (await files()).get('page.css') as string;
      const { headers, body } = await get(path, { 'accept-encoding': accepted });
      expect(headers['content-encoding']).toBeUndefined();
      expect(body.toString()).toContain('--paper');
    },
  );

  it('are not sent again to who has them', async () => {
    const path = (await files()).get('swagger-ui.css') as string;
    const { headers } = await get(path, { 'accept-encoding': 'br;q=1.0' });
    expect(headers['content-encoding']).toBe('br');
    const again = await get(path, { 'if-none-match': `"other", ${headers.etag}` });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('are there for a page of another release, but not to be kept; others are not there at all', async () => {
    const other = await get('/docs/assets/5.0.0-other/page.js', {});
    expect([other.status, other.headers['cache-control']]).toEqual([200, 'no-cache']);
    for (const name of ['package.json', 'constructor', '..%2findex.ts', 'swagger-ui.css.br', ''])
      expect((await get(`/docs/assets/x/${name}`, {})).status, name).toBe(404);
    expect((await sim.send('POST', '/docs/assets/x/page.js')).status).toBe(404);
  });

  it('are of the version of Swagger UI that their addresses name', async () => {
    const { version } = createRequire(import.meta.url)('swagger-ui-dist/package.json');
    expect(SWAGGER_UI_VERSION).toBe(version);
    expect((await files()).get('swagger-ui.css')).toContain(`/${version}-`);
  });
});

describe('POST /console/reference', () => {
  const ask = (headers: Record<string, string>) =>
    sim.send('POST', '/console/reference', {
      body: '',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        ...headers,
      },
    });

  it('gives an agreement and tokens that end to who is logged in, and nothing to anybody else', async () => {
    const account = await sim.account();
    const cookie = await cookieOf(account);
    const { status, headers, json } = await ask({ cookie });
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(json).toMatchObject({ short_name: account.name, agreement_id: account.agreement });
    const stops = () => sim.send('GET', '/api/v1/ext/payment-stops', { token: json.token });
    const keys = () => sim.send('GET', '/console/keys', { token: json.console_token });
    expect([(await stops()).status, (await keys()).status]).toEqual([200, 200]);

    for (const other of [{}, { cookie: 'sim_console=nobody' }, { authorization: `Bearer ${account.token}` }])
      expect((await ask(other)).text).not.toContain('sim_api_');
    expect((await ask({ cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403);

    await sim.clock.advance(15 * 60_000);
    expect([(await stops()).status, (await keys()).status]).toEqual([401, 401]);
  });

  it('ends with the log-in', async () => {
    const cookie = await cookieOf(await sim.account());
    const { token } = (await ask({ cookie })).json;
    await sim.send('POST', '/console/logout', {
      body: '',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        cookie,
      },
    });
    expect((await sim.send('GET', '/api/v1/ext/payment-stops', { token })).status).toBe(401);
  });

  async function cookieOf({ name }: { readonly name: string }): Promise<string> {
    const { headers } = await sim.send('POST', '/console/login', {
      body: new URLSearchParams({ short_name: name, password: 'correct horse' }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    });
    return `${headers.get('set-cookie')?.split(';')[0]}`;
  }
});

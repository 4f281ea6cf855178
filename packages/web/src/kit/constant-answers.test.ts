import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';
import { ConstantAnswers } from './constant-answers.ts';

const html = { headers: { 'content-type': 'text/html; charset=utf-8' } };
const noHeader = () => undefined;
const pageLanguage = { language: 'en', isLanguageRequested: false } as const;

describe('a constant response', () => {
  it('is rendered once for simultaneous requests, and is rendered again only after a failure', async () => {
    const constants = new ConstantAnswers({ compresses: true });
    let renderCount = 0;
    const make = async () => {
      if (++renderCount === 1) throw new Error('not yet');
      return new Response('<p>', html);
    };
    await expect(constants.getOrCreate('a', pageLanguage, noHeader, make)).rejects.toThrow('not yet');
    const answers = await Promise.all(
      Array.from({ length: 500 }, () => constants.getOrCreate('a', pageLanguage, noHeader, make)),
    );
    expect([renderCount, await answers[7]?.text(), await answers[8]?.text()]).toEqual([2, '<p>', '<p>']);
  });

  it('is dropped together with all others when too many are stored', async () => {
    const constants = new ConstantAnswers({ compresses: false, max: 3 });
    for (let name = 0; name < 100; name++) {
      await constants.getOrCreate(`page ${name}`, pageLanguage, noHeader, () => new Response('<p>', html));
      expect(constants.size).toBeLessThanOrEqual(3);
    }
  });

  it.each([
    ['/', 'en'],
    ['/fidelidad', 'en'],
    ['/docs', 'en'],
    ['/docs/webhooks', 'en'],
    ['/docs/api', 'en'],
    ['/openapi.json', 'es'],
  ])('is stored once for all unknown languages: %s', async (path, otherLanguage) => {
    await using sim = await TestSimulator.start({ hosted: true });
    const ask = (lang: string) =>
      sim.send('GET', `${path}?lang=${lang}`, { headers: { accept: 'text/html' } });
    const answers = [await ask('nowhere-1'), await ask('nowhere-2'), await ask(`${otherLanguage}-nowhere-3`)];
    const [first, second, other] = answers.map(({ headers }) => headers.get('etag'));
    expect(first).toMatch(/^W\//);
    expect(second).toBe(first);
    expect(other).not.toBe(first);
    expect((await ask(otherLanguage)).headers.get('etag')).toBe(other);
    for (const { text } of answers) expect(text).not.toContain('nowhere');
  });

  it.each([
    ['*', 304],
    ['W/"other", W/"TAG"', 304],
    ['"TAG"', 304],
    ['"other" , "TAG"', 304],
    ['W/"other"', 200],
    ['TAG', 200],
    ['', 200],
  ])(
    'is compared weakly with If-None-Match, which can be a list or *: %s returns %i',
    async (ifNoneMatch, status) => {
      await using sim = await TestSimulator.start();
      const first = await sim.send('GET', '/openapi.json');
      const [, tag = ''] = /^W\/"(.*)"$/.exec(first.headers.get('etag') ?? '') ?? [];
      const headers = { 'if-none-match': ifNoneMatch.replace('TAG', tag) };
      const again = await fetch(`${sim.url}/openapi.json`, { headers });
      await again.arrayBuffer();
      expect(again.status).toBe(status);
    },
  );

  it('declares its 304 in the OpenAPI document', async () => {
    await using sim = await TestSimulator.start();
    const { paths } = (await sim.send('GET', '/openapi.json')).json;
    for (const path of ['/', '/fidelidad', '/openapi.json', '/docs']) {
      const { responses, parameters } = paths[path].get;
      expect([path, responses[304]?.content, Object.keys(responses[304]?.headers ?? {})]).toEqual([
        path,
        undefined,
        expect.arrayContaining(['ETag', 'x-request-id']),
      ]);
      expect(parameters).toContainEqual(expect.objectContaining({ name: 'If-None-Match', in: 'header' }));
    }
  });

  it('returns 304 to a client that already has it', async () => {
    await using sim = await TestSimulator.start({ hosted: true });
    for (const path of ['/', '/fidelidad', '/openapi.json', '/docs', '/docs/webhooks']) {
      for (const accept of ['text/html', 'application/json']) {
        const headers = { accept, 'accept-language': 'es', 'accept-encoding': 'gzip' };
        const first = await fetch(sim.url + path, { headers });
        const etag = first.headers.get('etag') ?? '';
        expect([path, first.status, etag]).toEqual([path, 200, expect.stringMatching(/^W\/"[\w-]{27}"$/)]);
        expect((await first.text()).length).toBeGreaterThan(1000);
        const again = await fetch(sim.url + path, { headers: { ...headers, 'if-none-match': etag } });
        expect([path, again.status, await again.text()]).toEqual([path, 304, '']);
        expect(again.headers.get('x-request-id')).not.toBeNull();
        const english = await fetch(sim.url + path, {
          headers: { accept, 'accept-language': 'en', 'if-none-match': etag },
        });
        expect([path, english.status]).toEqual([path, 200]);
      }
    }
  });
});

import { simulatorOfBlock } from '@svc-simulator/test-support/account.ts';
import { describe, expect, it } from 'vitest';
import { landingTexts } from './page-texts.ts';

const sim = await simulatorOfBlock();

const ask = (path: string, language: string, accept = 'text/html') =>
  sim.send('GET', path, { headers: { accept, 'accept-language': language } });

describe.each([
  ['/', (language: 'en' | 'es') => landingTexts(language)('landing.home.title')],
  ['/fidelidad', (language: 'en' | 'es') => landingTexts(language)('kit.places.fidelity')],
] as const)('the page %s', (path, titleIn) => {
  it.each([
    [path, 'es-VE, en;q=0.5', 'es'],
    [path, 'en-GB', 'en'],
    [path, '*', 'es'],
    [path, 'fr', 'es'],
    [`${path}?lang=es`, 'en', 'es'],
    [`${path}?lang=en`, 'es', 'en'],
    [`${path}?lang=xx`, 'es', 'es'],
  ] as const)(
    'has at %s with the header %s the language %s, and links to the other language',
    async (target, header, language) => {
      const { status, headers, text } = await ask(target, header);
      expect([status, headers.get('content-language')]).toEqual([200, language]);
      expect(headers.get('vary')).toContain('accept-language');
      expect(text).toContain(`<html lang="${language}">`);
      expect(text).toContain(`<h1>${titleIn(language)}</h1>`);
      expect(text).toContain(`href="?lang=${language === 'es' ? 'en' : 'es'}"`);
    },
  );
});

const places = ['/terminal', '/docs', '/docs/api', '/openapi.json', '/fidelidad', '/health'];

it.each([
  ['/nada?lang=es', 'en', 'Página no encontrada', '/?lang=es', ''],
  ['/nothing', 'en', 'Page not found', '/', ''],
  ['/docs/what-is%20%3Cb%3E', 'en', 'Page not found', '/', 'what is b'],
] as const)(
  'returns a page with links and a search if a browser requests the unknown path %s',
  async (path, language, title, home, words) => {
    const { status, headers, text } = await ask(path, language);
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(text).toContain(`<h1>${title}</h1>`);
    expect(text).not.toContain('<b>');
    const [, main = ''] = text.split('<main');
    expect([...main.matchAll(/href="([^"]+)"/g)].map(([, to]) => to)).toEqual([home, ...places]);
    expect(main).toContain('<form action="/docs/search"');
    expect(main).toContain(`name="q" value="${words}"`);
  },
);

it.each([
  ['/nothing', { accept: '*/*' }],
  ['/nothing', { accept: 'text/html', authorization: 'Bearer x' }],
  ['/api/v1/nothing', { accept: 'text/html' }],
  ['/control/nothing', { accept: 'text/html' }],
] as const)('returns a problem if a program requests %s with %j', async (path, headers) => {
  const answer = await sim.send('GET', path, { headers });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    404,
    'application/problem+json; charset=utf-8',
  ]);
});

describe('the start page', () => {
  it('shows a returning payer the receipt instead of a page for developers', async () => {
    const account = await sim.account();
    const id = await sim.button(account, { success_url: `${sim.url}/?payment=paid` });
    const outcome = await sim.ask(account, 'POST', `/control/sessions/${id}/outcome`, {
      leg: 1,
      outcome: 'paid',
    });
    expect(outcome.status).toBe(200);
    const back = await ask(`/?payment=paid&session_id=${id}&lang=es`, 'en');
    expect([back.status, back.headers.get('location')]).toEqual([302, `/pay/${id}?lang=es`]);
    const { text } = await ask(`/pay/${id}?lang=es`, 'en');
    expect(text).toContain('class="lines pairs receipt"');
    expect(text).not.toMatch(/console|href="http/);
    expect((await ask('/?payment=paid&session_id=%22%3E%3Cb%3E', 'en')).status).toBe(404);
  });
});

it.each(['/', '/fidelidad', '/docs', '/docs/api', '/nothing', '/console/login', '/terminal', '/pay/nothing'])(
  'serves the page %s in Spanish if the browser requests no language',
  async (path) => {
    for (const language of ['*', 'fr', '']) {
      const { text } = await ask(path, language);
      expect(text, language).toContain('<html lang="es"');
    }
  },
);

it.each(['/fidelidad', '/openapi.json', '/docs/concepts.md', '/llms.txt'])(
  'serves %s to a program in English unless it asks for Spanish',
  async (path) => {
    const texts: string[] = [];
    for (const language of ['*', 'en', 'es']) texts.push((await ask(path, language, '*/*')).text);
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).not.toBe(texts[2]);
  },
);

describe('the page /fidelidad', () => {
  it('contains the same entries in both languages, with sentences in the requested one', async () => {
    const [english, spanish] = [
      (await ask('/fidelidad', '*', 'application/json')).json,
      (await ask('/fidelidad?lang=es', '*', 'application/json')).json,
    ];
    const withoutSummary = ({ summary, ...others }: { summary: string }) => others;
    expect(spanish.data.differences.map(withoutSummary)).toEqual(
      english.data.differences.map(withoutSummary),
    );
    const same = english.data.differences.filter(
      ({ summary }: { summary: string }, at: number) => summary === spanish.data.differences[at].summary,
    );
    expect(same).toEqual([]);
  });

  it('finds entries by words in any form, by area and by mark, and shows a message if none match', async () => {
    const resultsFor = async (query: string) =>
      [...(await ask(`/fidelidad?${query}`, 'es')).text.matchAll(/<li id="(\w+)/g)].map(([, at]) => at);
    const all = (await resultsFor('')).length;
    expect(all).toBeGreaterThan(300);
    const webhookAreas = await resultsFor('q=&area=webhooks&provenance=');
    expect(new Set(webhookAreas)).toEqual(new Set(['webhooks']));
    expect((await resultsFor('q=ACREDITACION')).length).toBeGreaterThan(0);
    expect(await resultsFor('q=acreditaci%C3%B3n')).toEqual(await resultsFor('q=ACREDITACION'));
    expect((await resultsFor('provenance=field')).length).toBeLessThan(all);
    expect((await ask('/fidelidad?q=%3Cb%3Ezz', 'es')).text).toContain('class="empty"');
  });
});

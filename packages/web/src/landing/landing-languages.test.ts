import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageTexts } from './page-texts.ts';

let sim: TestSimulator;
beforeAll(async () => {
  sim = await TestSimulator.start();
});
afterAll(() => sim.close());

const ask = (path: string, language: string, accept = 'text/html') =>
  sim.send('GET', path, { headers: { accept, 'accept-language': language } });

describe.each([
  ['/', (language: 'en' | 'es') => pageTexts(language)('landing.home.title')],
  ['/fidelidad', (language: 'en' | 'es') => pageTexts(language)('landing.fidelity.heading')],
] as const)('the page %s', (path, titleIn) => {
  it.each([
    [path, 'es-VE, en;q=0.5', 'es'],
    [path, 'en-GB', 'en'],
    [path, '*', 'en'],
    [`${path}?lang=es`, 'en', 'es'],
    [`${path}?lang=en`, 'es', 'en'],
    [`${path}?lang=xx`, 'es', 'es'],
  ] as const)('at %s with %s is in %s, and leads to the other one', async (target, header, language) => {
    const { status, headers, text } = await ask(target, header);
    expect([status, headers.get('content-language')]).toEqual([200, language]);
    expect(headers.get('vary')).toContain('accept-language');
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).toContain(`<h1>${titleIn(language)}</h1>`);
    expect(text).toContain(`href="?lang=${language === 'es' ? 'en' : 'es'}"`);
  });
});

it.each([
  ['/nada?lang=es', 'en', 'Aquí no hay nada', ['/?lang=es', '/docs?lang=es', '/console?lang=es']],
  ['/nothing', 'en', 'There is nothing here', ['/', '/docs', '/console']],
  [
    '/docs/what-is%20%3Cb%3E',
    'en',
    'There is nothing here',
    ['/docs/search?q=what+is+b', '/', '/docs', '/console'],
  ],
] as const)(
  'where nothing is, at %s, a browser gets a page with ways on',
  async (path, language, title, ways) => {
    const { status, headers, text } = await ask(path, language);
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(text).toContain(`<h1>${title}</h1>`);
    expect(text).not.toContain('<b>');
    const links = [...text.matchAll(/<a href="([^"]+)"/g)].map(([, to]) => to);
    expect(links).toEqual([`?lang=${title.startsWith('A') ? 'en' : 'es'}`, ...ways]);
  },
);

it.each([
  ['/nothing', { accept: '*/*' }],
  ['/nothing', { accept: 'text/html', authorization: 'Bearer x' }],
  ['/api/v1/nothing', { accept: 'text/html' }],
  ['/control/nothing', { accept: 'text/html' }],
] as const)('a program gets a problem: %s with %j', async (path, headers) => {
  const answer = await sim.send('GET', path, { headers });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
});

describe('the first page, where a payer comes back', () => {
  it.each([
    ['paid', 'es', 'El pago se hizo.'],
    ['failed', 'en', 'The payment failed.'],
    ['expired', 'es', 'La sesión venció sin pago.'],
  ])('says that it is %s, in %s', async (payment, language, sentence) => {
    const { text } = await ask(`/?payment=${payment}&session_id=8b1d7a52-6a35`, language);
    expect(text).toContain(`<strong>${sentence}</strong>`);
    expect(text).toContain('href="/console/sessions/8b1d7a52-6a35"');
    expect(text).toContain(`href="?payment=${payment}&amp;session_id=8b1d7a52-6a35&amp;lang=`);
  });

  it('says nothing of what it does not know, and repeats no markup', async () => {
    expect((await ask('/?payment=%3Cb%3E', 'en')).text).not.toContain('role="status"');
    const { text } = await ask('/?payment=paid&session_id=%22%3E%3Cb%3E', 'en');
    expect(text).toContain('role="status"');
    expect(text).not.toMatch(/console\/sessions|<b>/);
  });
});

describe('the list of /fidelidad', () => {
  it('has one form in both languages, and sentences in the one that is asked for', async () => {
    const [english, spanish] = [
      (await ask('/fidelidad', '*', 'application/json')).json,
      (await ask('/fidelidad?lang=es', '*', 'application/json')).json,
    ];
    const plain = ({ summary, ...others }: { summary: string }) => others;
    expect(spanish.data.differences.map(plain)).toEqual(english.data.differences.map(plain));
    const same = english.data.differences.filter(
      ({ summary }: { summary: string }, at: number) => summary === spanish.data.differences[at].summary,
    );
    expect(same).toEqual([]);
  });
});

import { operations } from '@svc-simulator/contract';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiDocument } from './api-document.ts';

let sim: TestSimulator;
beforeAll(async () => {
  sim = await TestSimulator.start();
});
afterAll(() => sim.close());

const ask = (path: string, language: string) =>
  sim.send('GET', path, { headers: { 'accept-language': language } });

describe.each([
  ['en', 'Payment sessions', 'Request body'],
  ['es', 'Sesiones de pago', 'Cuerpo de la petición'],
] as const)('the API reference in %s', (language, first, body) => {
  it('begins with payment sessions, and leads to the page of every operation', async () => {
    const { status, headers, text } = await ask('/docs/api', language);
    expect([status, headers.get('content-language')]).toEqual([200, language]);
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    const chapters = [...text.matchAll(/<h2 id="[^"]*">([^<]+)</g)].map(([, title]) => title);
    expect(chapters[0]).toBe(first);
    for (const { id } of operations) expect(text).toContain(`href="/docs/api/${id}"`);
  });

  it('says of each operation what goes in, what comes out, and how it is called', async () => {
    const document = await apiDocument(language);
    for (const { id, method, path, summary } of document.operations) {
      const { status, text } = await ask(`/docs/api/${id}`, language);
      expect([id, status]).toEqual([id, 200]);
      expect(text, id).toContain(
        `<span class="method ${method.toLowerCase()}">${method}</span> <code>${path}`,
      );
      expect(text.replaceAll('&#39;', "'").replaceAll('&quot;', '"'), id).toContain(`<h1>${summary}</h1>`);
      expect(text, id).toContain('id="answers"');
    }
    const { text } = await ask('/docs/api/createButtonSession', language);
    expect(text).toContain(`<h2 id="request">${body}</h2>`);
    for (const field of ['amount_reference', 'payment_url', 'Authorization: Bearer $SIM_TOKEN'])
      expect(text).toContain(field);
  });
});

it('is 404 where there is no operation', async () => {
  expect((await ask('/docs/api/nothing', 'en')).status).toBe(404);
});

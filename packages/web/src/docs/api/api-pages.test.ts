import { operations } from '@svc-simulator/contract';
import { simulatorOfBlock } from '@svc-simulator/test-support/account.ts';
import { describe, expect, it } from 'vitest';
import { showApi } from '../doc-document.tsx';
import { apiDocument } from './api-document.ts';

const sim = await simulatorOfBlock();

const ask = (path: string, language: string) =>
  sim.send('GET', path, { headers: { 'accept-language': language } });

describe.each([
  ['en', 'Payment sessions', 'Request body'],
  ['es', 'Sesiones de pago', 'Cuerpo de la petición'],
] as const)('the API reference in %s', (language, first, body) => {
  it('begins with payment sessions, and links to the page of every operation', async () => {
    const { status, headers, text } = await ask('/docs/api', language);
    expect([status, headers.get('content-language')]).toEqual([200, language]);
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    const chapters = [...text.matchAll(/<h2 id="[^"]*">([^<]+)</g)].map(([, title]) => title);
    expect(chapters[0]).toBe(first);
    for (const { id } of operations) expect(text).toContain(`href="/docs/api/${id}"`);
  });

  it("shows an operation's input, output and example call", async () => {
    const { status, text } = await ask('/docs/api/createButtonSession', language);
    expect(status).toBe(200);
    expect(text).toContain(`<h2 id="request">${body}</h2>`);
    for (const field of ['amount_reference', 'payment_url', 'Authorization: Bearer $SIM_TOKEN'])
      expect(text).toContain(field);
  });
});

it('has a page for every operation', async () => {
  const document = await apiDocument('es');
  for (const operation of document.operations) {
    const { id, method, path } = operation;
    const text = await showApi({ language: 'es', isLanguageRequested: false }, document, operation).text();
    expect(text, id).toContain(`<span class="method ${method.toLowerCase()}">${method}</span> <code>${path}`);
    expect(text, id).toContain('id="answers"');
  }
});

it('returns 404 for an unknown operation', async () => {
  expect((await ask('/docs/api/nothing', 'en')).status).toBe(404);
});

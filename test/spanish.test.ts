import { operations } from '@svc-simulator/contract';
import { describe, expect, it } from 'vitest';
import { english } from '../packages/test-support/src/english.ts';
import { buttonBody, call } from './support/api.ts';
import { startReceiver } from './support/receiver.ts';
import { type Simulator, startSimulator } from './support/simulator.ts';

/** What is English on a Spanish page, and meant to be. */
const allowed: readonly RegExp[] = [
  // What is written on the button of Swagger UI.
  /^Try it out$/,
];

describe('a person who reads Spanish', () => {
  it('meets no English sentence on any page that a link leads to', async () => {
    const simulator = await startSimulator();
    await furnish(simulator);
    const cookie = await logIn(simulator);
    const seen = new Set<string>();
    const found: [path: string, text: string][] = [];
    const next = ['/', '/console', '/console/nowhere', '/docs', '/fidelidad'];
    for (let path = next.shift(); path !== undefined; path = next.shift()) {
      const key = path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, '*');
      if (seen.has(key)) continue;
      seen.add(key);
      const response = await fetch(simulator.url + path, {
        headers: { cookie, 'accept-language': 'es-VE', accept: 'text/html' },
      });
      if (!response.headers.get('content-type')?.startsWith('text/html')) continue;
      const page = await response.text();
      found.push(...sentencesOf(page).map((text): [string, string] => [path ?? '', text]));
      next.push(...linksOf(page, new URL(path, simulator.url)));
    }
    expect(seen.size).toBeGreaterThan(60);
    expect(found).toEqual([]);
  });

  it('meets none in what the API refuses, nor in its description', async () => {
    const { url, account } = await startSimulator();
    const headers = { 'accept-language': 'es-VE' };
    const document = (await call(url, 'GET', '/openapi.json', { headers })).body;
    const told = [...sayings(document)];
    expect(told.length).toBeGreaterThan(800);
    const merchant = await call(url, 'POST', '/console/merchant/token', { token: account.console_token });
    const tokens = {
      api: account.token,
      console: account.console_token,
      merchant: merchant.body.data.accessToken,
      terminal: 'x',
      none: '',
    };
    const problems: string[] = [];
    for (const { method, path, example, auth } of operations) {
      const address = url + path.replace('{merchantId}', account.merchant_id).replace(/\{\w+\}/g, 'nadie');
      const bodies = method === 'GET' ? [] : faultyBodies(example);
      const asked = [
        ...bodies.map((body) => ({ token: tokens[auth], body })),
        ...Object.values(tokens).map((token) => ({ token, body: '{}' })),
      ];
      for (const { token, body } of asked) {
        const query = method === 'GET' ? '?limit=x&status=x&cursor=x&type=x&sort=x&page=x&size=x' : '';
        const answer = await fetch(address + query, {
          method,
          headers: { ...headers, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: method === 'GET' ? null : body,
        });
        if (answer.headers.get('content-type')?.startsWith('application/problem+json'))
          problems.push(...sayings(await answer.json()));
        else await answer.body?.cancel();
      }
    }
    expect(problems.length).toBeGreaterThan(200);
    expect([...new Set([...told, ...problems])].filter((text) => english.test(text))).toEqual([]);
  });
});

/** No JSON, no object, and the example with all its fields of a wrong kind, too small or too large. */
function faultyBodies(example: unknown): readonly string[] {
  const fields = Object.keys({ ...(example as object) });
  const values = [null, 7, -1, 1.234, '', ' ', 'zz', '2001-01-01', 'x'.repeat(3000), [], [{}], {}, true];
  const filled = values.map((value) => Object.fromEntries(fields.map((name) => [name, value])));
  return ['{', '[]', ...[{}, ...filled].map((body) => JSON.stringify(body))];
}

/** Every sentence of a document: titles, details, summaries and descriptions, without the code in them. */
function* sayings(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, each] of Object.entries(value)) {
    if (/^(title|detail|summary|description)$/.test(key) && typeof each === 'string')
      yield each.replace(/`[^`]*`|"[^"]*"/g, '');
    else if (key !== 'example') yield* sayings(each);
  }
}

/** English texts between tags and in what a screen reader says, but not in code. */
function sentencesOf(page: string): readonly string[] {
  const prose = page
    .replace(/<(script|style|code|pre|kbd|samp|textarea)\b[^>]*>.*?<\/\1>/gs, '')
    .replace(/<(\w+)[^>]* (?:lang="en"|translate="no")[^>]*>.*?<\/\1>/gs, '');
  return [...prose.matchAll(/>([^<]+)<|\s(?:title|placeholder|aria-label|alt)="([^"]+)"/g)]
    .map(([, text, label]) => (text ?? label ?? '').trim())
    .filter((text) => english.test(text) && !allowed.some((each) => each.test(text)));
}

function linksOf(page: string, from: URL): readonly string[] {
  return [...page.matchAll(/<a\b[^>]*\shref="([^"#]+)/g)]
    .map(([, href = '']) => new URL(href.replaceAll('&amp;', '&'), from))
    .filter(
      (url) => url.origin === from.origin && !url.searchParams.has('lang') && !/logout/.test(url.pathname),
    )
    .map((url) => url.pathname + url.search);
}

async function logIn({ url, account }: Simulator): Promise<string> {
  const answer = await fetch(`${url}/console/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: url },
    body: new URLSearchParams({ short_name: account.short_name, password: account.password }),
  });
  expect(answer.status).toBe(303);
  return answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
}

/** A session that was paid, whose webhooks were refused, one that failed, and a class. */
async function furnish({ url, account }: Simulator): Promise<void> {
  const { token, console_token: consoleToken, agreement_id: agreementId } = account;
  const receiver = await startReceiver((_request, response) => {
    response.statusCode = 401;
    response.end();
  });
  for (const outcome of ['paid', 'failed']) {
    const body = buttonBody(agreementId, { webhook_url: receiver.url, description: 'Dos cafés' });
    const made = await call(url, 'POST', '/api/v1/ext/payment-sessions/buttons', { token, body });
    const path = `/control/sessions/${made.body.data.id}/outcome`;
    await call(url, 'POST', path, { token, body: { leg: 1, outcome } });
  }
  await receiver.received.atLeast(2);
  await call(url, 'POST', '/console/classes', { token: consoleToken, body: { title: 'Clase de la tarde' } });
}

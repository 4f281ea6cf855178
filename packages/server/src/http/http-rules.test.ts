import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { inAccount } from '@svc-simulator/test-support/account.ts';
import { buttonBody, type TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

const BUTTONS = '/api/v1/ext/payment-sessions/buttons';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('rules of every operation (contract sections 1 and 9)', () => {
  let sim: TestSimulator;
  let account: TestAccount;
  inAccount((visit) => {
    ({ sim, account } = visit);
  });

  const create = (body: unknown, headers = {}) =>
    sim.send('POST', BUTTONS, { token: account.token, body, headers });

  it('answers every request with x-request-id, and a problem names it as its instance', async () => {
    const missing = await sim.send('GET', '/nowhere');
    expect(missing.status).toBe(404);
    expect(missing.headers.get('content-type')).toBe('application/problem+json');
    expect(missing.headers.get('x-request-id')).toMatch(UUID);
    expect(missing.json).toMatchObject({
      type: 'about:blank',
      status: 404,
      instance: `urn:uuid:${missing.headers.get('x-request-id')}`,
    });
    expect(missing.json.message).toBe(missing.json.detail);
    const found = await sim.send('GET', '/health');
    expect(found.headers.get('x-request-id')).toMatch(UUID);
  });

  it('answers a known path with another method 405 and Allow', async () => {
    const answer = await sim.send('DELETE', BUTTONS, { token: account.token });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
    expect(answer.json.success).toBe(false);
    // Not the session of that name.
    const read = await sim.send('GET', BUTTONS, { token: account.token });
    expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await sim.send('PUT', '/console/settings')).status).toBe(401);
    expect((await sim.send('PATCH', '/console/settings')).headers.get('allow')).toBe('GET, HEAD, PUT');
  });

  it('tells the missing, the unknown and the wrong kind of token apart', async () => {
    const none = await sim.send('POST', BUTTONS, { body: {} });
    const unknown = await sim.send('POST', BUTTONS, { token: 'sim_api_nobody', body: {} });
    const wrong = await sim.send('POST', BUTTONS, { token: account.console, body: {} });
    const reverse = await sim.send('GET', '/console/keys', { token: account.token });
    for (const answer of [none, unknown, wrong, reverse]) {
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
    expect(none.json.detail).toContain('missing');
    expect(unknown.json.detail).toContain('unknown');
    expect(wrong.json.detail).toContain('wrong kind');
    expect(reverse.json.detail).toContain('wrong kind');
  });

  it('refuses a body that is not JSON with 415, malformed JSON with 400 and an empty pointer', async () => {
    const text = await create('hello', { 'content-type': 'text/plain' });
    expect(text.status).toBe(415);
    const broken = await create('{"a":');
    expect(broken.status).toBe(400);
    expect(broken.json.errors[0].pointer).toBe('');
    const array = await create('[]');
    expect(array.status).toBe(400);
    expect(array.json.errors[0].pointer).toBe('');
    const deep = await create(`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`);
    expect(deep.status).toBe(400);
    expect(deep.json.detail).toContain('32');
    const deepest = await create(`${'['.repeat(200_000)}${']'.repeat(200_000)}`);
    expect(deepest.status).toBe(400);
  });

  it('refuses a body over 1 MiB with 413, with a declared length and without', async () => {
    const declared = await create(JSON.stringify({ x: 'a'.repeat(1_048_576) }));
    expect(declared.status).toBe(413);
    const chunked = await new Promise<number>((resolve, reject) => {
      const headers = { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' };
      const sending = request(sim.url + BUTTONS, { method: 'POST', headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      sending.on('error', reject);
      for (let i = 0; i < 17; i++) sending.write('a'.repeat(65_536));
      sending.end();
    });
    expect(chunked).toBe(413);
    expect((await sim.send('GET', '/health')).status).toBe(200);
  });

  it('lets whoever is still sending too much read the 413, and go on by the same connection', async () => {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(sim.url).port) });
    const body = 'a'.repeat(1_200_000);
    socket.write(
      `POST ${BUTTONS} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${account.token}\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}` +
        'GET /health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    );
    const answers = (await text(socket)).match(/HTTP\/1\.1 \d+/g);
    expect(answers).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
  });

  it('collects every fault with its pointer, and creates nothing', async () => {
    const before = await sim.send('GET', '/console/sessions', { token: account.console });
    const answer = await create({
      amount_reference: 1.005,
      currency_reference: 'XXX',
      identifier: ' ',
      webhook_url: 'localhost:3000/hook',
    });
    expect(answer.status).toBe(400);
    const pointers = answer.json.errors.map(({ pointer }: { pointer: string }) => pointer).sort();
    expect(pointers).toEqual([
      '/agreement_id',
      '/amount_reference',
      '/currency_reference',
      '/description',
      '/failure_url',
      '/identifier',
      '/identifier_label',
      '/success_url',
      '/webhook_url',
    ]);
    expect(JSON.stringify(answer.json.errors)).toContain('http://');
    const after = await sim.send('GET', '/console/sessions', { token: account.console });
    expect(after.json.data).toEqual(before.json.data);
  });

  it('takes null as absent, and unknown or hostile fields as nothing', async () => {
    const body = `{"__proto__":{"x":1},"constructor":{"prototype":{"y":2}},"webhook_url":null,"split":null,${JSON.stringify({ ...buttonBody, agreement_id: account.agreement }).slice(1)}`;
    const made = await create(body);
    expect(made.status).toBe(201);
    expect(made.text).not.toContain('prototype');
    expect(made.json.data).not.toHaveProperty('split');
    expect(({} as { x?: number }).x).toBeUndefined();
    const missing = await create({ ...buttonBody, agreement_id: account.agreement, identifier: null });
    expect(missing.json.errors).toMatchObject([{ pointer: '/identifier' }]);
  });

  it('checks in the order 401, 415, 400, 404', async () => {
    expect(
      (await sim.send('POST', BUTTONS, { body: '{', headers: { 'content-type': 'text/plain' } })).status,
    ).toBe(401);
    expect((await create('{', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await create({ ...buttonBody, agreement_id: 'agr_0', amount_reference: -1 })).status).toBe(400);
    expect((await create({ ...buttonBody, agreement_id: 'agr_0000000000000000' })).status).toBe(404);
  });

  it('gives the same 404 for what is not there and for what is another account’s', async () => {
    const other = await sim.account();
    const id = await sim.button(other);
    const foreign = await sim.send('GET', `/api/v1/ext/payment-sessions/status/${id}`, {
      token: account.token,
    });
    const nowhere = await sim.send(
      'GET',
      `/api/v1/ext/payment-sessions/status/${id.replace(/^./, (c) => (c === 'a' ? 'b' : 'a'))}`,
      { token: account.token },
    );
    const plain = (answer: typeof foreign) =>
      answer.text.replace(answer.headers.get('x-request-id') ?? '', '');
    expect(foreign.status).toBe(404);
    expect(plain(foreign)).toBe(plain(nowhere));
    const names = (answer: typeof foreign) => [...answer.headers.keys()].sort();
    expect(names(foreign)).toEqual(names(nowhere));
  });
});

describe('Idempotency-Key (contract section 3)', () => {
  let sim: TestSimulator;
  let account: TestAccount;
  inAccount((visit) => {
    ({ sim, account } = visit);
  });

  const create = (key: string, more: object = {}) =>
    sim.send('POST', BUTTONS, {
      token: account.token,
      body: { ...buttonBody, agreement_id: account.agreement, ...more },
      headers: { 'idempotency-key': key },
    });

  it('answers the same request with the same bytes, and does nothing twice', async () => {
    const first = await create('k-1');
    const again = await create('k-1');
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.text).toBe(first.text);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('refuses another request under the same key with 409, and keeps no refusal', async () => {
    await create('k-2');
    expect((await create('k-2', { identifier: 'A-2' })).status).toBe(409);
    expect((await create('k-3', { amount_reference: 0 })).status).toBe(400);
    expect((await create('k-3')).status).toBe(201);
  });

  it('takes the same JSON value for the same body, however it is written', async () => {
    const fields = { ...buttonBody, agreement_id: account.agreement, split: null };
    const turned = Object.fromEntries(Object.entries(fields).reverse());
    const written = JSON.stringify(turned, null, 2).replace(
      '"amount_reference": 10',
      '"amount_reference": 1.00e1',
    );
    expect(written).toContain('1.00e1');
    const send = (body: string) =>
      sim.send('POST', BUTTONS, { token: account.token, body, headers: { 'idempotency-key': 'k-6' } });
    const first = await send(JSON.stringify(fields));
    const again = await send(written);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const { split: _, ...without } = fields;
    expect((await send(JSON.stringify(without))).status).toBe(409);
  });

  it('happens once when twenty arrive together', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create('k-4')));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
  });

  it('forgets the key after 24 hours, and keeps accounts apart', async () => {
    const first = await create('k-5');
    await sim.clock.advance(86_400_000);
    const later = await create('k-5');
    expect(later.status).toBe(201);
    expect(later.json.data.id).not.toBe(first.json.data.id);
    const other = await sim.account();
    const theirs = await sim.send('POST', BUTTONS, {
      token: other.token,
      body: { ...buttonBody, agreement_id: other.agreement },
      headers: { 'idempotency-key': 'k-5' },
    });
    expect(theirs.headers.get('idempotent-replayed')).toBeNull();
  });
});

describe('throttle (specification, Limits)', () => {
  it('counts the API of that account alone, in a window of a minute', async () => {
    await using sim = await TestSimulator.start();
    const [account, other] = [await sim.account(), await sim.account()];
    const set = await sim.send('PUT', '/console/settings', {
      token: account.console,
      body: { throttle_per_minute: 2 },
    });
    expect(set.json.data).toMatchObject({ throttle_per_minute: 2, webhook_body: 'both' });
    const status = (who: TestAccount) =>
      sim.send('GET', '/api/v1/ext/payment-sessions/status/none', { token: who.token });
    const first = await status(account);
    expect(first.status).toBe(404);
    expect(first.headers.get('x-ratelimit-limit')).toBe('2');
    expect(first.headers.get('x-ratelimit-remaining')).toBe('1');
    await sim.clock.advance(15_000);
    await status(account);
    const third = await status(account);
    expect(third.status).toBe(429);
    expect(third.headers.get('retry-after')).toBe('45');
    expect(third.headers.get('x-ratelimit-remaining')).toBe('0');
    expect((await status(other)).status).toBe(404);
    expect((await sim.send('GET', '/console/keys', { token: account.console })).status).toBe(200);
    await sim.clock.advance(45_000);
    expect((await status(account)).status).toBe(404);
    await sim.send('PUT', '/console/settings', {
      token: account.console,
      body: { throttle_per_minute: null },
    });
    expect((await status(account)).headers.get('x-ratelimit-limit')).toBeNull();
  });
});

it('gives everything that answers a request id: pages, their files, refusals, answers without a body', async () => {
  await using own = await TestSimulator.start();
  const html = { accept: 'text/html' };
  for (const [method, path] of [
    ['GET', '/'],
    ['HEAD', '/'],
    ['HEAD', '/health'],
    ['GET', '/console'],
    ['GET', '/console/login'],
    ['GET', '/console/nothing'],
    ['GET', '/docs'],
    ['GET', '/docs/api'],
    ['GET', '/docs/nothing.js'],
    ['GET', '/terminal'],
    ['GET', '/fidelidad'],
    ['GET', '/pay/nothing'],
    ['POST', '/'],
    ['DELETE', '/health'],
    ['OPTIONS', '/health'],
    ['GET', '/nothing'],
  ] as const) {
    const answer = await fetch(own.url + path, { method, headers: html });
    await answer.arrayBuffer();
    expect([method, path, answer.headers.get('x-request-id')]).toEqual([
      method,
      path,
      expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    ]);
  }
});

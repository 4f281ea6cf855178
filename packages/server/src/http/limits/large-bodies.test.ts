import { type IncomingMessage, request } from 'node:http';
import { paymentForm, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { expect, it } from 'vitest';
import { LargeBodies } from './large-bodies.ts';

/** Returns a limiter of large bodies with functions that start and end requests. */
function createLimiter() {
  const bodies = new LargeBodies((incoming) => String(incoming.headers['x-client']));
  const servedNames: string[] = [];
  const evicted: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string, headers: Record<string, string>) =>
    bodies.run(
      { headers, socket: { destroy: () => evicted.push(name) } } as unknown as IncomingMessage,
      2 ** 22,
      () => {
        servedNames.push(name);
        return new Promise<void>((end) => ends.set(name, end));
      },
    );
  return { servedNames, evicted, run, end: (name: string) => ends.get(name)?.() };
}

const large = { 'content-length': '65537' };
const waitForTasks = () => new Promise((resolve) => setTimeout(resolve, 0));

it('receives four large bodies of a client at the same time, and small bodies without a limit', async () => {
  const { servedNames, run, end } = createLimiter();
  for (let number = 0; number < 6; number++) run(`a${number}`, { ...large, 'x-client': 'a' });
  for (let client = 0; client < 20; client++) run(`c${client}`, { ...large, 'x-client': `c${client}` });
  await waitForTasks();
  expect(servedNames).toEqual([
    'a0',
    'a1',
    'a2',
    'a3',
    ...Array.from({ length: 20 }, (_, client) => `c${client}`),
  ]);
  run('small', { 'content-length': '65536', 'x-client': 'a' });
  run('none', { 'x-client': 'a' });
  run('unknown', { 'transfer-encoding': 'chunked', 'x-client': 'a' });
  expect(servedNames.slice(24)).toEqual(['small', 'none']);
  end('a0');
  end('c0');
  await waitForTasks();
  expect(servedNames.slice(26)).toEqual(['a4']);
});

it('closes the oldest connection of the client with the most memory when the memory is used up', async () => {
  const { evicted, run } = createLimiter();
  const megabytes = (count: number) => ({ 'content-length': String(count * 2 ** 20) });
  for (const name of ['a0', 'a1', 'a2']) run(name, { ...megabytes(16), 'x-client': 'a' });
  run('b', { ...megabytes(16), 'x-client': 'b' });
  await waitForTasks();
  expect(evicted).toEqual([]);
  run('c', { ...megabytes(1), 'x-client': 'c' });
  await waitForTasks();
  expect(evicted).toEqual(['a0']);
  run('unknown', { 'transfer-encoding': 'chunked', 'x-client': 'd' });
  for (let number = 0; number < 12; number++) run('small', { ...megabytes(1), 'x-client': `e${number}` });
  await waitForTasks();
  expect(evicted).toEqual(['a0', 'a1']);
});

it('refuses large bodies without a credential in hosted mode, except at receivers', async () => {
  await using sim = await TestSimulator.start({ hosted: true });
  await using local = await TestSimulator.start();
  const body = JSON.stringify({ short_name: 'somebody', password: 'x'.repeat(70_000) });
  for (const path of ['/console/login', '/console/register', '/register', '/api/svcpagos/login'])
    expect([path, (await sim.send('POST', path, { body })).status]).toEqual([path, 413]);
  expect((await local.send('POST', '/console/login', { body })).status).toBe(401);
  const account = await sim.account();
  const session = await sim.button(account);
  const { headers } = paymentForm();
  expect((await sim.send('POST', `/pay/${session}`, { body: 'a'.repeat(70_000), headers })).status).toBe(413);
  expect((await sim.send('POST', `/console/hooks/${account.id}/captura`, { body })).status).toBe(200);
  const agreement = { token: account.token, body: JSON.stringify({ title: 'x'.repeat(70_000) }) };
  expect((await sim.send('POST', '/api/v1/ext/agreements', agreement)).status).toBe(400);
});

it.each(['/console/hooks/{account}/captura', '/api/v1/ext/payment-sessions/buttons'])(
  'serves twelve slow bodies of a client at %s without a timeout',
  async (form) => {
    await using sim = await TestSimulator.start({ hosted: true });
    const { id, token } = await sim.account();
    const path = form.replace('{account}', id);
    const piece = Buffer.alloc(40_000, 'a');
    const headers = { authorization: `Bearer ${token}`, 'content-length': String(2 * piece.length) };
    const posts = Array.from({ length: 12 }, () => {
      const post = request(sim.url + path, { method: 'POST', headers, agent: false });
      const status = new Promise<number | undefined>((resolve, reject) => {
        post.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject);
      });
      const sentPiece = new Promise<void>((resolve) => post.write(piece, () => resolve()));
      return { post, status, sentPiece };
    });
    await Promise.all(posts.map(({ sentPiece }) => sentPiece));
    // Serves other requests while all twelve bodies are being received.
    for (let round = 0; round < 20; round++) await sim.send('GET', '/health');
    for (const { post } of posts) post.end(piece);
    const expected = path.startsWith('/console') ? 200 : 415;
    expect(new Set(await Promise.all(posts.map(({ status }) => status)))).toEqual(new Set([expected]));
  },
);

import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { expect, it } from 'vitest';

const body = '{"title":"Shop","split":false}';

function headers(path: string, length: number, more = ''): string {
  return `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\nexpect: 100-continue\r\n${more}\r\n`;
}

it.each([
  ['401 without a token', 100, () => '', /^HTTP\/1\.1 401 /],
  [
    '413 for a body that is too long',
    9_000_000,
    (token: string) => `authorization: Bearer ${token}\r\n`,
    /^HTTP\/1\.1 413 /,
  ],
])(
  'responds at once to a request with Expect: 100-continue that gets %s',
  async (_name, length, more, first) => {
    await using sim = await TestSimulator.start();
    const { token } = await sim.account();
    const socket = connect(Number(new URL(sim.url).port), '127.0.0.1');
    socket.write(headers('/api/v1/ext/agreements', length, more(token)));
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(first);
    expect(String(answer)).toMatch(/\r\nconnection: close\r\n/i);
    expect(String(answer)).not.toContain('100 Continue');
    socket.destroy();
  },
);

it('asks for the body if the operation needs it, and keeps the connection', async () => {
  await using sim = await TestSimulator.start();
  const { token } = await sim.account();
  const socket = connect(Number(new URL(sim.url).port), '127.0.0.1');
  socket.write(headers('/api/v1/ext/agreements', body.length, `authorization: Bearer ${token}\r\n`));
  const [first] = await once(socket, 'data');
  expect(String(first)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  socket.write(`${body}GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
  const answers = await text(socket);
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual([expect.stringMatching(/ (201|400)$/), 'HTTP/1.1 200']);
});

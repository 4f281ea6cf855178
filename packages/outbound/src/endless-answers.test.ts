import type { Socket } from 'node:net';
import { systemClock } from '@svc-simulator/machine/system-clock.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startRawServer } from '../../../test/support/receiver.ts';
import { OutboundClient } from './outbound-client.ts';
import { RawSender } from './raw-sender.ts';

/** Starts a receiver that begins a response and repeats a piece of it as fast as it is read. */
const repeating = (head: string, piece: string) =>
  startRawServer((socket) => {
    socket.on('error', () => {});
    socket.write(head);
    writeOn(socket, Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length))));
  });

function writeOn(socket: Socket, pieces: Buffer): void {
  while (socket.writable && socket.write(pieces));
  if (socket.writable) socket.once('drain', () => writeOn(socket, pieces));
}

const CHUNKED = 'HTTP/1.1 500 X\r\nTransfer-Encoding: chunked\r\n\r\n';
const endless: readonly (readonly [what: string, head: string, piece: string, result: object])[] = [
  [
    'interim answers',
    '',
    'HTTP/1.1 103 Early\r\nLink: </a>\r\n\r\n',
    { status: null, error: 'unreadable answer (too many interim responses)' },
  ],
  ['status line', 'HTTP/1.1 200 ', 'OK', { status: null, error: 'header fields too large' }],
  ['header name', 'HTTP/1.1 200 OK\r\n', 'x', { status: null, error: 'header fields too large' }],
  ['header fields', 'HTTP/1.1 200 OK\r\n', 'x: y\r\n', { status: null, error: 'header fields too large' }],
  ['empty lines before the answer', '', '\r\n', { status: null, error: 'header fields too large' }],
  ['trailers', `${CHUNKED}2\r\nok\r\n0\r\n`, 'x: y\r\n', { status: 500, error: null }],
  ['chunk extension', `${CHUNKED}2;`, 'x', { status: 500, error: null }],
  ['chunk size', CHUNKED, '0', { status: 500, error: null }],
  ['tiny chunks', CHUNKED, '1\r\nx\r\n', { status: 500, error: null }],
];

const LIMIT_MS = 5000;
const MOST_BYTES = 96 * 1024 * 1024;

async function measured<T>(work: () => Promise<T>) {
  const began = { ms: performance.now(), bytes: process.memoryUsage().rss };
  const answer = await work();
  const ms = performance.now() - began.ms;
  return { answer, ms, bytes: process.memoryUsage().rss - began.bytes };
}

describe.each(endless)('a response without end: %s', (_what, head, piece, result) => {
  it('ends for a delivery with a named cause, in bounded time and memory', async () => {
    const client = new OutboundClient({ clock: systemClock, timeoutMs: 1000 });
    onTestFinished(() => client.close());
    const url = await repeating(head, piece);
    const { answer, ms, bytes } = await measured(() => client.post({ url, headers: {}, body: '{}' }));
    expect(answer).toMatchObject(result);
    expect(ms).toBeLessThan(LIMIT_MS);
    expect(bytes).toBeLessThan(MOST_BYTES);
  });

  it('ends for the doctor with the same cause', async () => {
    const sender = new RawSender(systemClock, await repeating(head, piece));
    const { answer, ms, bytes } = await measured(() => sender.send({ headers: {}, body: Buffer.from('{}') }));
    expect(answer).toMatchObject(result);
    expect(ms).toBeLessThan(2 * LIMIT_MS);
    expect(bytes).toBeLessThan(MOST_BYTES);
  });
});

import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { systemClock } from '@svc-simulator/machine/system-clock.ts';
import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startRawServer, startReceiver } from '../../../test/support/receiver.ts';
import { OutboundClient } from './outbound-client.ts';
import { RawSender } from './raw-sender.ts';

const webhook = { headers: { 'svc-signature': 'x' }, body: Buffer.from('{"event":"one"}') };

function openClient() {
  const client = new OutboundClient({ clock: new ManualClock(), timeoutMs: 5000 });
  onTestFinished(() => client.close());
  return { post: (url: string) => client.send({ url, headers: {}, body: '{}' }) };
}

/** Starts a receiver that responds with `bytes` and closes the connection unless `stay` is set. */
const startRespondingServer = (bytes: string | Buffer, stay = false) =>
  startRawServer((socket) => void (stay ? socket.write(bytes) : socket.end(bytes)));

/** Responses with a complete head, and the status that counts. */
const completeResponses: readonly [what: string, bytes: string, status: number, body?: string][] = [
  ['204 with a Content-Length and no body', 'HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n', 204],
  ['204 with a Content-Length and a body', 'HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\nok', 204],
  ['204 with chunks', 'HTTP/1.1 204 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n', 204],
  ['205 with a body', 'HTTP/1.1 205 Reset\r\nContent-Length: 2\r\n\r\nok', 205, 'ok'],
  ['304 with the length of another answer', 'HTTP/1.1 304 Same\r\nContent-Length: 900\r\n\r\n', 304],
  [
    'an interim answer first',
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 OK\r\nContent-Length: 2\r\n\r\n',
    204,
  ],
  ['an answer without the body that it announces', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n', 200],
  ['a body that is cut off', 'HTTP/1.1 500 No\r\nContent-Length: 100\r\n\r\nhalf', 500, 'half'],
  ['a body that is longer than announced', 'HTTP/1.1 201 OK\r\nContent-Length: 2\r\n\r\nokay', 201, 'ok'],
  ['garbage in place of a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 200],
  [
    'garbage after a chunk',
    'HTTP/1.1 502 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\nzz\r\n',
    502,
    'ok',
  ],
  [
    'trailers',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: x\r\n\r\n2\r\nok\r\n0\r\nx: 1\r\n\r\n',
    200,
    'ok',
  ],
  ['a body up to the end of the connection', 'HTTP/1.0 403 Forbidden\r\n\r\nForbidden', 403, 'Forbidden'],
];

describe('a response with complete header fields', () => {
  it.each(completeResponses)('is judged by its status: %s', async (_, bytes, status, body = '') => {
    const answer = await openClient().post(await startRespondingServer(bytes));
    expect({ ...answer, body: answer.body.toString() }).toMatchObject({ status, error: null, body });
  });

  it.each(completeResponses)(
    'is judged by its status for sim doctor as well: %s',
    async (_, bytes, status) => {
      const sender = new RawSender(systemClock, await startRespondingServer(bytes));
      expect(await sender.send(webhook)).toMatchObject({ status, error: null });
    },
  );

  it('leaves its connection usable after a 204 with a Content-Length', async () => {
    const url = await startRespondingServer('HTTP/1.1 204 OK\r\nContent-Length: 2\r\n\r\n', true);
    const { post } = openClient();
    for (let turn = 0; turn < 3; turn++) expect((await post(url)).status).toBe(204);
  });

  it('ends at the timeout if its body never ends, and sooner if its status is 2xx', async () => {
    const client = new OutboundClient({ clock: systemClock, timeoutMs: 3000 });
    onTestFinished(() => client.close());
    const sendForHalfBody = async (status: number) => {
      const url = await startRespondingServer(`HTTP/1.1 ${status} X\r\nContent-Length: 10\r\n\r\nhalf`, true);
      return client.send({ url, headers: {}, body: '{}' });
    };
    const refusal = sendForHalfBody(500);
    const first = await Promise.race([sendForHalfBody(200), refusal]);
    expect(first).toEqual({ status: 200, error: null, body: Buffer.from('half') });
    expect(await refusal).toEqual({ status: 500, error: null, body: Buffer.from('half') });
  });

  it.each([200, 500])('keeps its status %i and the first 4 KiB of a page of 1.5 MB', async (status) => {
    const { url } = await startReceiver((_, response) =>
      response.writeHead(status).end('x'.repeat(1_500_000)),
    );
    const answer = await openClient().post(url);
    expect(answer).toMatchObject({ status, error: null });
    expect(answer.body.toString()).toBe('x'.repeat(4096));
  });

  it.each([
    [301, '/next'],
    [308, 'https://shop.invalid/login?next=%2Fhooks'],
  ])('has the redirect target of a %i', async (status, location) => {
    const { url } = await startReceiver((_, response) => response.writeHead(status, { location }).end());
    expect((await openClient().post(url)).headers).toMatchObject({ location });
  });
});

const KIB_256 = 256 * 1024;
/** Returns a response whose header fields have `length` bytes in total. */
const responseOfLength = (length: number) => {
  const names = 'content-length'.length + '0'.length;
  const line = 'x'.repeat(1000);
  const lines: string[] = [];
  let rest = length - names;
  for (; rest > 1100; rest -= 1001) lines.push(`c: ${line}\r\n`);
  lines.push(`c: ${'x'.repeat(rest - 1)}\r\n`);
  return `HTTP/1.1 200 OK\r\n${lines.join('')}content-length: 0\r\n\r\n`;
};

describe('a response with long header fields', () => {
  it.each([
    [20 * 1024, 200, null],
    [KIB_256, 200, null],
    [KIB_256 + 1, null, 'header fields too large'],
    [10 * KIB_256, null, 'header fields too large'],
  ])('has with %i bytes the status %s and the error %s', async (length, status, error) => {
    expect(await openClient().post(await startRespondingServer(responseOfLength(length)))).toMatchObject({
      status,
      error,
    });
  });

  it('has the same limit for sim doctor', async () => {
    const sendTo = async (length: number) =>
      new RawSender(systemClock, await startRespondingServer(responseOfLength(length))).send(webhook);
    expect(await sendTo(KIB_256 - 1000)).toMatchObject({ status: 200 });
    expect(await sendTo(2 * KIB_256)).toMatchObject({ status: null, error: 'header fields too large' });
  });
});

describe("a response that isn't HTTP", () => {
  it.each([
    ['HTTP/1.1 200 OK\r\nno header\r\n\r\n', 'unreadable response (Invalid header token)'],
    ['HTTP/1.1 200 OK\r\nx: \x01\r\n\r\n', 'unreadable response (invalid header character)'],
    ['HTTP/1.1 200 OK\n\n', 'unreadable response (bare line feed)'],
    ['HTTP/1.1 200 OK\r\nx: 1\n\r\n', 'unreadable response (bare line feed)'],
    ['HTTP/1.1 2x0 OK\r\n\r\n', 'unreadable response (Invalid status code)'],
    [
      'HTTP/1.1 200 OK\r\nContent-Length: two\r\n\r\n',
      'unreadable response (Invalid character in Content-Length)',
    ],
    [
      'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
      'unreadable response (unexpected upgrade)',
    ],
    ['SSH-2.0-OpenSSH_9.2\r\n', 'no HTTP/1.1 (SSH)'],
    ['<html>hello</html>', 'no HTTP/1.1'],
  ])('reports a specific cause for %j', async (bytes, error) => {
    const url = await startRespondingServer(bytes);
    expect(await openClient().post(url)).toMatchObject({ status: null, error });
    expect(await new RawSender(systemClock, url).send(webhook)).toMatchObject({ status: null, error });
  });

  it('reports the same cause if a Content-Length precedes the fault', async () => {
    const url = await startRespondingServer('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nno header\r\n\r\nok');
    expect((await openClient().post(url)).error).toBe('unreadable response');
  });
});

describe('the body of a response', () => {
  const text = 'CSRF verification failed: ñandú €';
  const gzip = gzipSync(text);
  const codings: readonly (readonly [coding: string, bytes: Buffer, expected: string | Buffer])[] = [
    ['gzip', gzip, text],
    ['X-GZIP', gzip, text],
    ['deflate', deflateSync(text), text],
    ['deflate', deflateRawSync(text), text],
    ['br', brotliCompressSync(text), text],
    ['gzip, br', brotliCompressSync(gzip), text],
    ['identity', Buffer.from(text), text],
    ['gzip, gzip, gzip, gzip', gzip, gzip],
    ['zstd', Buffer.from(text), text],
    ['gzip', Buffer.from(text), text],
    ['br', Buffer.from(text), text],
    ['gzip', Buffer.alloc(0), ''],
  ];

  const answerOf = async (headers: Record<string, string>, bytes: Buffer) => {
    const { url } = await startReceiver((_, response) => response.writeHead(403, headers).end(bytes));
    return (await openClient().post(url)).body;
  };

  it.each(codings)('decodes the body as %s', async (coding, bytes, expected) => {
    expect(await answerOf({ 'content-encoding': coding }, bytes)).toEqual(Buffer.from(expected));
  });

  it('decodes the available part of truncated compressed data', async () => {
    const page = Array.from({ length: 3000 }, (_, at) => `${at} `).join('');
    const half = gzipSync(page).subarray(0, 2000);
    const body = String(await answerOf({ 'content-encoding': 'gzip' }, half));
    expect(body.length).toBeGreaterThan(1000);
    expect(page.startsWith(body)).toBe(true);
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(50_000_000, 'a'))],
    ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(50_000_000, 'a')))],
    ['br', brotliCompressSync(Buffer.alloc(50_000_000, 'a'))],
  ])('keeps 4 KiB of a decompression bomb in %s', async (coding, bomb) => {
    expect(await answerOf({ 'content-encoding': coding }, bomb)).toEqual(Buffer.alloc(4096, 'a'));
  });

  const latin1 = Buffer.from('firma inv\xe1lida, vencida hace 5 a\xf1os \x80', 'latin1');
  it.each([
    ['text/plain; charset=iso-8859-1', latin1, 'firma inválida, vencida hace 5 años €'],
    ['text/html;charset="Windows-1252"', latin1, 'firma inválida, vencida hace 5 años €'],
    ['text/plain; charset=latin1', latin1, 'firma inválida, vencida hace 5 años €'],
    ['text/plain; charset=utf-8', Buffer.from('inválida'), 'inválida'],
    ['text/plain', Buffer.from('inválida'), 'inválida'],
    ['text/plain; charset=koi8-r', latin1, latin1],
    ['text/plain; charset=utf-8', latin1, latin1],
    ['text/plain; charset=', latin1, latin1],
  ])('decodes the body as %s', async (type, bytes, expected) => {
    expect(await answerOf({ 'content-type': type }, bytes)).toEqual(Buffer.from(expected));
  });

  it('keeps at most 4 KiB of UTF-8, and ends between two characters', async () => {
    const bytes = Buffer.alloc(5000, 0x80);
    const body = await answerOf({ 'content-type': 'text/plain; charset=cp1252' }, bytes);
    expect(body.toString()).toBe('€'.repeat(Math.floor(4096 / 3)));
  });

  it('decompresses the body before it decodes its charset', async () => {
    const headers = { 'content-encoding': 'gzip', 'content-type': 'text/plain; charset=latin1' };
    expect(String(await answerOf(headers, gzipSync(latin1)))).toBe('firma inválida, vencida hace 5 años €');
  });
});

import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../../test/support/listening.ts';
import { startRawServer, startReceiver } from '../../../test/support/receiver.ts';
import { OutboundClient, type OutboundOptions } from './outbound-client.ts';

function openClient(options: Partial<OutboundOptions> = {}) {
  const clock = new ManualClock();
  const client = new OutboundClient({ clock, timeoutMs: 5000, ...options });
  onTestFinished(() => client.close());
  const post = (url: string, body: Uint8Array | string = '{}') =>
    client.send({ url, headers: { 'content-type': 'application/json', 'user-agent': 'svc-sim' }, body });
  return { clock, client, post };
}

describe('a sent request', () => {
  it('contains exactly the given body, path, query and headers', async () => {
    const { post } = openClient();
    const receiver = await startReceiver((_, response) => response.writeHead(201).end('thank you'));
    const bytes = Buffer.from([0x7b, 0x20, 0xc3, 0xb1, 0x00, 0xff, 0x0a, 0x7d]);
    const answer = await post(`${receiver.url}/a%20b/ñ?x=1&x=%2F#gone`, bytes);
    expect(answer).toEqual({ status: 201, error: null, body: Buffer.from('thank you') });
    const [request] = receiver.received.all;
    expect(request?.url).toBe('/a%20b/%C3%B1?x=1&x=%2F');
    expect(request?.rawBody.equals(bytes)).toBe(true);
    expect(request?.headers).toEqual({
      host: new URL(receiver.url).host,
      connection: 'keep-alive',
      'content-type': 'application/json',
      'user-agent': 'svc-sim',
      'content-length': '8',
    });
  });
});

describe('the outcome of a request', () => {
  it('is the response itself, even if that is a redirect', async () => {
    const { post } = openClient();
    const receiver = await startReceiver((_, response) =>
      response.writeHead(307, { location: '/next' }).end(),
    );
    expect(await post(receiver.url)).toMatchObject({ status: 307, error: null });
    expect(receiver.received.all).toHaveLength(1);
  });

  it('contains the first 4 KiB of the response, which is read to its end', async () => {
    const { post } = openClient();
    const { url } = await startReceiver((_, response) => response.end('x'.repeat(900_000)));
    const answer = await post(url);
    expect(answer.status).toBe(200);
    expect(answer.body.toString()).toBe('x'.repeat(4096));
  });

  it('is the status of an endless response, whose connection is then closed', async () => {
    const { post } = openClient();
    let close = () => {};
    const closing = new Promise<void>((resolve) => {
      close = resolve;
    });
    const { url } = await startReceiver((_, response) => {
      response.on('close', close);
      const chunk = 'y'.repeat(64 * 1024);
      const writeMore = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', writeMore);
      writeMore();
    });
    expect(await post(url)).toMatchObject({ status: 200, error: null });
    await closing;
  });

  it('is a timeout 5 s after the call if the receiver sends no status', async () => {
    const { clock, post } = openClient();
    const receiver = await startReceiver(() => {});
    const answer = post(receiver.url);
    await receiver.received.atLeast(1);
    await clock.advance(4999);
    expect(await Promise.race([answer, 'none yet'])).toBe('none yet');
    await clock.advance(1);
    expect(await answer).toMatchObject({ status: null, error: 'timeout' });
  });

  it('contains the name of the failure', async () => {
    const { post } = openClient();
    expect(await post(`http://127.0.0.1:${await freePort()}`)).toMatchObject({
      status: null,
      error: 'ECONNREFUSED',
    });
    const resets = await startRawServer((socket) => socket.resetAndDestroy());
    expect(await post(resets)).toMatchObject({ status: null, error: 'ECONNRESET' });
    const hangsUp = await startRawServer((socket) => socket.end());
    expect(await post(hangsUp)).toMatchObject({ status: null, error: 'ECONNRESET' });
    const babbles = await startRawServer((socket) => socket.end('SSH-2.0\r\n'));
    expect(await post(babbles)).toMatchObject({ status: null, error: 'no HTTP/1.1 (SSH)' });
    expect(await post('not a url')).toMatchObject({ status: null, error: 'ERR_INVALID_URL' });
    expect((await post('ftp://127.0.0.1/')).error).toMatch(/^UND_ERR/);
  });

  it('is a response for the next request after a failure', async () => {
    const { post } = openClient();
    const { url } = await startReceiver((request, response) => {
      if (request.url === '/resets') response.socket?.resetAndDestroy();
      else response.end('fine');
    });
    for (let round = 0; round < 5; round++) {
      expect((await post(`${url}/resets`)).error).toBe('ECONNRESET');
      expect((await post(url)).status).toBe(200);
    }
  });

  it("isn't delayed by hundreds of hanging requests to the same origin, which end on close", async () => {
    const { client, post } = openClient();
    const { url } = await startReceiver((request, response) => {
      if (request.url === '/fast') response.end();
    });
    const hanging = Array.from({ length: 400 }, () => post(`${url}/hang`));
    expect((await post(`${url}/fast`)).status).toBe(200);
    await client.close();
    for (const answer of await Promise.all(hanging)) expect(answer.error).toBe('closed');
    expect((await post(`${url}/fast`)).error).toBe('closed');
  });
});

describe('a host name', () => {
  it('is resolved once for simultaneous requests', async () => {
    let lookupCount = 0;
    const { post } = openClient({
      lookup: (_hostname, _options, callback) => {
        lookupCount++;
        setImmediate(() => callback(null, [{ address: '127.0.0.1', family: 4 }]));
      },
    });
    const receiver = await startReceiver();
    const target = receiver.url.replace('127.0.0.1', 'receiver.example');
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(target)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(lookupCount).toBe(1);
  });
});

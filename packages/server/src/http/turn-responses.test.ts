import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { turnResponses } from './turn-responses.ts';

async function serve(listener: RequestListener): Promise<(path?: string) => Promise<string>> {
  const server = createServer({ ServerResponse: turnResponses() }, listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return async (path = '/') => {
    const request = get({ host: '127.0.0.1', port, path, agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return text(response);
  };
}

it('holds an answer that comes at once until its turn is over', async () => {
  const ended: boolean[] = [];
  const ask = await serve((_request, response) => {
    response.end('here');
    ended.push(response.writableEnded);
    setImmediate(() => ended.push(response.writableEnded));
  });

  expect(await ask()).toBe('here');
  await nextTurn();
  expect(ended).toEqual([false, true]);
});

it('sends an answer that comes later at once', async () => {
  const ended: boolean[] = [];
  const ask = await serve(async (_request, response) => {
    await nextTurn();
    response.end('here');
    ended.push(response.writableEnded);
  });

  expect(await ask()).toBe('here');
  expect(ended).toEqual([true]);
});

it('sends what it holds before it closes the connection', async () => {
  const ask = await serve((_request, response) => {
    response.end('here');
    response.destroy();
  });

  expect(await ask()).toBe('here');
});

it('breaks off an answer that cannot be sent, and no other', async () => {
  const ask = await serve(({ url }, response) =>
    response.end(url === '/bad' ? (4 as unknown as string) : 'here'),
  );

  const answers = await Promise.allSettled([ask('/bad'), ask(), ask()]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
});

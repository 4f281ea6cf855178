import { Agent, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';
import { fetchWith } from './trust.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

type ArgumentsFor = (url: string, signal: AbortSignal) => Parameters<typeof fetch>;

it.each<[string, ArgumentsFor]>([
  ['in the options', (url, signal) => [url, { signal }]],
  ['of a Request', (url, signal) => [new Request(url, { signal })]],
])('ends a stream if the signal %s is aborted after a garbage collection', async (_place, argumentsFor) => {
  const server = createServer((_request, response) => void response.writeHead(200).write('first'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const controller = new AbortController();
  const args = argumentsFor(`http://127.0.0.1:${port}/`, AbortSignal.any([controller.signal]));
  const response = await fetchWith(async () => new Agent())(...args);
  const reader = response.body?.getReader();
  await reader?.read();
  const end = reader?.read().then(
    () => 'more data',
    () => 'aborted',
  );
  for (let round = 0; round < 5; round++) {
    collectGarbage();
    await nextTurn();
  }
  controller.abort();
  expect(await end).toBe('aborted');
});

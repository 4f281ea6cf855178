/** A program that webhooks are sent to: a bare `node:http` server that reads the body, answers 200 and counts. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { work } from '../workers.ts';

let arrived = 0;
let awaited: { count: number; resolve: (arrived: number) => void } | null = null;

const server = createServer((request, response) => {
  request.resume().once('end', () => {
    response.end('ok');
    arrived++;
    if (awaited && arrived >= awaited.count) awaited.resolve(arrived);
  });
});

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  /** `{ reset: true }` starts to count anew; `{ count }` is answered once so many have arrived. */
  work({ url: `http://127.0.0.1:${port}/webhooks` }, (request: { reset: true } | { count: number }) => {
    if ('reset' in request) {
      arrived = 0;
      return arrived;
    }
    return new Promise<number>((resolve) => {
      if (arrived >= request.count) resolve(arrived);
      else awaited = { count: request.count, resolve };
    });
  });
});

/** What a bare `node:http` can do: the body is read, and nothing is made of it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { work } from '../workers.ts';

const headers = { 'content-type': 'application/json' };
const server = createServer((request, response) => {
  const answer = () => response.writeHead(200, headers).end('{"status":200}');
  if (request.method === 'GET') answer();
  else request.resume().once('end', answer);
});

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  work({ url: `http://127.0.0.1:${port}/sessions` });
});

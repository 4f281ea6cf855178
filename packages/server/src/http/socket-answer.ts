import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { TextResponse } from './problem.ts';

/** Answers on a socket that no request is served on (an upgrade, bytes that are no HTTP), as real HTTP, and ends the connection. */
export function answerOnSocket(socket: Duplex, { status, headers, text }: TextResponse): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}`;
  // The server's sockets may be half open; this one has nothing more to say or to hear.
  socket.once('finish', () => socket.destroy());
  socket.end(`${head}connection: close\r\n\r\n${text}`);
}

import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { TextResponse } from './problem.ts';

/**
 * Sends an HTTP response on a socket that has no `ServerResponse` (an upgrade, or invalid HTTP), and closes
 * it.
 */
export function respondOnSocket(socket: Duplex, { status, headers, text }: TextResponse): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}`;
  // Without `destroy`, the socket would stay open until the client closes its side.
  socket.once('finish', () => socket.destroy());
  socket.end(`${head}connection: close\r\n\r\n${text}`);
}

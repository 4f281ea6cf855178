import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { TextResponse } from './problem.ts';

/**
 * Sends an HTTP response on a socket without a request (an upgrade, or invalid HTTP) and ends the connection.
 */
export function answerOnSocket(socket: Duplex, { status, headers, text }: TextResponse): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}`;
  // The server's sockets may stay half open.
  socket.once('finish', () => socket.destroy());
  socket.end(`${head}connection: close\r\n\r\n${text}`);
}

import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Answers an upgrade with a response instead, as real HTTP, and ends the connection. */
export async function refuseUpgrade(socket: Duplex, response: Response): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer());
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ''}\r\n${headers}`;
  // The server's sockets may be half open; this one has nothing more to say or to hear.
  socket.once('finish', () => socket.destroy());
  socket.end(
    Buffer.concat([Buffer.from(`${head}content-length: ${body.length}\r\nconnection: close\r\n\r\n`), body]),
  );
}

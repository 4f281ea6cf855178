import { errorCode } from '@svc-simulator/machine/errors.ts';

/** The exchange did not end within its time. */
export const TIMED_OUT = 'timeout';
/** The answer went on beyond the cap. */
export const ANSWER_TOO_LONG = 'response too large';
/** The address guard forbids where the request would go. */
export const REFUSED_ADDRESS = 'refused address';
/** What answered does not speak HTTP/1.1; in brackets after it what it speaks, where its first bytes say so. */
export const NO_HTTP = 'no HTTP/1.1';
/** The client was closed meanwhile. */
export const CLOSED = 'closed';

/** Nobody listens where the request went, but at this other address of the machine somebody does. */
export function otherListens(address: string): string {
  return `ECONNREFUSED (${address} listens)`;
}

/** undici's names of failures for which the system has a code that more people know. */
const systemCodes: Readonly<Record<string, string>> = {
  UND_ERR_CONNECT_TIMEOUT: 'ETIMEDOUT',
  UND_ERR_SOCKET: 'ECONNRESET',
};

/** Names why a request failed: the system's code (`ECONNREFUSED`, `ENOTFOUND`, …) where there is one, else its message. */
export function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = errorCode(error);
  // Of undici, and of node:http, which keeps what it could not read.
  if (error.name === 'HTTPParserError') return NO_HTTP;
  if (code?.startsWith('HPE_')) return foreignProtocol((error as { rawPacket?: Buffer }).rawPacket);
  // Told as a failed write; the reason is in OpenSSL's words, of which Node makes codes elsewhere.
  const [, reason] = /SSL routines:[^:]*:([^:]+):/.exec(code === 'EPROTO' ? error.message : '') ?? [];
  if (reason !== undefined) return `ERR_SSL_${reason.toUpperCase().replaceAll(' ', '_')}`;
  if (code !== undefined) return systemCodes[code] ?? code;
  return error.message || error.name;
}

/** The failure of an answer that is no HTTP/1 and begins with these bytes. */
export function foreignProtocol(bytes: Buffer = Buffer.alloc(0)): string {
  const [type = 0, major = 0] = bytes;
  if (bytes.toString('latin1', 0, 4) === 'SSH-') return `${NO_HTTP} (SSH)`;
  // A record of TLS: an alert, since it was no handshake that came.
  if (type >= 20 && type <= 23 && major === 3) return `${NO_HTTP} (TLS)`;
  // A frame of HTTP/2 about the connection: SETTINGS or GOAWAY of stream 0 (RFC 9113, 4.1).
  const isFrame = bytes.length >= 9 && (bytes[3] === 4 || bytes[3] === 7) && bytes.readUInt32BE(5) === 0;
  return isFrame ? `${NO_HTTP} (HTTP/2)` : NO_HTTP;
}

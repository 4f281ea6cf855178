import { errorCode } from '@svc-simulator/machine/errors.ts';

export const TIMED_OUT = 'timeout';
export const FIELDS_TOO_LONG = 'header fields too large';
/** The address guard forbids the target. */
export const REFUSED_ADDRESS = 'refused address';
/** The peer doesn't speak HTTP/1.1; the protocol follows in brackets if its first bytes show it. */
export const NO_HTTP = 'no HTTP/1.1';
/** The response is not valid HTTP/1.1; the parser's reason follows in brackets if known. */
const UNREADABLE = 'unreadable response';
export const UNASKED_UPGRADE = `${UNREADABLE} (unexpected upgrade)`;
export const TOO_MANY_INTERIM = `${UNREADABLE} (too many interim responses)`;
export const MAX_INTERIM = 100;
export const CLOSED = 'closed';

/** Returns the reason for a refused connection when another loopback address listens on the port. */
export function otherListensReason(address: string): string {
  return `ECONNREFUSED (${address} listens)`;
}

/** Usual names for the codes of undici and Node's parser. */
const systemCodes: Readonly<Record<string, string>> = {
  UND_ERR_CONNECT_TIMEOUT: 'ETIMEDOUT',
  UND_ERR_SOCKET: 'ECONNRESET',
  UND_ERR_HEADERS_OVERFLOW: FIELDS_TOO_LONG,
  HPE_HEADER_OVERFLOW: FIELDS_TOO_LONG,
  // undici also reports this code if the head is invalid after its Content-Length.
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: UNREADABLE,
};

/**
 * Returns the reason for a failed request: the system's code (`ECONNREFUSED`, `ENOTFOUND`, …) or the message.
 */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = errorCode(error);
  const knownCode = code === undefined ? undefined : systemCodes[code];
  if (knownCode !== undefined) return knownCode;
  const parserText = parserReason(error);
  if (parserText !== undefined) {
    const { rawPacket } = error as { rawPacket?: Buffer };
    if (rawPacket && !rawPacket.toString('latin1').startsWith('HTTP/1.')) return foreignProtocol(rawPacket);
    return parserText === '' ? UNREADABLE : `${UNREADABLE} (${plainReasons[parserText] ?? parserText})`;
  }
  // If a write fails, Node reports only EPROTO and OpenSSL's text. For other TLS errors, Node derives a code
  // such as ERR_SSL_… from that text, as these lines do.
  const [, reason] = /SSL routines:[^:]*:([^:]+):/.exec(code === 'EPROTO' ? error.message : '') ?? [];
  if (reason !== undefined) return `ERR_SSL_${reason.toUpperCase().replaceAll(' ', '_')}`;
  if (code !== undefined) return code;
  return error.message || error.name;
}

const plainReasons: Readonly<Record<string, string>> = {
  'Invalid header value char': 'invalid header character',
  'Missing expected CR after response line': 'bare line feed',
  'Missing expected CR after header value': 'bare line feed',
  'Missing expected LF after header value': 'bare carriage return',
};

function parserReason(error: Error): string | undefined {
  if (error.name === 'HTTPParserError') return /\((.*)\)$/.exec(error.message)?.[1] ?? '';
  if (!errorCode(error)?.startsWith('HPE_')) return undefined;
  return (error as { reason?: string }).reason ?? '';
}

/** Returns the failure of a response that isn't HTTP/1, derived from its first bytes. */
export function foreignProtocol(bytes: Buffer = Buffer.alloc(0)): string {
  const [type = 0, major = 0] = bytes;
  if (bytes.toString('latin1', 0, 4) === 'SSH-') return `${NO_HTTP} (SSH)`;
  // A TLS alert: the server speaks TLS and received no handshake.
  if (type >= 20 && type <= 23 && major === 3) return `${NO_HTTP} (TLS)`;
  // An HTTP/2 frame for the connection: SETTINGS or GOAWAY of stream 0 (RFC 9113, 4.1).
  const isHttp2Frame = bytes.length >= 9 && (bytes[3] === 4 || bytes[3] === 7) && bytes.readUInt32BE(5) === 0;
  return isHttp2Frame ? `${NO_HTTP} (HTTP/2)` : NO_HTTP;
}

import { errorCode } from '@svc-simulator/machine/errors.ts';

/** The exchange did not end within its time. */
export const TIMED_OUT = 'timeout';
/** The header fields of the answer are longer than they may be. */
const FIELDS_TOO_LONG = 'header fields too large';
/** The address guard forbids where the request would go. */
export const REFUSED_ADDRESS = 'refused address';
/** What answered does not speak HTTP/1.1; in brackets after it what it speaks, where its first bytes say so. */
export const NO_HTTP = 'no HTTP/1.1';
/** An answer came that cannot be parsed as HTTP/1.1; in brackets after it the parser's reason, where it has one. */
const UNREADABLE = 'unreadable answer';
/** The receiver changes to another protocol, which nobody asked for. */
export const UNASKED_UPGRADE = `${UNREADABLE} (unexpected upgrade)`;
/** The client was closed meanwhile. */
export const CLOSED = 'closed';

/** Nobody listens where the request went, but at this other address of the machine somebody does. */
export function otherListens(address: string): string {
  return `ECONNREFUSED (${address} listens)`;
}

/** Codes of undici and of Node's parser for which there is a name that more people know. */
const systemCodes: Readonly<Record<string, string>> = {
  UND_ERR_CONNECT_TIMEOUT: 'ETIMEDOUT',
  UND_ERR_SOCKET: 'ECONNRESET',
  UND_ERR_HEADERS_OVERFLOW: FIELDS_TOO_LONG,
  HPE_HEADER_OVERFLOW: FIELDS_TOO_LONG,
  // Said of a head that is broken after its Content-Length, too.
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: UNREADABLE,
};

/** Names why a request failed: the system's code (`ECONNREFUSED`, `ENOTFOUND`, …) where there is one, else its message. */
export function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = errorCode(error);
  const known = code === undefined ? undefined : systemCodes[code];
  if (known !== undefined) return known;
  const parserReason = parserReasonOf(error);
  if (parserReason !== undefined) {
    const { rawPacket } = error as { rawPacket?: Buffer };
    if (rawPacket && !rawPacket.toString('latin1').startsWith('HTTP/1.')) return foreignProtocol(rawPacket);
    return parserReason === '' ? UNREADABLE : `${UNREADABLE} (${plainReasons[parserReason] ?? parserReason})`;
  }
  // Told as a failed write; the reason is in OpenSSL's words, of which Node makes codes elsewhere.
  const [, reason] = /SSL routines:[^:]*:([^:]+):/.exec(code === 'EPROTO' ? error.message : '') ?? [];
  if (reason !== undefined) return `ERR_SSL_${reason.toUpperCase().replaceAll(' ', '_')}`;
  if (code !== undefined) return code;
  return error.message || error.name;
}

/** Plainer words for reasons of the parser. */
const plainReasons: Readonly<Record<string, string>> = {
  'Invalid header value char': 'invalid header character',
  'Missing expected CR after response line': 'bare line feed',
  'Missing expected CR after header value': 'bare line feed',
  'Missing expected LF after header value': 'bare carriage return',
};

/** The words of the parser, which undici and node:http share; undefined of any other error. */
function parserReasonOf(error: Error): string | undefined {
  if (error.name === 'HTTPParserError') return /\((.*)\)$/.exec(error.message)?.[1] ?? '';
  if (!errorCode(error)?.startsWith('HPE_')) return undefined;
  return (error as { reason?: string }).reason ?? '';
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

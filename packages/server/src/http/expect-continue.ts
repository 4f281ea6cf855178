import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Sends `100 Continue` only when the body is read: a request refused by its header fields gets its final
 * status at once (RFC 9110, 10.1.1).
 */
export function continueWhenRead(incoming: IncomingMessage, outgoing: ServerResponse): void {
  // The client may send the body anyway, so the connection can't be reused.
  outgoing.setHeader('connection', 'close');
  const read = incoming._read;
  incoming._read = (size) => {
    incoming._read = read;
    if (!outgoing.headersSent) {
      outgoing.removeHeader('connection');
      outgoing.writeContinue();
    }
    read.call(incoming, size);
  };
}

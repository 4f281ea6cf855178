import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Sends `100 Continue` when the body is first read, where Node sends it at once: a request that its header fields alone refuse
 * gets its final status, and never sends its body (RFC 9110, 10.1.1).
 */
export function continueWhenRead(incoming: IncomingMessage, outgoing: ServerResponse): void {
  // A body that was not asked for may come all the same, so nothing else follows on the connection.
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

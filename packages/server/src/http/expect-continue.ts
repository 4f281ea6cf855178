import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Sends `100 Continue` only when the body is read. A request that is refused because of its header fields
 * gets its final status at once (RFC 9110, 10.1.1).
 */
export function continueWhenRead(incoming: IncomingMessage, outgoing: ServerResponse): void {
  // The client may still send its body, so the connection can't be reused.
  outgoing.setHeader('connection', 'close');
  const sendContinue = (event: string | symbol) => {
    if (event !== 'data') return;
    incoming.off('newListener', sendContinue);
    if (outgoing.headersSent) return;
    outgoing.removeHeader('connection');
    outgoing.writeContinue();
  };
  incoming.on('newListener', sendContinue);
}

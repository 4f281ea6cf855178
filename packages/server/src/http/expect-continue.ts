import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Sends `100 Continue` only when the server starts to read the body. If the request is refused by its
 * headers, the client gets the final status at once (RFC 9110, 10.1.1).
 */
export function continueWhenRead(incoming: IncomingMessage, outgoing: ServerResponse): void {
  // If the client sends its body anyway, the connection can't be reused.
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

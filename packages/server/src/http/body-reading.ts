import type { IncomingMessage } from 'node:http';
import { accept, type Outcome, type Refusal, refuse } from '@svc-simulator/contract';
import type { Context } from 'hono';

/** The largest body that is read (contract section 1). */
export const BODY_LIMIT_BYTES = 1_048_576;

/** The peer broke off; whether anybody reads this answer is doubtful. */
const incomplete: Refusal = {
  status: 400,
  title: 'Incomplete body',
  detail: 'The connection ended before the body did.',
};

/**
 * Reads the whole body of a request of any method, which is the context's `bytes` from then on, or refuses it with 413
 * without keeping more than the limit. Not by `c.req.arrayBuffer()`, which copies and knows no limit where no length is
 * declared. What the client goes on sending is dropped, by @hono/node-server for half a second after the answer at most: a
 * connection that is closed at once would take the answer with it.
 */
export async function readBody(c: Context, limitBytes = BODY_LIMIT_BYTES): Promise<Outcome<Uint8Array>> {
  const read: Uint8Array | undefined = c.get('bytes');
  if (read) return accept(read);
  const declared = c.req.header('content-length');
  if (declared !== undefined && Number(declared) > limitBytes) return refuse(tooLarge(limitBytes));
  const incoming: IncomingMessage | undefined = c.env?.incoming;
  try {
    const bytes = incoming
      ? await received(incoming, limitBytes)
      : // Asked within the process.
        new Uint8Array(await c.req.arrayBuffer());
    if (!bytes || bytes.length > limitBytes) return refuse(tooLarge(limitBytes));
    c.set('bytes', bytes);
    return accept(bytes);
  } catch {
    return refuse(incomplete);
  }
}

/** Undefined when there is more than the limit; rejected where the peer broke off before the last byte, be it long ago. */
function received(incoming: IncomingMessage, limitBytes: number): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    const take = (chunk: Uint8Array) => {
      length += chunk.length;
      if (length <= limitBytes) chunks.push(chunk);
      else resolve(undefined);
    };
    const ended = () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
    const closed = () => {
      const rest: Uint8Array | null = incoming.read();
      if (rest) take(rest);
      if (incoming.complete) ended();
      else reject(new Error('The connection ended before the body did.'));
    };
    if (incoming.destroyed) return closed();
    incoming.on('data', take);
    incoming.once('end', ended);
    // The close that follows tells whether all had come.
    incoming.once('error', () => {});
    incoming.once('close', closed);
  });
}

function tooLarge(limitBytes: number): Refusal {
  return {
    status: 413,
    title: 'Body too large',
    detail: `A body may have at most ${limitBytes} bytes.`,
  };
}

import type { IncomingMessage } from 'node:http';
import { accept, type Operation, type Outcome, type Refusal, refuse } from '@svc-simulator/contract';
import { message } from '@svc-simulator/texts/message.ts';

/** Bodies up to this size are cheap to read and check. */
export const SMALL_BYTES = 64 * 1024;

/** The largest body of a request (contract section 1). */
export const BODY_LIMIT_BYTES = 1_048_576;

/**
 * Returns the longest body of an operation. In a hosted simulator, requests without a credential get less,
 * except those to a receiver.
 */
export function bodyLimitOf(
  { auth, rawBody, bodyLimitBytes }: Operation,
  { hosted }: { readonly hosted: boolean },
): number {
  if (bodyLimitBytes) return hosted ? bodyLimitBytes.hosted : bodyLimitBytes.local;
  return hosted && auth === 'none' && !rawBody ? SMALL_BYTES : BODY_LIMIT_BYTES;
}

/** The client disconnected early, so it may not read this response. */
export const incomplete: Refusal = {
  status: 400,
  title: 'problem.title.incomplete',
  ...message('problem.body.incomplete'),
};

/** Reads the whole body of a request, or refuses it with 413 once it exceeds the limit and drops the rest. */
export function readBody(
  incoming: IncomingMessage,
  limitBytes = BODY_LIMIT_BYTES,
): Promise<Outcome<Uint8Array>> {
  const declared = Number(incoming.headers['content-length'] ?? 0);
  if (declared > limitBytes) return Promise.resolve(refuse(tooLarge(limitBytes)));
  const isLong = declared > SMALL_BYTES && incoming.headers['transfer-encoding'] === undefined;
  return received(incoming, limitBytes, isLong ? Buffer.allocUnsafe(declared) : undefined);
}

/** A body in so many chunks … */
const MANY_PIECES = 4096;
/** … of fewer bytes on average is refused, because each chunk costs as much as a thousand bytes. */
const LEAST_PIECE_BYTES = 16;

/**
 * A body is incomplete if the client disconnected before its last byte. A long body is copied into `whole` as
 * it arrives, because its chunks would double the memory.
 */
function received(
  incoming: IncomingMessage,
  limitBytes: number,
  whole: Buffer | undefined,
): Promise<Outcome<Uint8Array>> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    let pieces = 0;
    const take = (chunk: Uint8Array) => {
      whole?.set(chunk, length);
      length += chunk.length;
      if (++pieces > MANY_PIECES && length < pieces * LEAST_PIECE_BYTES) {
        chunks.length = 0;
        // Further chunks would cost the same.
        incoming.destroy();
        return resolve(refuse(tooManyPieces));
      }
      if (length > limitBytes) resolve(refuse(tooLarge(limitBytes)));
      else if (!whole) chunks.push(chunk);
    };
    const ended = () => {
      if (whole) return resolve(accept(whole.subarray(0, length)));
      const [first] = chunks;
      resolve(accept(first && chunks.length === 1 ? first : Buffer.concat(chunks)));
    };
    const closed = () => {
      const rest: Uint8Array | null = incoming.read();
      if (rest) take(rest);
      if (incoming.complete) ended();
      else resolve(refuse(incomplete));
    };
    if (incoming.destroyed) return closed();
    incoming.on('data', take);
    incoming.once('end', ended);
    // The `close` event that follows shows whether the body is complete.
    incoming.once('error', () => {});
    incoming.once('close', closed);
  });
}

const tooManyPieces: Refusal = {
  status: 400,
  title: 'problem.title.malformed_body',
  ...message('problem.body.pieces', { most: MANY_PIECES, bytes: LEAST_PIECE_BYTES }),
};

function tooLarge(limitBytes: number): Refusal {
  return {
    status: 413,
    title: 'problem.title.too_large',
    ...message('problem.body.too_large', { bytes: limitBytes }),
  };
}

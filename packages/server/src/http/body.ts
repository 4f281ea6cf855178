import type { IncomingMessage } from 'node:http';
import { accept, type Operation, type Outcome, type Refusal, refuse } from '@svc-simulator/contract';
import { message } from '@svc-simulator/texts/message.ts';

/** Bodies up to this size are cheap to read and check. */
export const SMALL_BYTES = 64 * 1024;

/** The largest body that is read (contract section 1). */
export const BODY_LIMIT_BYTES = 1_048_576;

/** The longest body of an operation. Hosted, forms and credentials without a credential are small; only a receiver gets more. */
export function bodyLimitOf(
  { auth, rawBody, bodyLimitBytes }: Operation,
  { hosted }: { readonly hosted: boolean },
): number {
  if (bodyLimitBytes) return hosted ? bodyLimitBytes.hosted : bodyLimitBytes.local;
  return hosted && auth === 'none' && !rawBody ? SMALL_BYTES : BODY_LIMIT_BYTES;
}

/** The peer broke off; whether anybody reads this answer is doubtful. */
export const incomplete: Refusal = {
  status: 400,
  title: 'problem.title.incomplete',
  ...message('problem.body.incomplete'),
};

/**
 * Reads the whole body of a request of any method, or refuses it with 413 without keeping more than the limit. What the client
 * goes on sending is dropped.
 */
export function readBody(
  incoming: IncomingMessage,
  limitBytes = BODY_LIMIT_BYTES,
): Promise<Outcome<Uint8Array>> {
  const declared = Number(incoming.headers['content-length'] ?? 0);
  if (declared > limitBytes) return Promise.resolve(refuse(tooLarge(limitBytes)));
  const isLong = declared > SMALL_BYTES && incoming.headers['transfer-encoding'] === undefined;
  return received(incoming, limitBytes, isLong ? Buffer.allocUnsafe(declared) : undefined);
}

/** A body of so many pieces … */
const MANY_PIECES = 4096;
/** … of fewer bytes than this on average is made to cost: each piece costs as much as a thousand bytes, and holds what it was read in. */
const LEAST_PIECE_BYTES = 16;

/**
 * An incomplete one is one whose peer broke off before the last byte, be it long ago. A long one is put together in `whole` as it
 * comes: its pieces would be twice its memory at the end.
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
        // What it goes on sending would cost the same.
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
    // The close that follows tells whether all had come.
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

import type { IncomingMessage } from 'node:http';
import { accept, type Operation, type Outcome, type Refused } from '@svc-simulator/contract';
import { message } from '@svc-simulator/texts/message.ts';
import { refuseWith } from '../refusals.ts';

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
export const incomplete = refuseWith(400, 'problem.title.incomplete', message('problem.body.incomplete'));

/** Reads the whole body of a request, or refuses it with 413 once it exceeds the limit and drops the rest. */
export function readBody(
  incoming: IncomingMessage,
  limitBytes = BODY_LIMIT_BYTES,
): Promise<Outcome<Uint8Array>> {
  const declaredBytes = Number(incoming.headers['content-length'] ?? 0);
  if (declaredBytes > limitBytes) return Promise.resolve(bodyTooLarge(limitBytes));
  const isLong = declaredBytes > SMALL_BYTES && incoming.headers['transfer-encoding'] === undefined;
  return collectBody(incoming, limitBytes, isLong ? Buffer.allocUnsafe(declaredBytes) : undefined);
}

/** A body in so many chunks … */
const MANY_CHUNKS = 4096;
/** … of fewer bytes on average is refused, because each chunk costs as much as a thousand bytes. */
const LEAST_CHUNK_BYTES = 16;

/**
 * A body is incomplete if the client disconnected before its last byte. A long body is copied into `whole` as
 * it arrives, because its chunks would double the memory.
 */
function collectBody(
  incoming: IncomingMessage,
  limitBytes: number,
  buffer: Buffer | undefined,
): Promise<Outcome<Uint8Array>> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    let pieces = 0;
    const take = (chunk: Uint8Array) => {
      buffer?.set(chunk, length);
      length += chunk.length;
      if (++pieces > MANY_CHUNKS && length < pieces * LEAST_CHUNK_BYTES) {
        chunks.length = 0;
        // Further chunks would cost the same.
        incoming.destroy();
        return resolve(tooManyPieces);
      }
      if (length > limitBytes) resolve(bodyTooLarge(limitBytes));
      else if (!buffer) chunks.push(chunk);
    };
    const onEnd = () => {
      if (buffer) return resolve(accept(buffer.subarray(0, length)));
      const [first] = chunks;
      resolve(accept(first && chunks.length === 1 ? first : Buffer.concat(chunks)));
    };
    const onClose = () => {
      const rest: Uint8Array | null = incoming.read();
      if (rest) take(rest);
      if (incoming.complete) onEnd();
      else resolve(incomplete);
    };
    if (incoming.destroyed) return onClose();
    incoming.on('data', take);
    incoming.once('end', onEnd);
    // The `close` event that follows shows whether the body is complete.
    incoming.once('error', () => {});
    incoming.once('close', onClose);
  });
}

const tooManyPieces = refuseWith(
  400,
  'problem.title.malformed_body',
  message('problem.body.pieces', { most: MANY_CHUNKS, bytes: LEAST_CHUNK_BYTES }),
);

function bodyTooLarge(bytes: number): Refused {
  return refuseWith(413, 'problem.title.too_large', message('problem.body.too_large', { bytes }));
}

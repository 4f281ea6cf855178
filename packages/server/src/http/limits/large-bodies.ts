import type { IncomingMessage } from 'node:http';
import { SMALL_BYTES } from '../body.ts';
import { turnOwner } from './client-network.ts';
import { FairQueue } from './fair-queue.ts';
import { queues, sharedLimits } from './limit-table.ts';
import { MemoryPool } from './memory-pool.ts';

/**
 * Reads large bodies in turns. Until its turn comes, a body stays with its sender, and the limits on slow
 * clients apply.
 */
export class LargeBodies {
  readonly #clientOf: (incoming: IncomingMessage) => string;
  /** Memory for bodies that are being received: a slow sender never makes another one wait. */
  readonly #memory = new MemoryPool(sharedLimits.large_bodies_mib.all);
  readonly #clients = new FairQueue(queues.bodiesOfClient);

  constructor(clientOf: (incoming: IncomingMessage) => string) {
    this.#clientOf = clientOf;
  }

  /**
   * Runs `serve`, in the client's turn if the body is large; a body of unknown size counts with its maximum.
   */
  async run<T>(incoming: IncomingMessage, maxBytes: number, serve: () => T | Promise<T>): Promise<T> {
    const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers;
    if (encoding === undefined && Number(length ?? 0) <= SMALL_BYTES) return serve();
    const client = this.#clientOf(incoming);
    return this.#clients.take(async () => {
      const bytes = Number(length ?? maxBytes);
      const release = this.#memory.hold(turnOwner(client), bytes, () => incoming.socket.destroy());
      try {
        return await serve();
      } finally {
        release();
      }
    }, client);
  }
}

import type { IncomingMessage } from 'node:http';
import { SMALL_BODY_BYTES } from '../body.ts';
import { turnOwner } from './client-network.ts';
import { FairQueue } from './fair-queue.ts';
import { queues, sharedLimits } from './limit-table.ts';
import { MemoryPool } from './memory-pool.ts';

/**
 * Receives large bodies in turns. A body that waits for its turn isn't read from the socket. The time limits
 * of its request still apply.
 */
export class LargeBodies {
  readonly #clientOf: (incoming: IncomingMessage) => string;
  readonly #memory = new MemoryPool(sharedLimits.large_bodies_mib.all);
  readonly #queue = new FairQueue(queues.clientBodies);

  constructor(clientOf: (incoming: IncomingMessage) => string) {
    this.#clientOf = clientOf;
  }

  /**
   * Runs `serve`. A large body waits for the client's turn first. A body of unknown size counts with the
   * maximum size.
   */
  async run<T>(incoming: IncomingMessage, maxBytes: number, serve: () => T | Promise<T>): Promise<T> {
    const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers;
    if (encoding === undefined && Number(length ?? 0) <= SMALL_BODY_BYTES) return serve();
    const client = this.#clientOf(incoming);
    return this.#queue.run(async () => {
      const bytes = Number(length ?? maxBytes);
      const release = this.#memory.reserve(turnOwner(client), bytes, () => incoming.socket.destroy());
      try {
        return await serve();
      } finally {
        release();
      }
    }, client);
  }
}

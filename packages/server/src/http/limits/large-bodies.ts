import type { IncomingMessage } from 'node:http';
import { Room } from './room.ts';
import { sharedLimits } from './shared-limits.ts';
import { Turns } from './turns.ts';

/** Bodies up to here are read as they come; what programs send is far smaller. */
const SMALL_BYTES = 64 * 1024;
/** Being read at the same time, of one client. */
const PER_CLIENT = 4;
/** Bytes of bodies that are on their way, of all clients: a slow sender holds no place that another one waits for. */
const ROOM_BYTES = sharedLimits.large_bodies_mib.all * 2 ** 20;

/**
 * Takes requests with large bodies in turns, whoever sends them and to whatever: until its turn comes a body is left with its
 * sender, who is held up by the limits on slow clients.
 */
export class LargeBodies {
  readonly #clientOf: (incoming: IncomingMessage) => string;
  readonly #room = new Room(ROOM_BYTES);
  readonly #clients = new Map<string, Turns>();

  constructor(clientOf: (incoming: IncomingMessage) => string) {
    this.#clientOf = clientOf;
  }

  /**
   * What `serve` answers, at once unless the request has a large body, or one that does not say how large it is: that counts as
   * large as it may be.
   */
  async run<T>(incoming: IncomingMessage, mostBytes: number, serve: () => T | Promise<T>): Promise<T> {
    const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers;
    if (encoding === undefined && Number(length ?? 0) <= SMALL_BYTES) return serve();
    const client = this.#clientOf(incoming);
    const own = this.#clients.get(client) ?? new Turns(PER_CLIENT);
    this.#clients.set(client, own);
    try {
      return await own.take(async () => {
        const release = this.#room.hold(client, Number(length ?? mostBytes), () => incoming.socket.destroy());
        try {
          return await serve();
        } finally {
          release();
        }
      });
    } finally {
      if (own.isIdle) this.#clients.delete(client);
    }
  }
}

import type pg from 'pg';
import type { StoreParts } from '../store-parts.ts';

const CHANNEL = 'svc_sim_events';
const LISTEN_RETRY_MS = 500;
/** Keeps payloads below the server's limit of 8000 bytes. */
const ACCOUNTS_AT_ONCE = 100;

interface Announcement {
  readonly instance?: string;
  readonly events?: readonly (readonly [accountId: string, first: number, last: number])[];
}

interface AnnouncementsOptions extends StoreParts {
  readonly instance: string;
  readonly heard: (accountId: string, firstEventId: number, lastEventId: number) => void;
  /** Called after reconnecting, because announcements may have been missed. */
  readonly listening: () => void;
}

/**
 * Announces stored events to other instances (LISTEN/NOTIFY), after the commit and batched: a NOTIFY within
 * it would serialize all commits. A crash may lose an announcement, so heartbeats check also.
 */
export class Announcements {
  readonly #options: AnnouncementsOptions;
  #waiting = new Map<string, readonly [first: number, last: number]>();
  #sending = false;
  #client: pg.Client | null = null;
  #closed = false;

  constructor(options: AnnouncementsOptions) {
    this.#options = options;
  }

  async listen(): Promise<void> {
    const client = this.#options.database.single();
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    if (this.#closed) return client.end();
    client.on('notification', ({ payload = '{}' }) => this.#received(payload));
    client.once('end', () => {
      if (!this.#closed) this.#listenAgain();
    });
    this.#client = client;
  }

  announce(accountId: string, eventId: number): void {
    const [first] = this.#waiting.get(accountId) ?? [eventId];
    this.#waiting.set(accountId, [first, eventId]);
    if (this.#sending) return;
    this.#sending = true;
    setImmediate(() => this.#send());
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#client?.end().catch(() => {});
  }

  async #send(): Promise<void> {
    const { database, instance } = this.#options;
    while (this.#waiting.size > 0 && !this.#closed) {
      const all = [...this.#waiting].map(([accountId, range]) => [accountId, ...range]);
      this.#waiting = new Map();
      const payloads: string[] = [];
      for (let from = 0; from < all.length; from += ACCOUNTS_AT_ONCE) {
        payloads.push(JSON.stringify({ instance, events: all.slice(from, from + ACCOUNTS_AT_ONCE) }));
      }
      await database
        .rows({
          text: `select pg_notify('${CHANNEL}', payload) from unnest($1::text[]) as payload`,
          values: [payloads],
        })
        .catch(() => {});
    }
    this.#sending = false;
  }

  #received(payload: string): void {
    const { instance, events = [] }: Announcement = JSON.parse(payload);
    if (instance === this.#options.instance) return;
    for (const [accountId, first, last] of events) this.#options.heard(accountId, first, last);
  }

  #listenAgain(): void {
    const { machine, listening } = this.#options;
    machine.after(LISTEN_RETRY_MS, () => {
      if (this.#closed) return;
      this.listen().then(listening, () => this.#listenAgain());
    });
  }
}

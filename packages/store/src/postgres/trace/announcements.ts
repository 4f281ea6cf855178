import type pg from 'pg';
import type { StoreParts } from '../store-parts.ts';

const CHANNEL = 'svc_sim_events';
const LISTEN_RETRY_MS = 500;
/** Keeps payloads below PostgreSQL's limit of 8000 bytes. */
const ACCOUNTS_PER_PAYLOAD = 100;

interface Announcement {
  readonly instance?: string;
  readonly events?: readonly (readonly [accountId: string, first: number, last: number])[];
}

interface AnnouncementsOptions extends StoreParts {
  readonly instance: string;
  readonly onEvents: (accountId: string, firstEventId: number, lastEventId: number) => void;
  /** Called after a reconnect, because announcements were missed meanwhile. */
  readonly onReconnect: () => void;
}

/**
 * Announces stored events to other instances (LISTEN/NOTIFY). NOTIFY runs after the commit, because commits
 * that contain it run one after the other. A crash can lose an announcement, so each heartbeat also looks for
 * events.
 */
export class Announcements {
  readonly #options: AnnouncementsOptions;
  #pendingRanges = new Map<string, readonly [first: number, last: number]>();
  #isSending = false;
  #client: pg.Client | null = null;
  #isClosed = false;

  constructor(options: AnnouncementsOptions) {
    this.#options = options;
  }

  async listen(): Promise<void> {
    const client = this.#options.database.createClient();
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    if (this.#isClosed) return client.end();
    client.on('notification', ({ payload = '{}' }) => this.#onNotification(payload));
    client.once('end', () => {
      if (!this.#isClosed) this.#listenAgain();
    });
    this.#client = client;
  }

  announce(accountId: string, eventId: number): void {
    const [first] = this.#pendingRanges.get(accountId) ?? [eventId];
    this.#pendingRanges.set(accountId, [first, eventId]);
    if (this.#isSending) return;
    this.#isSending = true;
    setImmediate(() => this.#send());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#client?.end().catch(() => {});
  }

  async #send(): Promise<void> {
    const { database, instance } = this.#options;
    while (this.#pendingRanges.size > 0 && !this.#isClosed) {
      const ranges = [...this.#pendingRanges].map(([accountId, range]) => [accountId, ...range]);
      this.#pendingRanges = new Map();
      const payloads: string[] = [];
      for (let from = 0; from < ranges.length; from += ACCOUNTS_PER_PAYLOAD) {
        payloads.push(JSON.stringify({ instance, events: ranges.slice(from, from + ACCOUNTS_PER_PAYLOAD) }));
      }
      await database
        .rows({
          text: `select pg_notify('${CHANNEL}', payload) from unnest($1::text[]) as payload`,
          values: [payloads],
        })
        .catch(() => {});
    }
    this.#isSending = false;
  }

  #onNotification(payload: string): void {
    const { instance, events = [] }: Announcement = JSON.parse(payload);
    if (instance === this.#options.instance) return;
    for (const [accountId, first, last] of events) this.#options.onEvents(accountId, first, last);
  }

  #listenAgain(): void {
    const { machine, onReconnect } = this.#options;
    machine.after(LISTEN_RETRY_MS, () => {
      if (this.#isClosed) return;
      this.listen().then(onReconnect, () => this.#listenAgain());
    });
  }
}

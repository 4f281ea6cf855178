import { Listeners } from '../../listeners.ts';
import type { Page, StoredEvent } from '../../store.ts';
import type { StoreParts } from '../store-parts.ts';

interface FollowersOptions extends StoreParts {
  /** Returns the events after an id, oldest first, by page. */
  readonly after: (accountId: string, id: number) => Promise<Page<StoredEvent>>;
  readonly lastEventIds: (accounts: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Makes commits that are decided from now on come after this read. */
  readonly before: <T>(answer: Promise<T>) => Promise<T>;
}

interface Followed {
  readonly listeners: Listeners;
  /** Last event passed to the listeners; null until their beginning is known. */
  heard: number | null;
  stored: number;
  reading: boolean;
  /** Resolves when the beginning of the listeners is known. */
  begun: Promise<void>;
}

/**
 * Passes every event to its followers in order and without gaps, whichever instance stored it. The account's
 * event ids reveal gaps: the next event is passed on directly, any other starts a read from there.
 */
export class Followers {
  readonly #options: FollowersOptions;
  readonly #followed = new Map<string, Followed>();
  /** Listeners to this instance's events of all accounts. */
  readonly #ofAll: Listeners;
  /** Listeners to events of all instances. */
  readonly #everywhere: Listeners;

  constructor(options: FollowersOptions) {
    this.#options = options;
    this.#ofAll = new Listeners(options.log);
    this.#everywhere = new Listeners(options.log);
  }

  add(accountId: string | null, listener: (event: StoredEvent) => void, begun = () => {}): () => void {
    if (accountId === null) {
      const leave = this.#ofAll.add(listener);
      begun();
      return leave;
    }
    const followed = this.#followed.get(accountId) ?? this.#follow(accountId);
    const leave = followed.listeners.add(listener);
    void followed.begun.then(begun);
    return () => {
      leave();
      if (followed.listeners.size === 0 && this.#followed.get(accountId) === followed)
        this.#followed.delete(accountId);
    };
  }

  addEverywhere(listener: (event: StoredEvent) => void): () => void {
    return this.#everywhere.add(listener);
  }

  stored(events: readonly StoredEvent[]): void {
    for (const event of events) {
      const followed = this.#followed.get(event.accountId);
      if (followed) {
        followed.stored = Math.max(followed.stored, event.id);
        if (followed.heard === event.id - 1 && !followed.reading) {
          followed.heard = event.id;
          followed.listeners.tell(event);
        } else if (followed.heard !== null) this.#read(event.accountId, followed);
      }
      this.#ofAll.tell(event);
      this.#everywhere.tell(event);
    }
  }

  /** Handles another instance's announcement of events in this range; some between may be from others. */
  announced(accountId: string, firstEventId: number, lastEventId: number): void {
    this.#known(accountId, lastEventId);
    if (this.#everywhere.size === 0) return;
    const read = this.#readRange(accountId, firstEventId, lastEventId).catch((cause) => {
      this.#options.log('warn', 'what another instance stored could not be read', { cause: String(cause) });
    });
    this.#options.activity.track(read);
  }

  async #readRange(accountId: string, first: number, last: number): Promise<void> {
    for (let after = first - 1; after < last; ) {
      const { items } = await this.#options.after(accountId, after);
      for (const event of items) if (event.id <= last) this.#everywhere.tell(event);
      after = items.at(-1)?.id ?? last;
    }
  }

  #known(accountId: string, lastEventId: number): void {
    const followed = this.#followed.get(accountId);
    if (!followed) return;
    followed.stored = Math.max(followed.stored, lastEventId);
    if (followed.heard !== null && followed.heard < followed.stored) this.#read(accountId, followed);
  }

  /** Finds events that were not announced because their instance died. */
  async catchUp(): Promise<void> {
    if (this.#followed.size === 0) return;
    const last = await this.#options.lastEventIds([...this.#followed.keys()]);
    for (const [accountId, id] of last) this.#known(accountId, id);
  }

  #follow(accountId: string): Followed {
    const begun = Promise.resolve();
    const followed: Followed = {
      listeners: new Listeners(this.#options.log),
      heard: null,
      stored: 0,
      reading: false,
      begun,
    };
    this.#followed.set(accountId, followed);
    const { activity, before, lastEventIds } = this.#options;
    followed.begun = before(lastEventIds([accountId])).then(
      (last) => {
        followed.heard = last.get(accountId) ?? 0;
        if (followed.heard < followed.stored) this.#read(accountId, followed);
      },
      // The listeners begin with the next event that this instance learns of.
      () => this.#beginLater(accountId, followed),
    );
    activity.track(followed.begun);
    return followed;
  }

  #beginLater(accountId: string, followed: Followed): void {
    const { log } = this.#options;
    log('warn', 'a follower of the trace may miss what is stored while the database is away', { accountId });
    followed.heard = followed.stored;
  }

  #read(accountId: string, followed: Followed): void {
    if (followed.reading) return;
    followed.reading = true;
    const read = this.#readOn(accountId, followed)
      .catch((cause) => {
        // The next heartbeat finds the gap again.
        this.#options.log('warn', 'the trace could not be read for its followers yet', {
          cause: String(cause),
        });
      })
      .finally(() => {
        followed.reading = false;
      });
    this.#options.activity.track(read);
  }

  async #readOn(accountId: string, followed: Followed): Promise<void> {
    while (followed.listeners.size > 0 && (followed.heard ?? 0) < followed.stored) {
      const { stored } = followed;
      const after = followed.heard ?? 0;
      const page = await this.#options.after(accountId, after);
      for (const event of page.items) {
        followed.heard = event.id;
        followed.listeners.tell(event);
      }
      // A reset has cleared the events in between.
      if (page.nextCursor === null) followed.heard = Math.max(followed.heard ?? 0, stored);
    }
  }
}

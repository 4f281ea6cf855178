import { Listeners } from '../../listeners.ts';
import type { StoredTraceEvent, StorePage } from '../../store.ts';
import type { StoreParts } from '../store-parts.ts';

interface FollowersOptions extends StoreParts {
  /** Returns the events after an id, oldest first, by page. */
  readonly after: (accountId: string, id: number) => Promise<StorePage<StoredTraceEvent>>;
  readonly lastEventIds: (accounts: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Makes commits of the account that begin from now on come after this read. */
  readonly before: <T>(accountId: string, answer: Promise<T>) => Promise<T>;
}

interface FollowedAccount {
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
  readonly #followed = new Map<string, FollowedAccount>();
  readonly #ofAll: Listeners;
  readonly #everywhere: Listeners;

  constructor(options: FollowersOptions) {
    this.#options = options;
    this.#ofAll = new Listeners(options.log);
    this.#everywhere = new Listeners(options.log);
  }

  add(accountId: string | null, listener: (event: StoredTraceEvent) => void, onReady = () => {}): () => void {
    if (accountId === null) {
      const leave = this.#ofAll.add(listener);
      onReady();
      return leave;
    }
    const account = this.#followed.get(accountId) ?? this.#follow(accountId);
    const leave = account.listeners.add(listener);
    void account.begun.then(onReady);
    return () => {
      leave();
      if (account.listeners.size === 0 && this.#followed.get(accountId) === account)
        this.#followed.delete(accountId);
    };
  }

  addEverywhere(listener: (event: StoredTraceEvent) => void): () => void {
    return this.#everywhere.add(listener);
  }

  stored(events: readonly StoredTraceEvent[]): void {
    for (const event of events) {
      const account = this.#followed.get(event.accountId);
      if (account) {
        account.stored = Math.max(account.stored, event.id);
        if (account.heard === event.id - 1 && !account.reading) {
          account.heard = event.id;
          account.listeners.tell(event);
        } else if (account.heard !== null) this.#read(event.accountId, account);
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
    const account = this.#followed.get(accountId);
    if (!account) return;
    account.stored = Math.max(account.stored, lastEventId);
    if (account.heard !== null && account.heard < account.stored) this.#read(accountId, account);
  }

  /** Finds events that were not announced because their instance died. */
  async catchUp(): Promise<void> {
    if (this.#followed.size === 0) return;
    const last = await this.#options.lastEventIds([...this.#followed.keys()]);
    for (const [accountId, id] of last) this.#known(accountId, id);
  }

  #follow(accountId: string): FollowedAccount {
    const start = Promise.resolve();
    const account: FollowedAccount = {
      listeners: new Listeners(this.#options.log),
      heard: null,
      stored: 0,
      reading: false,
      begun: start,
    };
    this.#followed.set(accountId, account);
    const { activity, before, lastEventIds } = this.#options;
    account.begun = before(accountId, lastEventIds([accountId])).then(
      (last) => {
        account.heard = last.get(accountId) ?? 0;
        if (account.heard < account.stored) this.#read(accountId, account);
      },
      // The listeners begin with the next event that this instance learns of.
      () => this.#beginLater(accountId, account),
    );
    activity.track(account.begun);
    return account;
  }

  #beginLater(accountId: string, account: FollowedAccount): void {
    const { log } = this.#options;
    log('warn', 'a follower of the trace may miss what is stored while the database is away', { accountId });
    account.heard = account.stored;
  }

  #read(accountId: string, account: FollowedAccount): void {
    if (account.reading) return;
    account.reading = true;
    const read = this.#readOn(accountId, account)
      .catch((cause) => {
        // The next heartbeat finds the gap again.
        this.#options.log('warn', 'the trace could not be read for its followers yet', {
          cause: String(cause),
        });
      })
      .finally(() => {
        account.reading = false;
      });
    this.#options.activity.track(read);
  }

  async #readOn(accountId: string, account: FollowedAccount): Promise<void> {
    while (account.listeners.size > 0 && (account.heard ?? 0) < account.stored) {
      const { stored } = account;
      const after = account.heard ?? 0;
      const page = await this.#options.after(accountId, after);
      for (const event of page.items) {
        account.heard = event.id;
        account.listeners.tell(event);
      }
      // A reset has cleared the events in between.
      if (page.nextCursor === null) account.heard = Math.max(account.heard ?? 0, stored);
    }
  }
}

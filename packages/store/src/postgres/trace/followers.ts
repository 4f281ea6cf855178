import { Listeners } from '../../listeners.ts';
import type { StoredTraceEvent, StorePage } from '../../store.ts';
import type { StoreParts } from '../store-parts.ts';

interface FollowersOptions extends StoreParts {
  /** Returns the events after an id, oldest first, by page. */
  readonly after: (accountId: string, id: number) => Promise<StorePage<StoredTraceEvent>>;
  readonly lastEventIds: (accounts: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Makes commits of the account that begin later come after this read. */
  readonly holdCommits: <T>(accountId: string, answer: Promise<T>) => Promise<T>;
}

interface FollowedAccount {
  readonly listeners: Listeners;
  /** Id of the last event passed to the listeners; null until their start is known. */
  lastPassedId: number | null;
  stored: number;
  isReading: boolean;
  /** Resolves when the start of the listeners is known. */
  whenBegun: Promise<void>;
}

/**
 * Passes every event of an account to its listeners, in order and without gaps, whichever instance stored it.
 * Event ids reveal gaps: an event that isn't the next one starts a read.
 */
export class Followers {
  readonly #options: FollowersOptions;
  readonly #accounts = new Map<string, FollowedAccount>();
  readonly #ownListeners: Listeners;
  readonly #listenersEverywhere: Listeners;

  constructor(options: FollowersOptions) {
    this.#options = options;
    this.#ownListeners = new Listeners(options.log);
    this.#listenersEverywhere = new Listeners(options.log);
  }

  add(accountId: string | null, listener: (event: StoredTraceEvent) => void, onReady = () => {}): () => void {
    if (accountId === null) {
      const unsubscribe = this.#ownListeners.add(listener);
      onReady();
      return unsubscribe;
    }
    const account = this.#accounts.get(accountId) ?? this.#follow(accountId);
    const unsubscribe = account.listeners.add(listener);
    void account.whenBegun.then(onReady);
    return () => {
      unsubscribe();
      if (account.listeners.size === 0 && this.#accounts.get(accountId) === account)
        this.#accounts.delete(accountId);
    };
  }

  addEverywhere(listener: (event: StoredTraceEvent) => void): () => void {
    return this.#listenersEverywhere.add(listener);
  }

  onStored(events: readonly StoredTraceEvent[]): void {
    for (const event of events) {
      const account = this.#accounts.get(event.accountId);
      if (account) {
        account.stored = Math.max(account.stored, event.id);
        if (account.lastPassedId === event.id - 1 && !account.isReading) {
          account.lastPassedId = event.id;
          account.listeners.tell(event);
        } else if (account.lastPassedId !== null) this.#read(event.accountId, account);
      }
      this.#ownListeners.tell(event);
      this.#listenersEverywhere.tell(event);
    }
  }

  /** Handles another instance's announcement; events of other instances may be among the ids. */
  onAnnounced(accountId: string, firstEventId: number, lastEventId: number): void {
    this.#noteLastEvent(accountId, lastEventId);
    if (this.#listenersEverywhere.size === 0) return;
    const read = this.#readRange(accountId, firstEventId, lastEventId).catch((cause) => {
      this.#options.log('warn', 'what another instance stored could not be read', { cause: String(cause) });
    });
    this.#options.activity.track(read);
  }

  async #readRange(accountId: string, first: number, last: number): Promise<void> {
    for (let after = first - 1; after < last; ) {
      const { items } = await this.#options.after(accountId, after);
      for (const event of items) if (event.id <= last) this.#listenersEverywhere.tell(event);
      after = items.at(-1)?.id ?? last;
    }
  }

  #noteLastEvent(accountId: string, lastEventId: number): void {
    const account = this.#accounts.get(accountId);
    if (!account) return;
    account.stored = Math.max(account.stored, lastEventId);
    if (account.lastPassedId !== null && account.lastPassedId < account.stored)
      this.#read(accountId, account);
  }

  /** Finds events that were not announced, for example because their instance died. */
  async catchUp(): Promise<void> {
    if (this.#accounts.size === 0) return;
    const last = await this.#options.lastEventIds([...this.#accounts.keys()]);
    for (const [accountId, id] of last) this.#noteLastEvent(accountId, id);
  }

  #follow(accountId: string): FollowedAccount {
    const start = Promise.resolve();
    const account: FollowedAccount = {
      listeners: new Listeners(this.#options.log),
      lastPassedId: null,
      stored: 0,
      isReading: false,
      whenBegun: start,
    };
    this.#accounts.set(accountId, account);
    const { activity, holdCommits, lastEventIds } = this.#options;
    account.whenBegun = holdCommits(accountId, lastEventIds([accountId])).then(
      (last) => {
        account.lastPassedId = last.get(accountId) ?? 0;
        if (account.lastPassedId < account.stored) this.#read(accountId, account);
      },
      // After a failed read, the listeners begin with the next event that this instance learns of.
      () => this.#beginWithNext(accountId, account),
    );
    activity.track(account.whenBegun);
    return account;
  }

  #beginWithNext(accountId: string, account: FollowedAccount): void {
    const { log } = this.#options;
    log('warn', 'a follower of the trace may miss what is stored while the database is away', { accountId });
    account.lastPassedId = account.stored;
  }

  #read(accountId: string, account: FollowedAccount): void {
    if (account.isReading) return;
    account.isReading = true;
    const read = this.#readToEnd(accountId, account)
      .catch((cause) => {
        // The next heartbeat finds the gap again.
        this.#options.log('warn', 'the trace could not be read for its followers yet', {
          cause: String(cause),
        });
      })
      .finally(() => {
        account.isReading = false;
      });
    this.#options.activity.track(read);
  }

  async #readToEnd(accountId: string, account: FollowedAccount): Promise<void> {
    while (account.listeners.size > 0 && (account.lastPassedId ?? 0) < account.stored) {
      const { stored } = account;
      const after = account.lastPassedId ?? 0;
      const page = await this.#options.after(accountId, after);
      for (const event of page.items) {
        account.lastPassedId = event.id;
        account.listeners.tell(event);
      }
      // The last page skips to `stored`, because a reset may have deleted the events in between.
      if (page.nextCursor === null) account.lastPassedId = Math.max(account.lastPassedId ?? 0, stored);
    }
  }
}

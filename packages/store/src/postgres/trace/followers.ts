import { Listeners } from '../../listeners.ts';
import type { StoredTraceEvent, StorePage } from '../../store.ts';
import type { StoreParts } from '../store-parts.ts';

interface FollowersOptions extends StoreParts {
  /** Returns a page of the events after an id, oldest first. */
  readonly readAfter: (accountId: string, id: number) => Promise<StorePage<StoredTraceEvent>>;
  readonly lastEventIds: (accounts: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** See `RecordReader.delayCommits`. */
  readonly delayCommits: <T>(accountId: string, read: Promise<T>) => Promise<T>;
}

interface FollowedAccount {
  readonly listeners: Listeners;
  /**
   * Id of the last event that the listeners have received, or that was stored before they were added. Null
   * while that id is being read.
   */
  lastPassedId: number | null;
  lastStoredId: number;
  isReading: boolean;
  /** Resolves when `lastPassedId` is known. */
  whenReady: Promise<void>;
}

/**
 * Passes every event of an account to its listeners, in order and without gaps, even if another instance
 * stored it. If the id of an event isn't the next one, the missing events are read first.
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
    void account.whenReady.then(onReady);
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
        account.lastStoredId = Math.max(account.lastStoredId, event.id);
        if (account.lastPassedId === event.id - 1 && !account.isReading) {
          account.lastPassedId = event.id;
          account.listeners.notify(event);
        } else if (account.lastPassedId !== null) this.#read(event.accountId, account);
      }
      this.#ownListeners.notify(event);
      this.#listenersEverywhere.notify(event);
    }
  }

  /**
   * Handles an announcement of another instance. The range of ids can contain events of this or a third
   * instance, so `#listenersEverywhere` can get an event twice.
   */
  onAnnounced(accountId: string, firstEventId: number, lastEventId: number): void {
    this.#recordLastEvent(accountId, lastEventId);
    if (this.#listenersEverywhere.size === 0) return;
    const read = this.#readRange(accountId, firstEventId, lastEventId).catch((cause) => {
      this.#options.log('warn', 'what another instance stored could not be read', { cause: String(cause) });
    });
    this.#options.activity.track(read);
  }

  async #readRange(accountId: string, first: number, last: number): Promise<void> {
    for (let after = first - 1; after < last; ) {
      const { items } = await this.#options.readAfter(accountId, after);
      for (const event of items) if (event.id <= last) this.#listenersEverywhere.notify(event);
      after = items.at(-1)?.id ?? last;
    }
  }

  #recordLastEvent(accountId: string, lastEventId: number): void {
    const account = this.#accounts.get(accountId);
    if (!account) return;
    account.lastStoredId = Math.max(account.lastStoredId, lastEventId);
    if (account.lastPassedId !== null && account.lastPassedId < account.lastStoredId)
      this.#read(accountId, account);
  }

  /** Finds events that were not announced, for example because their instance died. */
  async catchUp(): Promise<void> {
    if (this.#accounts.size === 0) return;
    const last = await this.#options.lastEventIds([...this.#accounts.keys()]);
    for (const [accountId, id] of last) this.#recordLastEvent(accountId, id);
  }

  #follow(accountId: string): FollowedAccount {
    const account: FollowedAccount = {
      listeners: new Listeners(this.#options.log),
      lastPassedId: null,
      lastStoredId: 0,
      isReading: false,
      whenReady: Promise.resolve(),
    };
    this.#accounts.set(accountId, account);
    const { activity, delayCommits, lastEventIds } = this.#options;
    account.whenReady = delayCommits(accountId, lastEventIds([accountId])).then(
      (last) => {
        account.lastPassedId = last.get(accountId) ?? 0;
        if (account.lastPassedId < account.lastStoredId) this.#read(accountId, account);
      },
      // If the read fails, the listeners begin with the next event.
      () => this.#beginWithNext(accountId, account),
    );
    activity.track(account.whenReady);
    return account;
  }

  #beginWithNext(accountId: string, account: FollowedAccount): void {
    const { log } = this.#options;
    log('warn', 'a follower of the trace may miss what is stored while the database is away', { accountId });
    account.lastPassedId = account.lastStoredId;
  }

  #read(accountId: string, account: FollowedAccount): void {
    if (account.isReading) return;
    account.isReading = true;
    const read = this.#readToEnd(accountId, account)
      .catch((cause) => {
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
    while (account.listeners.size > 0 && (account.lastPassedId ?? 0) < account.lastStoredId) {
      const { lastStoredId } = account;
      const after = account.lastPassedId ?? 0;
      const page = await this.#options.readAfter(accountId, after);
      for (const event of page.items) {
        account.lastPassedId = event.id;
        account.listeners.notify(event);
      }
      // Skips events up to `lastStoredId` that aren't on the last page, because a reset deleted them.
      if (page.nextCursor === null) account.lastPassedId = Math.max(account.lastPassedId ?? 0, lastStoredId);
    }
  }
}

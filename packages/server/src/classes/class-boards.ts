import type { TraceType } from '@svc-simulator/contract';
import {
  type ClassRecord,
  findProvenPractices,
  performerOf,
  type TraineeProgress,
} from '@svc-simulator/core';
import type { Store, StoredTraceEvent } from '@svc-simulator/store/store.ts';
import type { Runtime } from '../runtime.ts';
import { findTrainee, type Trainee, traineesOf } from './class-service.ts';

/** Shares one live board among the followers of a class, so that each change is calculated once. */
export class ClassBoards {
  readonly #runtime: Pick<Runtime, 'store' | 'log'>;
  readonly #boards = new Map<string, ClassBoard>();
  #unsubscribe: (() => void) | null = null;

  constructor(runtime: Pick<Runtime, 'store' | 'log'>) {
    this.#runtime = runtime;
  }

  get size(): number {
    return this.#boards.size;
  }

  /**
   * Sends the whole board of a class to the listener, then every change. Callers must check with
   * `findOwnClass` that the class is the account's. Returns the function that unsubscribes.
   */
  follow(classRecord: ClassRecord, listener: BoardListener): () => void {
    const board = this.#boards.get(classRecord.id) ?? this.#openBoard(classRecord);
    board.add(listener);
    return () => {
      board.remove(listener);
      if (board.followerCount === 0) this.#closeBoard(classRecord.id, board);
    };
  }

  #openBoard(classRecord: ClassRecord): ClassBoard {
    const { store, log } = this.#runtime;
    // Subscribes before the rows are read, so no event is lost in between.
    const handleEvent = (event: StoredTraceEvent) => {
      for (const board of this.#boards.values()) board.handleEvent(event);
    };
    this.#unsubscribe ??= store.trace.everywhere?.(handleEvent) ?? store.trace.subscribe(null, handleEvent);
    const board = new ClassBoard(store, classRecord, (error) => {
      log('error', 'a class board could not be read', { classId: classRecord.id, cause: String(error) });
      this.#closeBoard(classRecord.id, board);
      board.end();
    });
    this.#boards.set(classRecord.id, board);
    return board;
  }

  #closeBoard(classId: string, board: ClassBoard): void {
    if (this.#boards.get(classId) !== board) return;
    this.#boards.delete(classId);
    if (this.#boards.size > 0) return;
    this.#unsubscribe?.();
    this.#unsubscribe = null;
  }
}

/**
 * A message to followers: the whole `board` at first and after a change of the class, a `row` for each change
 * of a trainee, and `left` for each departure. `ended` means that the store failed, and the follower has to
 * call `follow` again. `json` is the serialized `data`.
 */
export type BoardMessage =
  | {
      readonly kind: 'board';
      readonly data: { readonly trainees: readonly TraineeProgress[] };
      readonly json: string;
    }
  | { readonly kind: 'row'; readonly data: TraineeProgress; readonly json: string }
  | { readonly kind: 'left'; readonly data: { readonly short_name: string }; readonly json: string }
  | { readonly kind: 'ended'; readonly json: 'null' };

type BoardListener = (message: BoardMessage) => void;

class ClassBoard {
  readonly #store: Store;
  #class: ClassRecord;
  readonly #onFailure: (error: unknown) => void;
  readonly #listeners = new Set<BoardListener>();
  /** Trainees by account id, in the order of joining; null until they are read. */
  #trainees: Map<string, Trainee> | null = null;
  /** The cached `board` message; null after a change. */
  #boardMessage: BoardMessage | null = null;
  /** Ids of the accounts whose row may be outdated. */
  readonly #staleAccountIds = new Set<string>();
  #isRefreshing = false;
  #isClassStale = false;

  /** `onFailure` is called if the store can't be read. The board doesn't work afterwards. */
  constructor(store: Store, classRecord: ClassRecord, onFailure: (error: unknown) => void) {
    this.#store = store;
    this.#class = classRecord;
    this.#onFailure = onFailure;
    void this.#refresh();
  }

  get followerCount(): number {
    return this.#listeners.size;
  }

  add(listener: BoardListener): void {
    this.#listeners.add(listener);
    if (this.#trainees) listener(this.#buildBoardMessage(this.#trainees));
  }

  remove(listener: BoardListener): void {
    this.#listeners.delete(listener);
  }

  handleEvent(event: StoredTraceEvent): void {
    if (event.type === 'class.changed' && eventDataOf(event).class_id === this.#class.id)
      this.#isClassStale = true;
    else if (this.#isRelevant(event)) this.#staleAccountIds.add(event.accountId);
    else return;
    void this.#refresh();
  }

  end(): void {
    this.#send({ kind: 'ended', json: 'null' });
    this.#listeners.clear();
  }

  #isRelevant(event: StoredTraceEvent): boolean {
    const { accountId, type } = event;
    if (type === 'class.joined' || type === 'class.left' || type === 'class.noted')
      return eventDataOf(event).class_id === this.#class.id;
    // Until the rows are read, the events of all accounts count, because any account can belong to the class.
    const trainee = this.#trainees?.get(accountId);
    if (this.#trainees && !trainee) return false;
    if (type === 'control.reset' || type === 'control.snapshot') return true;
    const evidence = { type: type as TraceType, data: eventDataOf(event) };
    const { done = {}, half: halfDoneIds = [] } = trainee?.progress ?? {};
    const isNew = (id: string) =>
      done[id] === undefined || (halfDoneIds.includes(id) && performerOf(id, evidence) === 'program');
    return findProvenPractices(evidence).some(isNew);
  }

  async #refresh(): Promise<void> {
    if (this.#isRefreshing) return;
    this.#isRefreshing = true;
    try {
      do {
        this.#trainees = this.#isClassStale || !this.#trainees ? await this.#readTrainees() : this.#trainees;
        for (const accountId of this.#staleAccountIds) {
          this.#staleAccountIds.delete(accountId);
          await this.#updateRow(this.#trainees, accountId);
        }
      } while (this.#isClassStale);
    } catch (error) {
      this.#onFailure(error);
    }
    this.#isRefreshing = false;
  }

  async #readTrainees(): Promise<Map<string, Trainee>> {
    if (this.#isClassStale) this.#class = (await this.#store.get('class', this.#class.id)) ?? this.#class;
    this.#isClassStale = false;
    this.#boardMessage = null;
    const trainees = await traineesOf(this.#store, this.#class);
    const byAccount = new Map(trainees.map((trainee) => [trainee.accountId, trainee]));
    this.#send(this.#buildBoardMessage(byAccount));
    return byAccount;
  }

  async #updateRow(trainees: Map<string, Trainee>, accountId: string): Promise<void> {
    const previous = trainees.get(accountId);
    const current = await findTrainee(this.#store, this.#class, accountId);
    this.#boardMessage = null;
    if (current) {
      // Deletes the old row first, so that a trainee who joins again moves to the end of the board.
      if (previous?.progress.joined_at !== current.progress.joined_at) trainees.delete(accountId);
      trainees.set(accountId, current);
      this.#send({ kind: 'row', data: current.progress, json: JSON.stringify(current.progress) });
    } else if (previous) {
      trainees.delete(accountId);
      const data = { short_name: previous.progress.short_name };
      this.#send({ kind: 'left', data, json: JSON.stringify(data) });
    }
  }

  #buildBoardMessage(byAccount: ReadonlyMap<string, Trainee>): BoardMessage {
    if (!this.#boardMessage) {
      const data = { trainees: [...byAccount.values()].map(({ progress }) => progress) };
      this.#boardMessage = { kind: 'board', data, json: JSON.stringify(data) };
    }
    return this.#boardMessage;
  }

  #send(message: BoardMessage): void {
    for (const listener of [...this.#listeners]) listener(message);
  }
}

function eventDataOf(event: StoredTraceEvent): Readonly<Record<string, unknown>> {
  return event.data ?? JSON.parse(event.json).data;
}

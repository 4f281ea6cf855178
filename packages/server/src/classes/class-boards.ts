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

/** Shares one live board among the followers of a class, so each change is calculated once. */
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
   * Follows the board of a class that the caller may see (`ownClass`): sends the whole board, then every
   * change. Returns the function that unsubscribes.
   */
  follow(classRecord: ClassRecord, listener: BoardListener): () => void {
    const board = this.#boards.get(classRecord.id) ?? this.#open(classRecord);
    board.add(listener);
    return () => {
      board.remove(listener);
      if (board.followers === 0) this.#close(classRecord.id, board);
    };
  }

  #open(classRecord: ClassRecord): ClassBoard {
    const { store, log } = this.#runtime;
    // Subscribes before reading the rows, so that no event falls in between.
    const handleEvent = (event: StoredTraceEvent) => {
      for (const board of this.#boards.values()) board.noteEvent(event);
    };
    this.#unsubscribe ??= store.trace.everywhere?.(handleEvent) ?? store.trace.subscribe(null, handleEvent);
    const board = new ClassBoard(store, classRecord, (error) => {
      log('error', 'a class board could not be read', { classId: classRecord.id, cause: String(error) });
      this.#close(classRecord.id, board);
      board.end();
    });
    this.#boards.set(classRecord.id, board);
    return board;
  }

  #close(classId: string, board: ClassBoard): void {
    if (this.#boards.get(classId) !== board) return;
    this.#boards.delete(classId);
    if (this.#boards.size > 0) return;
    this.#unsubscribe?.();
    this.#unsubscribe = null;
  }
}

/**
 * A message to followers: first the whole `board`, then a `row` per change and `left` per departure. After
 * `ended` (the store failed), follow again. `json` is the serialized `data`.
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
  /** By account id, in the order of joining; null until they are read. */
  #trainees: Map<string, Trainee> | null = null;
  /** The current `board` message; null after a change. */
  #boardMessage: BoardMessage | null = null;
  /** Accounts that may have changed since their row was calculated. */
  readonly #stale = new Set<string>();
  #isWorking = false;
  #isClassStale = false;

  /** `onFailure` is called if the store can't be read; the board stops working then. */
  constructor(store: Store, classRecord: ClassRecord, onFailure: (error: unknown) => void) {
    this.#store = store;
    this.#class = classRecord;
    this.#onFailure = onFailure;
    void this.#refresh();
  }

  get followers(): number {
    return this.#listeners.size;
  }

  add(listener: BoardListener): void {
    this.#listeners.add(listener);
    if (this.#trainees) listener(this.#board(this.#trainees));
  }

  remove(listener: BoardListener): void {
    this.#listeners.delete(listener);
  }

  noteEvent(event: StoredTraceEvent): void {
    if (event.type === 'class.changed' && boardData(event).class_id === this.#class.id)
      this.#isClassStale = true;
    else if (this.#concerns(event)) this.#stale.add(event.accountId);
    else return;
    void this.#refresh();
  }

  end(): void {
    this.#send({ kind: 'ended', json: 'null' });
    this.#listeners.clear();
  }

  #concerns(event: StoredTraceEvent): boolean {
    const { accountId, type } = event;
    if (type === 'class.joined' || type === 'class.left' || type === 'class.noted')
      return boardData(event).class_id === this.#class.id;
    // Until the rows are read, the event's account may be in any class.
    const trainee = this.#trainees?.get(accountId);
    if (this.#trainees && !trainee) return false;
    if (type === 'control.reset' || type === 'control.snapshot') return true;
    const evidence = { type: type as TraceType, data: boardData(event) };
    const { done = {}, half = [] } = trainee?.progress ?? {};
    const isNew = (id: string) =>
      done[id] === undefined || (half.includes(id) && performerOf(id, evidence) === 'program');
    return findProvenPractices(evidence).some(isNew);
  }

  async #refresh(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    try {
      do {
        this.#trainees = this.#isClassStale || !this.#trainees ? await this.#read() : this.#trainees;
        for (const accountId of this.#stale) {
          this.#stale.delete(accountId);
          await this.#updateRow(this.#trainees, accountId);
        }
      } while (this.#isClassStale);
    } catch (error) {
      this.#onFailure(error);
    }
    this.#isWorking = false;
  }

  async #read(): Promise<Map<string, Trainee>> {
    if (this.#isClassStale) this.#class = (await this.#store.get('class', this.#class.id)) ?? this.#class;
    this.#isClassStale = false;
    this.#boardMessage = null;
    const trainees = await traineesOf(this.#store, this.#class);
    const byAccount = new Map(trainees.map((trainee) => [trainee.accountId, trainee]));
    this.#send(this.#board(byAccount));
    return byAccount;
  }

  async #updateRow(trainees: Map<string, Trainee>, accountId: string): Promise<void> {
    const previous = trainees.get(accountId);
    const current = await findTrainee(this.#store, this.#class, accountId);
    this.#boardMessage = null;
    if (current) {
      // A trainee who rejoins moves to the end of the list.
      if (previous?.progress.joined_at !== current.progress.joined_at) trainees.delete(accountId);
      trainees.set(accountId, current);
      this.#send({ kind: 'row', data: current.progress, json: JSON.stringify(current.progress) });
    } else if (previous) {
      trainees.delete(accountId);
      const data = { short_name: previous.progress.short_name };
      this.#send({ kind: 'left', data, json: JSON.stringify(data) });
    }
  }

  #board(byAccount: ReadonlyMap<string, Trainee>): BoardMessage {
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

function boardData(event: StoredTraceEvent): Readonly<Record<string, unknown>> {
  return event.data ?? JSON.parse(event.json).data;
}

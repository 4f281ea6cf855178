import type { TraceType } from '@svc-simulator/contract';
import { type ClassRecord, doerOf, practicesOf, type TraineeProgress } from '@svc-simulator/core';
import type { Store, StoredEvent } from '@svc-simulator/store/store.ts';
import type { Runtime } from '../runtime.ts';
import { findTrainee, type Trainee, traineesOf } from './class-service.ts';

/** The live boards of all classes that somebody follows. However many follow one, each change is worked out once. */
export class ClassBoards {
  readonly #runtime: Pick<Runtime, 'store' | 'log'>;
  readonly #boards = new Map<string, ClassBoard>();
  #unsubscribe: (() => void) | null = null;

  constructor(runtime: Pick<Runtime, 'store' | 'log'>) {
    this.#runtime = runtime;
  }

  /** How many boards are kept up to date at the moment. */
  get size(): number {
    return this.#boards.size;
  }

  /**
   * Follows the board of a class, which the caller has the right to see (`ownClass`): `listener` gets the whole board,
   * at once or as soon as it is read, then every change. Returns what ends it; without followers nothing is kept.
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
    // Before the rows are read, so that nothing falls in between.
    const note = (event: StoredEvent) => {
      for (const board of this.#boards.values()) board.noteEvent(event);
    };
    this.#unsubscribe ??= store.trace.everywhere?.(note) ?? store.trace.subscribe(null, note);
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
 * What a follower of a class board is told. `json` is the text of `data`, made once for all followers.
 * First comes the whole `board`, then the `row` of each trainee that joins or gets on, and `left` when one goes.
 * `ended`: the store could not be read; whoever follows again gets the whole board again.
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

/** The live board of one class, shared by everybody who follows it. */
class ClassBoard {
  readonly #store: Store;
  #class: ClassRecord;
  readonly #onFailure: (error: unknown) => void;
  readonly #listeners = new Set<BoardListener>();
  /** By account id, in the order of joining; null until they are read. */
  #trainees: Map<string, Trainee> | null = null;
  /** The message `board`, until something changes. */
  #whole: BoardMessage | null = null;
  /** Accounts that may have changed since their row was worked out. */
  readonly #stale = new Set<string>();
  #working = false;
  /** The class itself was changed since it was read: what counts may be another. */
  #isOld = false;

  /** `onFailure` is called when the store can't be read; the board is of no use then. */
  constructor(store: Store, classRecord: ClassRecord, onFailure: (error: unknown) => void) {
    this.#store = store;
    this.#class = classRecord;
    this.#onFailure = onFailure;
    void this.#work();
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

  /** Takes note of a stored event of any account; most are of no account or no type that matters here. */
  noteEvent(event: StoredEvent): void {
    if (event.type === 'class.changed' && dataOf(event).class_id === this.#class.id) this.#isOld = true;
    else if (this.#concerns(event)) this.#stale.add(event.accountId);
    else return;
    void this.#work();
  }

  end(): void {
    this.#tell({ kind: 'ended', json: 'null' });
    this.#listeners.clear();
  }

  #concerns(event: StoredEvent): boolean {
    const { accountId, type } = event;
    if (type === 'class.joined' || type === 'class.left') return dataOf(event).class_id === this.#class.id;
    // While the rows are being read, nobody knows yet whose they are.
    const trainee = this.#trainees?.get(accountId);
    if (this.#trainees && !trainee) return false;
    if (type === 'control.reset' || type === 'control.snapshot') return true;
    const evidence = { type: type as TraceType, data: dataOf(event) };
    const { done = {}, half = [] } = trainee?.progress ?? {};
    const isNew = (id: string) =>
      done[id] === undefined || (half.includes(id) && doerOf(id, evidence) === 'program');
    return practicesOf(evidence).some(isNew);
  }

  /** Reads the rows, then those that became stale, one after the other: a change is worked out once for all followers. */
  async #work(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    try {
      do {
        this.#trainees = this.#isOld || !this.#trainees ? await this.#read() : this.#trainees;
        for (const accountId of this.#stale) {
          this.#stale.delete(accountId);
          await this.#fold(this.#trainees, accountId);
        }
      } while (this.#isOld);
    } catch (error) {
      this.#onFailure(error);
    }
    this.#working = false;
  }

  async #read(): Promise<Map<string, Trainee>> {
    if (this.#isOld) this.#class = (await this.#store.get('class', this.#class.id)) ?? this.#class;
    this.#isOld = false;
    this.#whole = null;
    const trainees = await traineesOf(this.#store, this.#class);
    const byAccount = new Map(trainees.map((trainee) => [trainee.accountId, trainee]));
    this.#tell(this.#board(byAccount));
    return byAccount;
  }

  async #fold(trainees: Map<string, Trainee>, accountId: string): Promise<void> {
    const before = trainees.get(accountId);
    const now = await findTrainee(this.#store, this.#class, accountId);
    this.#whole = null;
    if (now) {
      // Who comes back stands where the others see who joined last.
      if (before?.progress.joined_at !== now.progress.joined_at) trainees.delete(accountId);
      trainees.set(accountId, now);
      this.#tell({ kind: 'row', data: now.progress, json: JSON.stringify(now.progress) });
    } else if (before) {
      trainees.delete(accountId);
      const data = { short_name: before.progress.short_name };
      this.#tell({ kind: 'left', data, json: JSON.stringify(data) });
    }
  }

  #board(byAccount: ReadonlyMap<string, Trainee>): BoardMessage {
    if (!this.#whole) {
      const data = { trainees: [...byAccount.values()].map(({ progress }) => progress) };
      this.#whole = { kind: 'board', data, json: JSON.stringify(data) };
    }
    return this.#whole;
  }

  #tell(message: BoardMessage): void {
    for (const listener of [...this.#listeners]) listener(message);
  }
}

function dataOf(event: StoredEvent): Readonly<Record<string, unknown>> {
  return event.data ?? JSON.parse(event.json).data;
}

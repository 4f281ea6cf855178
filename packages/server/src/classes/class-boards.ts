import type { ClassRecord } from '@svc-simulator/core';
import type { StoredEvent } from '@svc-simulator/store/store.ts';
import type { Runtime } from '../runtime.ts';
import { type BoardListener, ClassBoard } from './class-board.ts';

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

import { createHash } from 'node:crypto';
import type { ClassRecord, Clock, TraineeProgress } from '@svc-simulator/core';
import type { ClassBoards } from '@svc-simulator/server/classes/class-boards.ts';
import { eventBytes, openEventStream, type StreamReader } from '@svc-simulator/server/http/event-stream.ts';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { changedParts } from './board-parts.tsx';

interface Watcher {
  readonly reader: StreamReader;
  readonly lang: Language;
  /** `boardVersion` of what its page shows. */
  readonly seen: string | undefined;
}

/** Everybody who watches one class, and the class as they were last told; null until it is read. */
interface Circle {
  readonly watchers: Set<Watcher>;
  trainees: Map<string, TraineeProgress> | null;
  unfollow: () => void;
}

/** Tells a page that it is out of date as a whole: somebody came or went. */
const outdated = eventBytes('{}');

/**
 * Keeps the open boards of classes up to date. When a trainee gets on, the parts of the page that change are rendered once a
 * language and sent to everybody who watches; when somebody comes or goes, the pages fetch themselves again.
 */
export class ClassBoardFeed {
  readonly #boards: ClassBoards;
  readonly #clock: Clock;
  readonly #closing: AbortSignal;
  readonly #circles = new Map<string, Circle>();
  /** Changes rendered so far, whoever they went to. */
  renderings = 0;

  constructor(boards: ClassBoards, clock: Clock, closing: AbortSignal) {
    this.#boards = boards;
    this.#clock = clock;
    this.#closing = closing;
  }

  /** A stream of what changes on the board of a class, which the caller has the right to see (`ownClass`). */
  follow(classRecord: ClassRecord, lang: Language, seen?: string): Response {
    const options = { clock: this.#clock, closing: this.#closing };
    return openEventStream(options, (reader) => this.#admit(classRecord, { lang, seen, reader }));
  }

  #admit(classRecord: ClassRecord, watcher: Watcher): () => void {
    const circle = this.#circles.get(classRecord.id) ?? this.#open(classRecord);
    circle.watchers.add(watcher);
    if (circle.trainees) catchUp(circle.trainees, [watcher]);
    return () => {
      circle.watchers.delete(watcher);
      if (circle.watchers.size > 0 || this.#circles.get(classRecord.id) !== circle) return;
      this.#circles.delete(classRecord.id);
      circle.unfollow();
    };
  }

  #open(classRecord: ClassRecord): Circle {
    const circle: Circle = { watchers: new Set(), trainees: null, unfollow: () => {} };
    this.#circles.set(classRecord.id, circle);
    circle.unfollow = this.#boards.follow(classRecord, (message) => {
      if (message.kind === 'board') {
        circle.trainees = new Map(message.data.trainees.map((trainee) => [trainee.short_name, trainee]));
        catchUp(circle.trainees, [...circle.watchers]);
      } else if (message.kind === 'row') {
        this.#tellRow(circle, message.data);
      } else if (message.kind === 'left') {
        circle.trainees?.delete(message.data.short_name);
        for (const { reader } of [...circle.watchers]) reader.write(outdated);
      } else {
        for (const { reader } of [...circle.watchers]) reader.end();
      }
    });
    return circle;
  }

  #tellRow({ watchers, trainees }: Circle, trainee: TraineeProgress): void {
    const before = trainees?.get(trainee.short_name);
    trainees?.set(trainee.short_name, trainee);
    const isKnown = before?.joined_at === trainee.joined_at;
    const made = new Map<Language, readonly Uint8Array[]>();
    for (const { lang, reader } of [...watchers]) {
      if (!made.has(lang))
        made.set(lang, isKnown ? this.#render(lang, trainee, [...(trainees?.values() ?? [])]) : [outdated]);
      for (const message of made.get(lang) ?? []) reader.write(message);
    }
  }

  #render(lang: Language, trainee: TraineeProgress, all: readonly TraineeProgress[]): readonly Uint8Array[] {
    this.renderings++;
    return changedParts(lang, trainee, all).map((row) => eventBytes(JSON.stringify({ row })));
  }
}

/** Between the page and its stream something may have changed. */
function catchUp(trainees: ReadonlyMap<string, TraineeProgress>, watchers: readonly Watcher[]): void {
  const version = boardVersion([...trainees.values()]);
  for (const { seen, reader } of watchers) if (seen !== version) reader.write(outdated);
}

/** Tells one state of a board from another. */
export function boardVersion(trainees: readonly TraineeProgress[]): string {
  return createHash('sha256').update(JSON.stringify(trainees)).digest('hex').slice(0, 16);
}

import { type DataOf, type getClassProgress, troubleTime } from '@svc-simulator/contract';

export type BoardRow = DataOf<typeof getClassProgress>['trainees'][number];

/** Orders of a board's rows: fewest practices first, longest wait first, latest failure first, or by name. */
export const boardOrders = ['progress', 'waiting', 'trouble', 'name'] as const;
export type BoardOrder = (typeof boardOrders)[number];

type Comparison = (a: BoardRow, b: BoardRow) => number;

const byName: Comparison = (a, b) => (a.short_name.toLowerCase() < b.short_name.toLowerCase() ? -1 : 1);
const comparisons: Readonly<Record<BoardOrder, Comparison>> = {
  name: byName,
  progress: (a, b) => a.completed - b.completed || byName(a, b),
  // Trainees who have finished come last.
  waiting: (a, b) => waitingSinceMs(a) - waitingSinceMs(b) || byName(a, b),
  trouble: (a, b) => failedAtMs(b) - failedAtMs(a) || waitingSinceMs(a) - waitingSinceMs(b) || byName(a, b),
};

function waitingSinceMs({ stuck_since: since }: BoardRow): number {
  return since === null ? Number.MAX_SAFE_INTEGER : Date.parse(since);
}

function failedAtMs(row: BoardRow): number {
  return Date.parse(troubleTime(row) ?? '') || 0;
}

export function sortTrainees(trainees: readonly BoardRow[], order: BoardOrder): readonly BoardRow[] {
  return trainees.toSorted(comparisons[order]);
}

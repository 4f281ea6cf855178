import type { TraineeProgress } from '@svc-simulator/core';

/** Orders of a board's rows: by name, fewest practices first, or longest wait first. */
export const boardOrders = ['name', 'progress', 'waiting'] as const;
export type BoardOrder = (typeof boardOrders)[number];

type Comparison = (a: TraineeProgress, b: TraineeProgress) => number;

const byName: Comparison = (a, b) => (a.short_name.toLowerCase() < b.short_name.toLowerCase() ? -1 : 1);
const comparisons: Readonly<Record<BoardOrder, Comparison>> = {
  name: byName,
  progress: (a, b) => a.completed - b.completed || byName(a, b),
  // Trainees who have finished come last.
  waiting: (a, b) => waitingSince(a) - waitingSince(b) || byName(a, b),
};

function waitingSince({ stuck_since: since }: TraineeProgress): number {
  return since === null ? Number.MAX_SAFE_INTEGER : Date.parse(since);
}

export function sortTrainees(
  trainees: readonly TraineeProgress[],
  order: BoardOrder,
): readonly TraineeProgress[] {
  return trainees.toSorted(comparisons[order]);
}

import type { TraineeProgress } from '@svc-simulator/core';

/** How the rows of a board can stand: by name, those with the fewest practices first, or who has waited longest first. */
export const boardOrders = ['name', 'progress', 'waiting'] as const;
export type BoardOrder = (typeof boardOrders)[number];

type Comparison = (a: TraineeProgress, b: TraineeProgress) => number;

const byName: Comparison = (a, b) => (a.short_name.toLowerCase() < b.short_name.toLowerCase() ? -1 : 1);
const comparisons: Readonly<Record<BoardOrder, Comparison>> = {
  name: byName,
  progress: (a, b) => a.completed - b.completed || byName(a, b),
  // Those who are done wait for nothing.
  waiting: (a, b) => waitingSince(a) - waitingSince(b) || byName(a, b),
};

function waitingSince({ stuck_since: since }: TraineeProgress): number {
  return since === null ? Number.MAX_SAFE_INTEGER : Date.parse(since);
}

/** The rows of a board in an order; among equals, by name. */
export function inOrder(trainees: readonly TraineeProgress[], order: BoardOrder): readonly TraineeProgress[] {
  return trainees.toSorted(comparisons[order]);
}

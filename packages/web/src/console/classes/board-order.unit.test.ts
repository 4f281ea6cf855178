import { type TraineeProgress, traineeProgress } from '@svc-simulator/core';
import { describe, expect, it } from 'vitest';
import { type BoardOrder, sortTrainees } from './board-order.ts';

function trainee(shortName: string, completed: number, stuckSince: string | null): TraineeProgress {
  const member = { accountId: 'acc_1', classId: 'cls_1', ownerId: 'acc_2', shortName, joinedAt: 0 };
  return { ...traineeProgress(member, []), completed, stuck_since: stuckSince };
}

describe('the order of a board', () => {
  const trainees = [
    trainee('zoe', 3, '2026-03-02T09:00:00.000Z'),
    trainee('Ana', 28, null),
    trainee('luis', 0, '2026-03-02T08:00:00.000Z'),
    trainee('Bruno', 3, '2026-03-02T09:00:00.000Z'),
  ];
  const namesInOrder = (order: BoardOrder) =>
    sortTrainees(trainees, order).map(({ short_name: name }) => name);

  it('sorts by name without regard to case, by practices done, or by waiting time', () => {
    expect(namesInOrder('name')).toEqual(['Ana', 'Bruno', 'luis', 'zoe']);
    expect(namesInOrder('progress')).toEqual(['luis', 'Bruno', 'zoe', 'Ana']);
    expect(namesInOrder('waiting')).toEqual(['luis', 'Bruno', 'zoe', 'Ana']);
  });

  it('leaves the given list unchanged', () => {
    sortTrainees(trainees, 'name');
    expect(trainees[0]?.short_name).toBe('zoe');
  });
});

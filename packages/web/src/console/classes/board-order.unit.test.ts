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
  const named = (order: BoardOrder) => sortTrainees(trainees, order).map(({ short_name: name }) => name);

  it('is by name whatever its case, by what is done, or by who has waited longest', () => {
    expect(named('name')).toEqual(['Ana', 'Bruno', 'luis', 'zoe']);
    expect(named('progress')).toEqual(['luis', 'Bruno', 'zoe', 'Ana']);
    expect(named('waiting')).toEqual(['luis', 'Bruno', 'zoe', 'Ana']);
  });

  it('leaves what it is given as it is', () => {
    sortTrainees(trainees, 'name');
    expect(trainees[0]?.short_name).toBe('zoe');
  });
});

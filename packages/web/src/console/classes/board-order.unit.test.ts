import { traineeProgress } from '@svc-simulator/core';
import { describe, expect, it } from 'vitest';
import { type BoardOrder, type BoardRow, sortTrainees } from './board-order.ts';

function trainee(
  shortName: string,
  completed: number,
  stuckSince: string | null,
  failedLoginAt: string | null = null,
): BoardRow {
  const member = { accountId: 'acc_1', classId: 'cls_1', ownerId: 'acc_2', shortName, joinedAt: 0 };
  return {
    ...traineeProgress(member, []),
    half: [],
    completed,
    stuck_since: stuckSince,
    refused_calls: 0,
    last_refused: null,
    last_given_up: null,
    failed_logins: 1,
    last_failed_login: failedLoginAt,
    stuck_because: failedLoginAt === null ? null : 'login',
    certificate: null,
    asked_at: null,
  };
}

describe('the order of a class board', () => {
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

  it('puts the latest failure first', () => {
    const troubled = [
      ...trainees,
      trainee('eva', 5, '2026-03-02T09:00:00.000Z', '2026-03-02T10:00:00.000Z'),
      trainee('raul', 5, '2026-03-02T09:00:00.000Z', '2026-03-02T11:00:00.000Z'),
    ];
    const names = sortTrainees(troubled, 'trouble').map(({ short_name: name }) => name);
    expect(names).toEqual(['raul', 'eva', 'luis', 'Bruno', 'zoe', 'Ana']);
  });

  it('leaves the given list unchanged', () => {
    sortTrainees(trainees, 'name');
    expect(trainees[0]?.short_name).toBe('zoe');
  });
});

import { describe, expect, it } from 'vitest';
import { practices } from '../practice/catalogue.ts';
import type { PracticeRecord } from '../records.ts';
import { traineeProgress } from './class-progress.ts';
import type { ClassMemberRecord } from './class-records.ts';

const JOINED_AT = Date.UTC(2026, 2, 2, 9);
const member: ClassMemberRecord = {
  accountId: 'acc_0011223344556677',
  classId: 'cls_0011223344556677',
  ownerId: 'acc_8899aabbccddeeff',
  shortName: 'ana',
  joinedAt: JOINED_AT,
};
const ids = practices.map(({ id }) => id);

function practiceRecord(
  practiceId: string,
  completedAt: number,
  by: PracticeRecord['by'] = 'program',
): PracticeRecord {
  return { accountId: member.accountId, practiceId, completedAt, evidence: { event_id: 1, type: 'x' }, by };
}

describe('traineeProgress', () => {
  it('returns the first practice, and the time of joining, for a new trainee', () => {
    expect(traineeProgress(member, [])).toEqual({
      short_name: 'ana',
      joined_at: '2026-03-02T09:00:00.000Z',
      completed: 0,
      total: ids.length,
      done: {},
      half: [],
      stuck_on: ids[0],
      stuck_since: '2026-03-02T09:00:00.000Z',
    });
  });

  it('returns the practice after the furthest completed one, and the time of the latest completed one', () => {
    const [first = '', , third = '', fourth = ''] = ids;
    const row = traineeProgress(member, [
      practiceRecord(fourth, JOINED_AT + 3000),
      practiceRecord(first, JOINED_AT + 9000),
      practiceRecord(third, JOINED_AT + 6000),
    ]);
    expect(row).toMatchObject({ completed: 3, stuck_on: ids[4], stuck_since: '2026-03-02T09:00:09.000Z' });
    expect(Object.entries(row.done)).toEqual([
      [first, '2026-03-02T09:00:09.000Z'],
      [third, '2026-03-02T09:00:06.000Z'],
      [fourth, '2026-03-02T09:00:03.000Z'],
    ]);
  });

  it('counts practices from before the trainee joined, but measures the time from joining', () => {
    const row = traineeProgress(member, [practiceRecord(ids[0] ?? '', JOINED_AT - 86_400_000)]);
    expect(row).toMatchObject({ completed: 1, stuck_on: ids[1], stuck_since: row.joined_at });
  });

  it('returns null as the current practice when all practices are done', () => {
    const all = ids.map((id, at) => practiceRecord(id, JOINED_AT + at));
    expect(traineeProgress(member, all)).toMatchObject({
      completed: ids.length,
      total: ids.length,
      stuck_on: null,
      stuck_since: null,
    });
    expect(traineeProgress(member, all.slice(0, -1))).toMatchObject({ stuck_on: ids.at(-1) });
    expect(traineeProgress(member, all.slice(1))).toMatchObject({ stuck_on: ids[0] });
  });

  it('lists practices that a tool completed as half done, and the first one as the next step once all others are done', () => {
    const all = ids.map((id, at) => practiceRecord(id, JOINED_AT + at, 'tool'));
    const half = practices.flatMap(({ id, byAnyone }) => (byAnyone ? [] : [id]));
    expect(traineeProgress(member, all)).toMatchObject({ completed: ids.length, half, stuck_on: half[0] });
    expect(traineeProgress(member, all, { toolsCount: true })).toMatchObject({ half: [], stuck_on: null });
    const program = practiceRecord('agreement', JOINED_AT + 1);
    for (const both of [
      [program, ...all],
      [...all, program],
    ])
      expect(traineeProgress(member, both).half).toEqual(half.slice(1));
  });

  it('counts only the practices that the class chose, in the order of the class', () => {
    const practiceIds = [ids[4] ?? '', ids[0] ?? '', 'retired', ids[2] ?? ''];
    const records = [0, 1, 3].map((at) => practiceRecord(ids[at] ?? '', JOINED_AT + at));
    const row = traineeProgress(member, records, { practiceIds });
    expect(row).toMatchObject({ completed: 1, total: 3, stuck_on: ids[2], stuck_since: row.joined_at });
    expect(Object.keys(row.done)).toEqual([ids[0]]);
    expect(traineeProgress(member, records, { practiceIds: ['retired'] }).total).toBe(ids.length);
  });

  it("omits practices that the catalog doesn't contain", () => {
    const row = traineeProgress(member, [
      practiceRecord('retired', JOINED_AT + 5),
      practiceRecord('__proto__', JOINED_AT + 5),
    ]);
    expect(row).toMatchObject({ completed: 0, stuck_since: row.joined_at });
    expect(Object.keys(row.done)).toEqual([]);
  });
});

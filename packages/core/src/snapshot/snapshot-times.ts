import { membersOf, type SnapshotList } from '@svc-simulator/contract';

/** Where a record has times: members by name, `*` for every item of a list. */
type TimePath = readonly string[];

/** Every time of every record; what is not here, such as the bytes of a webhook, is never shifted. */
const timePaths: Readonly<Record<SnapshotList | 'merchant' | 'script' | 'chaos', readonly TimePath[]>> = {
  merchant: [['createdAt']],
  script: [['setAt']],
  chaos: [['setAt']],
  agreements: [['createdAt']],
  partners: [['createdAt']],
  sessions: [
    ['createdAt'],
    ['updatedAt'],
    ['expiresAt'],
    ['expired', 'at'],
    ['payment', 'at'],
    ['accreditationDue', 'at'],
    ['credits', '*', 'receivedAt'],
    ['fields', 'due_date_session'],
    ['script', 'dueAt'],
  ],
  deliveries: [['createdAt'], ['updatedAt'], ['nextAttemptAt']],
  practices: [['completedAt']],
  terminals: [['createdAt'], ['updatedAt']],
  transactions: [['createdAt'], ['updatedAt'], ['cancelledAt'], ['confirmation', 'committedAt']],
  settlements: [['createdAt'], ['closedAt']],
  trace: [['at']],
};

/** A part of a snapshot that has times. */
export type TimedPart = keyof typeof timePaths;

/** A copy of a record with every time of it put through `map`; what is null or not there stays so. */
export function withTimes(
  list: TimedPart,
  record: object,
  map: (time: unknown, path: string) => unknown,
): object {
  let mapped: unknown = record;
  for (const path of timePaths[list]) mapped = at(mapped, path, (time) => map(time, path.join('.')));
  return membersOf(mapped);
}

/** The one time that a record keeps as its text: a request's due date, as it was sent. */
export const DUE_DATE_PATH = 'fields.due_date_session';

function at(value: unknown, [step, ...rest]: TimePath, map: (time: unknown) => unknown): unknown {
  if (value === null || value === undefined) return value;
  if (step === undefined) return map(value);
  if (step === '*') return Array.isArray(value) ? value.map((item) => at(item, rest, map)) : value;
  const members = membersOf(value);
  const held = members[step];
  return held === null || held === undefined ? value : { ...members, [step]: at(held, rest, map) };
}

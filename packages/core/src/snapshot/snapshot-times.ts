import { membersOf } from '@svc-simulator/contract';

/** The one time that a record keeps as its text: a request's due date, as it was sent. */
export const DUE_DATE = 'due_date_session';
/** Members that are somebody's own, as they were sent. */
const opaque: readonly string[] = ['rules', 'outcome', 'payer'];

/**
 * A copy of a record with every time of it put through `map`; what is null or not there stays so. By their names: the times of
 * records are called `at` or `…At`, and nothing else is.
 */
export function withTimes(record: object, map: (time: unknown, name: string) => unknown): object {
  const moved = (name: string, value: unknown): unknown => {
    if (value === null || value === undefined || opaque.includes(name)) return value;
    if (name === 'at' || name.endsWith('At') || name === DUE_DATE) return map(value, name);
    if (name === 'fields') return members(value, (each) => each === DUE_DATE);
    if (Array.isArray(value)) return value.map((item) => moved('', item));
    return typeof value === 'object' ? members(value, () => true) : value;
  };
  const members = (value: unknown, isLookedAt: (name: string) => boolean) =>
    Object.fromEntries(
      Object.entries(membersOf(value)).map(([name, member]) => [
        name,
        isLookedAt(name) ? moved(name, member) : member,
      ]),
    );
  return members(record, () => true);
}

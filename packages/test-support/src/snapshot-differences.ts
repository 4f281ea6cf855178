import {
  type AccountSnapshot,
  isObject,
  pointerOf,
  type SnapshotList,
  snapshotListNames,
  snapshotRecordLists,
} from '@svc-simulator/contract';

/** One difference between two snapshots of an account. */
interface SnapshotDifference {
  readonly list: 'account' | SnapshotList;
  /** Of the record: its id, or what names it: a serial, an order, a practice, `type` of an event. Null: the account itself. */
  readonly id: string | null;
  readonly change: 'added' | 'removed' | 'changed';
  /** JSON Pointer into the record; of what was added or removed, the empty one: the record whole. */
  readonly pointer: string;
  /** What stood there before; undefined: nothing. */
  readonly from?: unknown;
  readonly to?: unknown;
}

/** Whose account it is makes no difference, nor what its clock showed at the time, nor how events are numbered. */
const ofNoInterest = ['id', 'shortName', 'demoAgreementId', 'now'] as const;
type SnapshotRecordList = (typeof snapshotRecordLists)[number];

/** What is different in `after`, in the order of a snapshot: the account, then its lists, the trace last. */
export function snapshotDifferences(before: AccountSnapshot, after: AccountSnapshot): SnapshotDifference[] {
  const account = changes(headOf(before), headOf(after)).map(
    (change): SnapshotDifference => ({ list: 'account', id: null, change: 'changed', ...change }),
  );
  return [
    ...account,
    ...snapshotRecordLists.flatMap((list) => differencesOf(list, before[list], after[list])),
    ...eventsOf(before, after),
  ];
}

function headOf(snapshot: AccountSnapshot): Plain {
  const head: Record<string, unknown> = { ...snapshot };
  for (const name of [...ofNoInterest, ...snapshotListNames]) delete head[name];
  if (snapshot.merchant) {
    const { id: _, email: __, ...merchant } = snapshot.merchant;
    head.merchant = merchant;
  }
  return comparable(head);
}

type Plain = Readonly<Record<string, unknown>>;

function differencesOf(
  list: SnapshotRecordList,
  before: readonly Plain[],
  after: readonly Plain[],
): SnapshotDifference[] {
  const former = new Map(before.map((record) => [nameOf(list, record), record]));
  const later = new Map(after.map((record) => [nameOf(list, record), record]));
  const found: SnapshotDifference[] = [];
  for (const [id, from] of former) {
    const to = later.get(id);
    if (to === undefined) found.push({ list, id, change: 'removed', pointer: '', from });
    else
      for (const change of changes(comparable(from), comparable(to)))
        found.push({ list, id, change: 'changed', ...change });
  }
  for (const [id, to] of later)
    if (!former.has(id)) found.push({ list, id, change: 'added', pointer: '', to });
  return found;
}

function nameOf(list: SnapshotRecordList, record: Plain): string {
  switch (list) {
    case 'practices':
      return String(record.practiceId);
    case 'terminals':
      return String(record.serial);
    case 'transactions':
      return String(record.orderId);
    case 'settlements':
      return `${record.serial} ${record.batchNumber}`;
    default:
      return String(record.id);
  }
}

/** Without the numbers of events, which are others as soon as the first event of a trace is out of retention. */
function comparable({ emission: _, ...record }: Plain): Plain {
  const parts = ['evidence', 'chaos'].flatMap((name) => {
    const part = record[name];
    if (!isObject(part)) return [];
    const { event: __, ...rest } = part;
    return [[name, rest]];
  });
  return { ...record, ...Object.fromEntries(parts) };
}

interface Change {
  readonly pointer: string;
  readonly from?: unknown;
  readonly to?: unknown;
}

/** Where two values differ, down to where one of them is no object. */
function changes(from: unknown, to: unknown, path: readonly string[] = []): Change[] {
  if (isObject(from) && isObject(to)) {
    const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
    return names.flatMap((name) => changes(from[name], to[name], [...path, name]));
  }
  if (textOf(from) === textOf(to)) return [];
  const ends = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  return [{ pointer: pointerOf(path), ...ends }];
}

/** Events are the same when all but their number is. */
function eventsOf(before: AccountSnapshot, after: AccountSnapshot): SnapshotDifference[] {
  const keyOf = ({ id: _, ...event }: AccountSnapshot['trace'][number]) => textOf(event);
  const counts = new Map<string, number>();
  for (const event of before.trace) {
    const key = keyOf(event);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const added = after.trace.filter((event) => {
    const key = keyOf(event);
    const count = counts.get(key) ?? 0;
    counts.set(key, count - 1);
    return count <= 0;
  });
  // What is left over was there before and is not any more.
  const removed = before.trace.filter((event) => {
    const key = keyOf(event);
    const count = counts.get(key) ?? 0;
    counts.set(key, count - 1);
    return count > 0;
  });
  return [
    ...removed.map(
      (from) => ({ list: 'trace', id: from.type, change: 'removed', pointer: '', from }) as const,
    ),
    ...added.map((to) => ({ list: 'trace', id: to.type, change: 'added', pointer: '', to }) as const),
  ];
}

/** The same text for the same value, whatever the order of members. */
function textOf(value: unknown): string {
  return (
    JSON.stringify(value, (_, member) =>
      isObject(member)
        ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
        : member,
    ) ?? ''
  );
}

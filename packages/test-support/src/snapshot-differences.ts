import { isDeepStrictEqual } from 'node:util';
import { type AccountSnapshot, snapshotListNames, snapshotRecordLists } from '@svc-simulator/contract';

type Plain = Readonly<Record<string, unknown>>;

/**
 * What is different in `after`: `added LIST NAME`, `removed LIST NAME`, or `changed LIST NAME/FIELD`. Whose account it is makes no
 * difference, nor what its clock showed at the time, nor how events are numbered.
 */
export function snapshotDifferences(before: AccountSnapshot, after: AccountSnapshot): string[] {
  const [former, later] = [partsOf(before), partsOf(after)];
  return [...new Set([...former.keys(), ...later.keys()])].flatMap((key) => {
    const [from, to] = [former.get(key), later.get(key)];
    const [name] = key.split('\0');
    if (!from || !to) return [`${from ? 'removed' : 'added'} ${name}`];
    const fields = [...new Set([...Object.keys(from), ...Object.keys(to)])];
    return fields
      .filter((field) => !isDeepStrictEqual(from[field], to[field]))
      .map((field) => `changed ${name}/${field}`);
  });
}

/** The account itself and each of its records by list and name; events that are alike are told apart by a count. */
function partsOf({ id: _, shortName: __, demoAgreementId: ___, now: ____, ...account }: AccountSnapshot) {
  const { settings, merchant, ...head }: Plain = { ...account };
  for (const name of snapshotListNames) delete (head as Record<string, unknown>)[name];
  const { id: ofMerchant, email, ...profile } = { ...(merchant as Plain | undefined) };
  const named = Object.entries({ ...(settings as Plain) }).map(([name, value]) => [
    `settings/${name}`,
    value,
  ]);
  const parts = new Map<string, Plain>([
    ['account ', unnumbered({ ...head, merchant: profile, ...Object.fromEntries(named) })],
  ]);
  for (const list of snapshotRecordLists)
    for (const record of account[list]) parts.set(`${list} ${nameOf(record)}`, unnumbered(record));
  const counts = new Map<string, number>();
  for (const { id: number, ...event } of account.trace) {
    const text = `trace ${event.type}\0${JSON.stringify(event)}`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
    parts.set(`${text}\0${counts.get(text)}`, {});
  }
  return parts;
}

/** What names a record: a closing, a practice, a terminal, an order, or its id. */
function nameOf({ batchNumber, serial, practiceId, orderId, id }: Plain): unknown {
  return batchNumber === undefined ? (practiceId ?? orderId ?? serial ?? id) : `${serial} ${batchNumber}`;
}

/** Without the numbers of events, which are others as soon as the first event of a trace is out of retention. */
function unnumbered({ emission: _, ...record }: Plain): Plain {
  const without = (name: string) => {
    const { event: __, ...rest } = { ...(record[name] as Plain | undefined) };
    return name in record ? { [name]: rest } : {};
  };
  return { ...record, ...without('evidence'), ...without('chaos') };
}

import { isDeepStrictEqual } from 'node:util';
import { type AccountSnapshot, snapshotListNames, snapshotRecordLists } from '@svc-simulator/contract';

type Plain = Readonly<Record<string, unknown>>;

/**
 * Lists the differences between two snapshots as `added LIST NAME`, `removed LIST NAME` or
 * `changed LIST NAME/FIELD`. Ignores the owner, the time and the numbers of events.
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

/**
 * Returns the account and its records by list and name. Equal events have a count at the end of their key.
 */
function partsOf({ id: _, shortName: __, demoAgreementId: ___, now: ____, ...account }: AccountSnapshot) {
  const { settings, merchant, ...head }: Plain = { ...account };
  for (const name of snapshotListNames) delete (head as Record<string, unknown>)[name];
  const { id: ofMerchant, email, ...profile } = { ...(merchant as Plain | undefined) };
  const settingRows = Object.entries({ ...(settings as Plain) }).map(([name, value]) => [
    `settings/${name}`,
    value,
  ]);
  const parts = new Map<string, Plain>([
    ['account ', withoutEventNumbers({ ...head, merchant: profile, ...Object.fromEntries(settingRows) })],
  ]);
  for (const list of snapshotRecordLists)
    for (const record of account[list]) parts.set(`${list} ${nameOf(record)}`, withoutEventNumbers(record));
  const counts = new Map<string, number>();
  for (const { id: number, ...event } of account.trace) {
    const text = `trace ${event.type}\0${JSON.stringify(event)}`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
    parts.set(`${text}\0${counts.get(text)}`, {});
  }
  return parts;
}

function nameOf({ batchNumber, serial, practiceId, orderId, id }: Plain): unknown {
  return batchNumber === undefined ? (practiceId ?? orderId ?? serial ?? id) : `${serial} ${batchNumber}`;
}

/** Removes references to events: events are numbered from 1, so numbers change once the first is deleted. */
function withoutEventNumbers({ emission: _, ...record }: Plain): Plain {
  const without = (name: string) => {
    const { event: __, ...rest } = { ...(record[name] as Plain | undefined) };
    return name in record ? { [name]: rest } : {};
  };
  return { ...record, ...without('evidence'), ...without('chaos') };
}

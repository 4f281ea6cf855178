import { setImmediate } from 'node:timers/promises';
import {
  type AccountSnapshot,
  accept,
  checkInParts,
  faultAt,
  type Outcome,
  type SnapshotFile,
} from '@svc-simulator/contract';
import { invalid } from '../http/refusals.ts';
import { JSON_DEPTH_LIMIT, parseJson } from '../http/steps/body.ts';

/** A body of the usual depth stands in its record, in its list, in its account. */
const DEPTH_LIMIT = 2 * JSON_DEPTH_LIMIT;

/** Takes the text of a file for a snapshot, and lets others be served meanwhile; 400 with what is wrong with it and where. */
export async function readSnapshot(text: string): Promise<Outcome<SnapshotFile>> {
  const json = parseJson(text, true, DEPTH_LIMIT);
  if (!json.ok) return json;
  const checking = checkInParts(json.value);
  let checked = checking.next();
  for (; !checked.done; checked = checking.next()) await setImmediate();
  const { file, faults } = checked.value;
  return file ? accept(file) : invalid(faults);
}

/** Of several accounts the one that is asked for, else the one that has this id or name; 400 when that is none. */
export function accountIn(
  { accounts }: SnapshotFile,
  wanted: string | undefined,
  own: { readonly id: string; readonly shortName: string },
): Outcome<AccountSnapshot> {
  const named = (name: string) =>
    accounts.find(({ id, shortName }) => id === name || shortName.toLowerCase() === name.toLowerCase());
  const [only] = accounts;
  const found =
    wanted === undefined
      ? (named(own.id) ?? named(own.shortName) ?? (accounts.length === 1 ? only : undefined))
      : named(wanted);
  if (found) return accept(found);
  const some = accounts.slice(0, 10).map(({ shortName }) => shortName);
  const listed = { names: some.join(', '), more: accounts.length > some.length ? 'more' : 'none' };
  return invalid([
    wanted === undefined
      ? faultAt('/accounts', 'fault.snapshot.which_account', listed)
      : faultAt('/accounts', 'fault.snapshot.no_such_account', { ...listed, wanted }),
  ]);
}

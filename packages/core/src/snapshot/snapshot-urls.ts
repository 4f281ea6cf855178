import { isNameOf, membersOf, type SnapshotList } from '@svc-simulator/contract';

/**
 * Stands in a snapshot for the simulator's own address, which is another one wherever it is loaded. A URL like any other, whose
 * host nobody can have.
 */
const SIMULATOR = 'http://simulator.invalid';

const urlFields: Readonly<Partial<Record<SnapshotList, readonly string[]>>> = {
  sessions: ['success_url', 'failure_url', 'webhook_url'],
  deliveries: ['url'],
};

/** Stands for the account among those that have receivers there. */
const OWN_RECEIVERS = '/console/hooks/own/';

export interface UrlOwner {
  /** Base URLs of the simulator, the public one first. */
  readonly baseUrls: readonly string[];
  readonly accountId: string;
}

/** The record with the simulator's own address, and the account's receivers there, taken out of its URLs. */
export function withoutOwnUrls<R extends object>(
  list: string,
  record: R,
  { baseUrls, accountId }: UrlOwner,
): R {
  return mapped(list, record, (url) => {
    const base = baseUrls.find((own) => isBelow(url, own));
    if (base === undefined) return url;
    return SIMULATOR + exchanged(url.slice(base.length), receiversOf(accountId), OWN_RECEIVERS);
  });
}

/** The record with the address of the simulator, and the account's receivers there, that it is loaded into. */
export function withOwnUrls<R extends object>(list: string, record: R, { baseUrls, accountId }: UrlOwner): R {
  const [publicUrl = ''] = baseUrls;
  return mapped(list, record, (url) => {
    if (!isBelow(url, SIMULATOR)) return url;
    return publicUrl + exchanged(url.slice(SIMULATOR.length), OWN_RECEIVERS, receiversOf(accountId));
  });
}

function receiversOf(accountId: string): string {
  return `/console/hooks/${accountId}/`;
}

function exchanged(path: string, start: string, other: string): string {
  return path.startsWith(start) ? other + path.slice(start.length) : path;
}

function isBelow(url: string, base: string): boolean {
  return base !== '' && url.startsWith(base) && /^(?:$|[/?#])/.test(url.slice(base.length));
}

function mapped<R extends object>(list: string, record: R, map: (url: string) => string): R {
  const names = isNameOf(urlFields, list) ? urlFields[list] : undefined;
  if (!names) return record;
  const isSession = list === 'sessions';
  const members = membersOf(record);
  const holder = isSession ? membersOf(members.fields) : members;
  const changed: Record<string, unknown> = {};
  for (const name of names) {
    const url = holder[name];
    if (typeof url === 'string') changed[name] = map(url);
  }
  const next = { ...holder, ...changed };
  return (isSession ? { ...record, fields: next } : next) as R;
}

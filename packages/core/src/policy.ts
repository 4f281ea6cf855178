import { DAY_MS, EXCHANGED_TOKEN_MS, LOGIN_LINK_MS } from '@svc-simulator/contract';
import { type ByKind, saidOf } from './by-kind.ts';
import { tokenName } from './ids.ts';
import type { DeliveryRecord, Kind, Records, SessionRecord } from './records.ts';
import { dueDateOf } from './session/session-creation.ts';

/** Test data is deleted after this time without changes (specification, Limits). */
export const RETENTION_MS = 14 * DAY_MS;
/** Validity of an `Idempotency-Key` (contract section 3). */
export const REPLAY_MS = DAY_MS;
export const BROWSER_SESSION_MS = 14 * DAY_MS;

/**
 * Returns the time of a record's next work, or null. Due work isn't stored apart from its record, so the two
 * can't disagree after a crash. Pending sessions have their expiry, scheduled ones their accreditation, open
 * deliveries their next attempt; finished records end with their retention (`isSwept`).
 */
export function timerOf<K extends Kind>(kind: K, value: Records[K]): number | null {
  return dueOf(kind, value) ?? retentionEndOf(kind, value);
}

/** Returns true if the record's retention has ended and nothing of it is due. Times in milliseconds. */
export function isSwept<K extends Kind>(kind: K, value: Records[K], now: number): boolean {
  const end = retentionEndOf(kind, value);
  return end !== null && end <= now;
}

/**
 * Returns the time of the record's next own action, or null. An open delivery is due even during an attempt.
 */
export function dueOf<K extends Kind>(kind: K, value: Records[K]): number | null {
  return saidOf(dues, kind, value) ?? null;
}

const dues: ByKind<number | null> = {
  session: (session) =>
    session.status === 'pending' ? endOfPending(session) : (session.accreditationDue?.at ?? null),
  delivery: ({ nextAttemptAt }) => nextAttemptAt,
};

/** Returns when a pending session ends by itself: at its deadline, or earlier if scripted. */
function endOfPending({ expiresAt, script }: SessionRecord): number | null {
  const scripted = script?.dueAt ?? null;
  if (scripted === null || expiresAt === null) return scripted ?? expiresAt;
  return Math.min(scripted, expiresAt);
}

/**
 * Returns when the record may be deleted; null for never, or while an action is due (contract section 9,
 * Retention).
 */
function retentionEndOf<K extends Kind>(kind: K, value: Records[K]): number | null {
  return dueOf(kind, value) === null ? (saidOf(retentionEnds, kind, value) ?? null) : null;
}

const retentionEnds: ByKind<number | null> = {
  replay: ({ createdAt }) => createdAt + REPLAY_MS,
  token: tokenRetentionEndOf,
  session: (session) => lastUseOf(session) + RETENTION_MS,
  delivery: ({ updatedAt }) => updatedAt + RETENTION_MS,
  transaction: ({ updatedAt }) => updatedAt + RETENTION_MS,
};

/** A revoked token is kept for a while, so its later use gets a clear error. */
function tokenRetentionEndOf(token: Records['token']): number | null {
  return token.revokedAt === undefined ? tokenEndOf(token) : token.revokedAt + RETENTION_MS;
}

/**
 * Returns when a browser login, a link or an exchanged token ends, in ms of the machine's time; null for
 * lasting tokens.
 */
export function tokenEndOf({ kind, createdAt, grantedBy }: Records['token']): number | null {
  if (kind === 'browser') return createdAt + BROWSER_SESSION_MS;
  if (kind === 'link') return createdAt + LOGIN_LINK_MS;
  return grantedBy === undefined ? null : createdAt + EXCHANGED_TOKEN_MS;
}

/** An active request can be paid until its due date, however old it is. */
function lastUseOf(session: SessionRecord): number {
  const due = session.status === 'pending' ? dueDateOf(session.fields) : null;
  return due === null ? session.updatedAt : Math.max(session.updatedAt, due);
}

/** Returns the account that owns a record; null for the simulator's own records. */
export function accountOf<K extends Kind>(kind: K, value: Records[K]): string | null {
  const owner = saidOf(owners, kind, value);
  if (owner !== undefined) return owner;
  const record: Records[Kind] = value;
  return 'accountId' in record ? record.accountId : null;
}

const owners: ByKind<string> = {
  account: ({ id }) => id,
  // The board of a class lists its members, so a reset by a member must not delete them.
  class_member: ({ ownerId }) => ownerId,
};

export function tagsOf<K extends Kind>(kind: K, value: Records[K]): readonly string[] {
  return saidOf(tags, kind, value) ?? noTags;
}

const tags: ByKind<readonly string[]> = {
  account: ({ clock }) => (clock ? ownClock : noTags),
  token: tokenTags,
  session: ({ status, origin, by }) =>
    by === 'examination' ? examined[origin][status] : sessionTags[origin][status],
  delivery: deliveryTags,
  transaction: ({ status }) => [status],
  settlement: ({ terminalId }) => [terminalId],
  class_member: ({ classId }) => [classId],
};

function tokenTags({ kind, listed, madeWith, revokedAt }: Records['token']): readonly string[] {
  const made = madeWith === undefined ? noTags : [madeWithTag(madeWith)];
  if (!listed || revokedAt !== undefined || kind === 'console') return made;
  return [REVOCABLE, tokenName(listed.id), ...made];
}

/** Returns the tag of all tokens created with the token of this id, including revoked ones. */
export function madeWithTag(id: string): string {
  return `made-with:${tokenName(id)}`;
}

function deliveryTags({ sessionId, state, by }: DeliveryRecord): readonly string[] {
  const own = `session:${sessionId}`;
  const apart = by === 'examination' ? [EXAMINATION] : noTags;
  return state === 'gave_up' ? [own, GAVE_UP, ...apart] : [own, ...apart];
}

/** Tag of the tokens that can be revoked, each also found by `tokenName`. */
export const REVOCABLE = 'revocable';
const noTags: readonly string[] = [];
export const GAVE_UP = 'gave_up';
/** Tag of the accounts with their own clock, so a store finds them at start without reading all. */
export const OWN_CLOCK = 'own_clock';
const ownClock: readonly string[] = [OWN_CLOCK];

/** Computed once, because every commit needs the tags of its records. */
const sessionTags = tagsByOrigin((status, origin) => [status, origin, `${origin}.${status}`]);
/** Tag of records created by a test run: they are counted apart, because lists leave them out. */
export const EXAMINATION = 'examination';
const examined = tagsByOrigin((status, origin) => [status, origin, EXAMINATION]);

function tagsByOrigin(
  tagsOf: (status: SessionRecord['status'], origin: SessionRecord['origin']) => readonly string[],
) {
  const byStatus = (origin: SessionRecord['origin']) => {
    const own = (status: SessionRecord['status']) => tagsOf(status, origin);
    return { pending: own('pending'), paid: own('paid'), failed: own('failed'), expired: own('expired') };
  };
  return { button: byStatus('button'), request: byStatus('request') };
}

import { EXCHANGED_TOKEN_MS, LOGIN_LINK_MS } from '@svc-simulator/contract';
import { type ByKind, saidOf } from './by-kind.ts';
import { tokenName } from './ids.ts';
import type { DeliveryRecord, Kind, Records, SessionRecord } from './records.ts';
import { dueDateOf } from './session/session-creation.ts';

const DAY_MS = 86_400_000;
/** Test data is kept this long after its last change (specification, Limits). */
export const RETENTION_MS = 14 * DAY_MS;
/** How long an `Idempotency-Key` is remembered (contract section 3). */
export const REPLAY_MS = DAY_MS;
/** How long a browser stays logged in to the console. */
export const BROWSER_SESSION_MS = 14 * DAY_MS;

/**
 * When a record next wants attention, or null. Due work is never stored apart from the record that it belongs to, so
 * the two can't disagree after a crash: a pending session's timer is its expiry, a scheduled one's its accreditation,
 * an open delivery's its next attempt; what is finished is swept when its retention ends (`isSwept`).
 */
export function timerOf<K extends Kind>(kind: K, value: Records[K]): number | null {
  return dueOf(kind, value) ?? retentionEndOf(kind, value);
}

/** The record is to be deleted now: its retention has ended and nothing of it is due. Times in milliseconds. */
export function isSwept<K extends Kind>(kind: K, value: Records[K], now: number): boolean {
  const end = retentionEndOf(kind, value);
  return end !== null && end <= now;
}

/** When the record has something to do by itself, or null. An open delivery is due even while an attempt is under way. */
export function dueOf<K extends Kind>(kind: K, value: Records[K]): number | null {
  return saidOf(dues, kind, value) ?? null;
}

const dues: ByKind<number | null> = {
  session: (session) =>
    session.status === 'pending' ? endOfPending(session) : (session.accreditationDue?.at ?? null),
  delivery: ({ nextAttemptAt }) => nextAttemptAt,
};

/** When a pending session ends by itself: at its deadline, or when a script says so. */
function endOfPending({ expiresAt, script }: SessionRecord): number | null {
  const scripted = script?.dueAt ?? null;
  if (scripted === null || expiresAt === null) return scripted ?? expiresAt;
  return Math.min(scripted, expiresAt);
}

/** When the record may go, or null: never, or not while something is due (contract section 9, Retention). */
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

/** A revoked token is remembered for a while, so that whoever still sends it is told. */
function tokenRetentionEndOf(token: Records['token']): number | null {
  return token.revokedAt === undefined ? tokenEndOf(token) : token.revokedAt + RETENTION_MS;
}

/** When a browser's log-in, a link to one or an exchanged token ends, in ms of the machine's time; null for the others, which stay. */
export function tokenEndOf({ kind, createdAt, grantedBy }: Records['token']): number | null {
  if (kind === 'browser') return createdAt + BROWSER_SESSION_MS;
  if (kind === 'link') return createdAt + LOGIN_LINK_MS;
  return grantedBy === undefined ? null : createdAt + EXCHANGED_TOKEN_MS;
}

/** A request that stays active is still to be paid until its due date, however long ago it was made. */
function lastUseOf(session: SessionRecord): number {
  const due = session.status === 'pending' ? dueDateOf(session.fields) : null;
  return due === null ? session.updatedAt : Math.max(session.updatedAt, due);
}

/** The account that owns a record; null for those that are the simulator's. */
export function accountOf<K extends Kind>(kind: K, value: Records[K]): string | null {
  const owner = saidOf(owners, kind, value);
  if (owner !== undefined) return owner;
  const record: Records[Kind] = value;
  return 'accountId' in record ? record.accountId : null;
}

const owners: ByKind<string> = {
  account: ({ id }) => id,
  // The board of a class lists its members, and no reset of theirs may take them away.
  class_member: ({ ownerId }) => ownerId,
};

/** The lists that a record stands in, beside the list of all of its kind. */
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

/** Of the tokens that were made with the token of this id, revoked ones too: what was made with them is found by it. */
export function madeWithTag(id: string): string {
  return `made-with:${tokenName(id)}`;
}

function deliveryTags({ sessionId, state, by }: DeliveryRecord): readonly string[] {
  const own = `session:${sessionId}`;
  const apart = by === 'examination' ? [EXAMINATION] : noTags;
  return state === 'gave_up' ? [own, GAVE_UP, ...apart] : [own, ...apart];
}

/** Of the tokens that can be revoked; each is found by `tokenName` too. */
export const REVOCABLE = 'revocable';
const noTags: readonly string[] = [];
/** Of deliveries that nobody took. */
export const GAVE_UP = 'gave_up';
/** Of accounts that have a time of their own: a store finds them by it at start, without looking into all. */
export const OWN_CLOCK = 'own_clock';
const ownClock: readonly string[] = [OWN_CLOCK];

/** Made once: every commit asks for the tags of what it stores, which are three at most. */
const sessionTags = tagsByOrigin((status, origin) => [status, origin, `${origin}.${status}`]);
/** Of what an examination made: it is counted apart, as lists leave it out, and by origin and status together nobody finds it. */
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

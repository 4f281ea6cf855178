import { DAY_MS, EXCHANGED_TOKEN_MS, LOGIN_LINK_MS } from '@svc-simulator/contract';
import { ACT_RETENTION_MS } from '@svc-simulator/contract/operator/operator-acts.ts';
import { type ByKind, lookUpByKind } from './by-kind.ts';
import { tokenName } from './ids.ts';
import type { DeliveryRecord, Kind, Records, SessionRecord } from './records.ts';
import { dueDateOf } from './session/session-creation.ts';

/** Default time after which unchanged test data is deleted. An option at startup can set another time. */
export const RETENTION_MS = 14 * DAY_MS;
/** Validity of an `Idempotency-Key` (contract section 3). */
export const REPLAY_MS = DAY_MS;
export const BROWSER_SESSION_MS = 14 * DAY_MS;
/** Time for which the operator's browser stays logged in. */
export const OPERATOR_SESSION_MS = DAY_MS / 3;

/**
 * Returns when a record's timer fires: when its action is due, or else at the end of its retention; null for
 * never.
 */
export function timerOf<K extends Kind>(
  kind: K,
  value: Records[K],
  retentionMs = RETENTION_MS,
): number | null {
  return actionDueAt(kind, value) ?? retentionEndOf(kind, value, retentionMs);
}

/** Returns the rules that a store applies to records. `retentionMs`: how long unchanged test data is kept. */
export function createRecordPolicy(retentionMs = RETENTION_MS) {
  return {
    retentionMs,
    accountOf,
    tagsOf,
    timerOf: <K extends Kind>(kind: K, value: Records[K]) => timerOf(kind, value, retentionMs),
  };
}

/** Returns true if the record's retention has ended and no action is due. */
export function isSwept<K extends Kind>(
  kind: K,
  value: Records[K],
  now: number,
  retentionMs = RETENTION_MS,
): boolean {
  const end = retentionEndOf(kind, value, retentionMs);
  return end !== null && end <= now;
}

/** Returns when a record's action is due, such as an expiry or a delivery attempt; null if it has none. */
export function actionDueAt<K extends Kind>(kind: K, value: Records[K]): number | null {
  return lookUpByKind(dueTimes, kind, value) ?? null;
}

const dueTimes: ByKind<number | null> = {
  session: (session) =>
    session.status === 'pending' ? pendingEndOf(session) : (session.accreditationDue?.at ?? null),
  delivery: ({ nextAttemptAt }) => nextAttemptAt,
  account: ({ deleteAt, releaseAt }) => deleteAt ?? releaseAt ?? null,
};

/** Returns when a pending session ends by itself: at its deadline, or earlier by a script. */
function pendingEndOf({ expiresAt, script }: SessionRecord): number | null {
  const scripted = script?.dueAt ?? null;
  if (scripted === null || expiresAt === null) return scripted ?? expiresAt;
  return Math.min(scripted, expiresAt);
}

/**
 * Returns when the record may be deleted (contract section 9, Retention); null for never, and while an action
 * is due.
 */
function retentionEndOf<K extends Kind>(kind: K, value: Records[K], retentionMs: number): number | null {
  if (actionDueAt(kind, value) !== null) return null;
  const lastUse = lookUpByKind(lastUses, kind, value);
  return lastUse === undefined ? (lookUpByKind(retentionEnds, kind, value) ?? null) : lastUse + retentionMs;
}

const lastUses: ByKind<number> = {
  session: lastUseOf,
  delivery: ({ updatedAt }) => updatedAt,
  transaction: ({ updatedAt }) => updatedAt,
};

const retentionEnds: ByKind<number | null> = {
  replay: ({ createdAt }) => createdAt + REPLAY_MS,
  token: tokenRetentionEndOf,
  operator_act: ({ at }) => at + ACT_RETENTION_MS,
};

/** A revoked token is stored for a while, so that its use gets a clear error. */
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

/** Counts a pending request as used until its due date, because it can be paid until then. */
function lastUseOf(session: SessionRecord): number {
  const due = session.status === 'pending' ? dueDateOf(session.fields) : null;
  return due === null ? session.updatedAt : Math.max(session.updatedAt, due);
}

/** Returns the account that owns a record; null for the simulator's own records. */
export function accountOf<K extends Kind>(kind: K, value: Records[K]): string | null {
  const owner = lookUpByKind(owners, kind, value);
  if (owner !== undefined) return owner;
  const record: Records[Kind] = value;
  return 'accountId' in record ? record.accountId : null;
}

const owners: ByKind<string> = {
  account: ({ id }) => id,
  // The member belongs to the class owner, so that a reset by the trainee keeps the record.
  class_member: ({ ownerId }) => ownerId,
};

export function tagsOf<K extends Kind>(kind: K, value: Records[K]): readonly string[] {
  return lookUpByKind(tagsByKind, kind, value) ?? noTags;
}

const tagsByKind: ByKind<readonly string[]> = {
  account: ({ clock }) => (clock ? ownClockTags : noTags),
  token: tokenTags,
  session: ({ status, origin, by }) =>
    by === 'examination' ? examinationTags[origin][status] : sessionTags[origin][status],
  delivery: deliveryTags,
  transaction: ({ status }) => [status],
  settlement: ({ terminalId }) => [terminalId],
  class_member: ({ classId }) => [classId],
  operator_act: ({ target }) => (target ? [target.id] : noTags),
};

function tokenTags({ kind, listed, madeWith, revokedAt }: Records['token']): readonly string[] {
  const creationTags = madeWith === undefined ? noTags : [madeWithTag(madeWith)];
  if (!listed || revokedAt !== undefined || kind === 'console') return creationTags;
  return [REVOCABLE, tokenName(listed.id), ...creationTags];
}

/** Returns the tag of all tokens that the token `id` created, including revoked tokens. */
export function madeWithTag(id: string): string {
  return `made-with:${tokenName(id)}`;
}

function deliveryTags({ sessionId, state, by, nextAttemptAt }: DeliveryRecord): readonly string[] {
  const sessionTag = `session:${sessionId}`;
  const extraTags = by === 'examination' ? [DOCTOR_TAG] : noTags;
  if (state === 'open' && nextAttemptAt === null) return [sessionTag, HELD, ...extraTags];
  return state === 'gave_up' ? [sessionTag, GAVE_UP, ...extraTags] : [sessionTag, ...extraTags];
}

export const REVOCABLE = 'revocable';
const noTags: readonly string[] = [];
export const GAVE_UP = 'gave_up';
/** Tag of the deliveries that wait until their account is resumed. */
export const HELD = 'held';
/**
 * Tag of the accounts with their own clock, so that a store finds them at the start without reading all
 * accounts.
 */
export const OWN_CLOCK = 'own_clock';
const ownClockTags: readonly string[] = [OWN_CLOCK];

/** Computed once, because every commit needs the tags of its records. */
const sessionTags = tagsByOrigin((status, origin) => [status, origin, `${origin}.${status}`]);
/** Tag of the records of test runs, which lists omit and count separately. */
export const DOCTOR_TAG = 'examination';
const examinationTags = tagsByOrigin((status, origin) => [status, origin, DOCTOR_TAG]);

function tagsByOrigin(
  tagsOf: (status: SessionRecord['status'], origin: SessionRecord['origin']) => readonly string[],
) {
  const tagsByStatus = (origin: SessionRecord['origin']) => {
    const tagsIn = (status: SessionRecord['status']) => tagsOf(status, origin);
    return {
      pending: tagsIn('pending'),
      paid: tagsIn('paid'),
      failed: tagsIn('failed'),
      expired: tagsIn('expired'),
    };
  };
  return { button: tagsByStatus('button'), request: tagsByStatus('request') };
}

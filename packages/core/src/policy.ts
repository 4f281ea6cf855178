import type { Kind, Records } from './records.ts';

const DAY_MS = 86_400_000;
/** Test data is kept this long after its last change (specification, Limits). */
export const RETENTION_MS = 14 * DAY_MS;
/** How long an `Idempotency-Key` is remembered (contract section 3). */
export const REPLAY_MS = DAY_MS;

/**
 * When a record next wants attention, or null. Due work is never stored apart from the record that it belongs to, so
 * the two can't disagree after a crash: a pending session's alarm is its expiry, a scheduled one's its accreditation,
 * an open delivery's its next attempt; what is finished is swept when its retention ends.
 */
export function alarmOf<K extends Kind>(kind: K, value: Records[K]): number | null {
  switch (kind) {
    case 'session': {
      const session = value as Records['session'];
      if (session.status === 'pending') return session.expiresAt;
      return session.accreditationDue?.at ?? session.updatedAt + RETENTION_MS;
    }
    case 'delivery': {
      const delivery = value as Records['delivery'];
      return delivery.nextAttemptAt ?? delivery.updatedAt + RETENTION_MS;
    }
    case 'replay':
      return (value as Records['replay']).createdAt + REPLAY_MS;
    default:
      return null;
  }
}

/** The account that owns a record; null for what belongs to none. */
export function accountOf<K extends Kind>(kind: K, value: Records[K]): string | null {
  return kind === 'account' ? (value as Records['account']).id : (value as { accountId: string }).accountId;
}

/** The lists that a record stands in, beside the list of all of its kind. */
export function tagsOf<K extends Kind>(kind: K, value: Records[K]): readonly string[] {
  switch (kind) {
    case 'session': {
      const { status, origin } = value as Records['session'];
      return [status, origin, `${origin}.${status}`];
    }
    case 'delivery':
      return [`session:${(value as Records['delivery']).sessionId}`];
    default:
      return [];
  }
}

import type { ProbeKind, TraceType } from '@svc-simulator/contract';
import type { KeyOf, NameIn } from '@svc-simulator/texts/texts.ts';
import type { PracticeRecord } from '../records.ts';

export interface PracticeEvidence {
  readonly type: TraceType;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Shown {
  readonly types: readonly TraceType[];
  /** Returns true if an event proves it; absent if every event of these types does. */
  readonly shown?: (data: PracticeEvidence['data']) => boolean;
  /**
   * Set for the part of the payer, the bank or the terminal, which anyone may play. Other practices done with
   * a tool count half.
   */
  readonly byAnyone?: true;
}

/** The catalogs have a `title` and, as `hint`, the instructions for a beginner. */
export type PracticeId = NameIn<'practice', 'hint'>;
export type PracticeGroup = KeyOf<'practice.group'> extends `practice.group.${infer Group}` ? Group : never;

export interface Practice extends Shown {
  readonly id: PracticeId;
  readonly group: PracticeGroup;
}

/** A slower receiver works before it responds and risks time-outs. */
const FAST_MS = 1000;

const byGroup: Readonly<Record<PracticeGroup, { readonly [Id in PracticeId]?: Shown }>> = {
  first_steps: {
    login: {
      byAnyone: true,
      types: ['login.succeeded'],
      // Refreshing, creating keys on a page and using a link need no password, so they aren't logins.
      shown: ({ surface }) => surface !== 'refresh' && surface !== 'keys_page' && surface !== 'link',
    },
    agreement: { types: ['agreement.created'] },
    button_session: { types: ['session.created'], shown: ({ origin }) => origin === 'button' },
    payment_on_page: { byAnyone: true, types: ['session.paid'], shown: ({ source }) => source === 'page' },
  },
  webhooks: {
    webhook_acknowledged: { types: ['webhook.delivered'] },
    accreditation_received: {
      types: ['webhook.delivered'],
      shown: ({ event }) => event === 'payment_session.accredited',
    },
    fast_answers: {
      types: ['webhook.delivered'],
      // The simulator's own receivers always respond fast, whatever the trainee has built.
      shown: ({ via, duration_ms: durationMs }) =>
        via !== 'loopback' && typeof durationMs === 'number' && durationMs <= FAST_MS,
    },
    webhook_signature_checked: passed('bad_signature'),
    stale_timestamp_refused: passed('stale_timestamp'),
    duplicate_accepted: passed('duplicate'),
    unknown_event_tolerated: passed('unknown_event'),
    extra_fields_tolerated: passed('extra_fields'),
  },
  bad_outcomes: {
    failed_payment: { byAnyone: true, types: ['session.payment_failed', 'session.failed'] },
    expired_session: { byAnyone: true, types: ['session.expired'] },
    accreditation_failed: {
      types: ['webhook.delivered'],
      shown: ({ event }) => event === 'payment_session.accreditation_to_recipient_failed',
    },
    retry_survived: { types: ['webhook.delivered'], shown: ({ attempts }) => Number(attempts) > 1 },
  },
  // A redirect proves nothing; the provider's response to a server does.
  server_confirmation: {
    status_after_payment: { types: ['session.status_queried'], shown: ({ status }) => status === 'paid' },
    status_after_redirect: {
      types: ['session.status_queried'],
      shown: ({ status, payment_source: source }) => status === 'paid' && source === 'page',
    },
    status_after_failure: {
      types: ['session.status_queried'],
      shown: ({ status }) => status === 'failed' || status === 'expired',
    },
    credits_read: {
      types: ['session.status_queried'],
      shown: ({ accreditation }) => accreditation === 'accredited',
    },
  },
  splits_and_requests: {
    split: { types: ['session.created'], shown: ({ split }) => split === true },
    request_session: { types: ['session.created'], shown: ({ origin }) => origin === 'request' },
  },
  terminals: {
    terminal_paired: { byAnyone: true, types: ['pos.paired'] },
    transaction_paid: { types: ['pos.committed'] },
    transaction_cancelled: { types: ['pos.cancel_requested'], shown: ({ status }) => status === 'CANCELED' },
    paid_after_cancellation: { types: ['pos.committed'], shown: ({ from }) => from === 'CANCELED' },
    transaction_voided: { types: ['pos.voided'] },
    batch_settled: { byAnyone: true, types: ['pos.settled'] },
  },
};

/**
 * Requires a passed probe of the trainee's own receiver, because the simulator's receivers accept everything.
 */
function passed(kind: ProbeKind): Shown {
  return {
    types: ['webhook.probed'],
    shown: (data) => data.kind === kind && data.passed === true && data.via !== 'loopback',
  };
}

export const practiceGroups = Object.keys(byGroup) as readonly PracticeGroup[];

/** All practices in the order of learning; each is decided from a single trace event. */
export const practices: readonly Practice[] = practiceGroups.flatMap((group) =>
  Object.entries(byGroup[group]).map(([id, shown]) => ({ id: id as PracticeId, group, ...shown })),
);

const none: readonly string[] = [];
const byType = new Map<TraceType, readonly Practice[]>();
for (const type of practices.flatMap(({ types }) => types)) {
  byType.set(
    type,
    practices.filter(({ types }) => types.includes(type)),
  );
}

/** Returns the ids of the practices that this event proves; most types prove none and cost one lookup. */
export function practicesOf({ type, data }: PracticeEvidence): readonly string[] {
  const candidates = byType.get(type);
  if (candidates === undefined || data.from_file === true) return none;
  return candidates.filter(({ shown }) => shown?.(data) ?? true).map(({ id }) => id);
}

const byAnyone: ReadonlySet<string> = new Set(
  practices.flatMap(({ id, byAnyone }) => (byAnyone ? [id] : [])),
);

/**
 * Returns who did a practice: a tool if the event names one (`by`) or a simulator's receiver responded, else
 * a program. Undefined for practices that anyone may do.
 */
export function doerOf(practiceId: string, { data }: PracticeEvidence): PracticeRecord['by'] {
  if (byAnyone.has(practiceId)) return undefined;
  return data.by === undefined && data.via !== 'loopback' ? 'program' : 'tool';
}

/** Returns the strongest record of each practice: by a program, then by anyone, then from a file. */
export function bestOf(records: readonly PracticeRecord[]): ReadonlyMap<string, PracticeRecord> {
  const worth = ({ by, fromFile }: PracticeRecord) => (fromFile ? 0 : by === 'program' ? 2 : 1);
  const best = new Map<string, PracticeRecord>();
  for (const record of records.toSorted((one, other) => worth(one) - worth(other)))
    best.set(record.practiceId, record);
  return best;
}

/** Returns true if a practice counts for a certificate; with `toolsCount` the class also accepts tools. */
export function isWhole(
  { byAnyone }: Pick<Practice, 'byAnyone'>,
  record: PracticeRecord | null | undefined,
  toolsCount = false,
): record is PracticeRecord {
  if (!record || record.fromFile) return false;
  return byAnyone === true || toolsCount || record.by === 'program';
}

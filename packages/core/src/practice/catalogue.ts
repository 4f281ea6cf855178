import type { ProbeKind, TraceType } from '@svc-simulator/contract';
import type { KeyOf, NameIn } from '@svc-simulator/texts/texts.ts';
import type { PracticeRecord } from '../records.ts';

export interface PracticeEvidence {
  readonly type: TraceType;
  readonly data: Readonly<Record<string, unknown>>;
}

interface PracticeProof {
  readonly types: readonly TraceType[];
  /** Absent if every event of these types proves the practice. */
  readonly proves?: (data: PracticeEvidence['data']) => boolean;
  /**
   * True if a tool may do the practice, because in production somebody else than the trainee's program does
   * it, such as the payer or the bank.
   */
  readonly byAnyone?: true;
}

/** A name with the texts `practice.ID.title` and `practice.ID.hint`, the instructions for a beginner. */
export type PracticeId = NameIn<'practice', 'hint'>;
export type PracticeGroup = KeyOf<'practice.group'> extends `practice.group.${infer Group}` ? Group : never;

export interface Practice extends PracticeProof {
  readonly id: PracticeId;
  readonly group: PracticeGroup;
}

/** A slower receiver probably processes the webhook before it responds, so it hasn't done the practice. */
const FAST_MS = 1000;

const proofsByGroup: Readonly<Record<PracticeGroup, { readonly [Id in PracticeId]?: PracticeProof }>> = {
  first_steps: {
    login: {
      byAnyone: true,
      types: ['login.succeeded'],
      // Refreshing, creating keys on a page and using a link need no password, so they aren't logins.
      proves: ({ surface }) => surface !== 'refresh' && surface !== 'keys_page' && surface !== 'link',
    },
    agreement: { types: ['agreement.created'] },
    button_session: { types: ['session.created'], proves: ({ origin }) => origin === 'button' },
    payment_on_page: { byAnyone: true, types: ['session.paid'], proves: ({ source }) => source === 'page' },
  },
  webhooks: {
    webhook_acknowledged: { types: ['webhook.delivered'] },
    accreditation_received: {
      types: ['webhook.delivered'],
      proves: ({ event }) => event === 'payment_session.accredited',
    },
    fast_answers: {
      types: ['webhook.delivered'],
      // The simulator's own receivers are always fast, so they prove nothing.
      proves: ({ via, duration_ms: durationMs }) =>
        via !== 'loopback' && typeof durationMs === 'number' && durationMs <= FAST_MS,
    },
    webhook_signature_checked: proofByProbe('bad_signature'),
    stale_timestamp_refused: proofByProbe('stale_timestamp'),
    duplicate_accepted: proofByProbe('duplicate'),
    unknown_event_tolerated: proofByProbe('unknown_event'),
    extra_fields_tolerated: proofByProbe('extra_fields'),
  },
  bad_outcomes: {
    failed_payment: { byAnyone: true, types: ['session.payment_failed', 'session.failed'] },
    expired_session: { byAnyone: true, types: ['session.expired'] },
    accreditation_failed: {
      types: ['webhook.delivered'],
      proves: ({ event }) => event === 'payment_session.accreditation_to_recipient_failed',
    },
    retry_survived: { types: ['webhook.delivered'], proves: ({ attempts }) => Number(attempts) > 1 },
  },
  // The payer's redirect doesn't prove a payment, so each practice requires a status query.
  server_confirmation: {
    status_after_payment: { types: ['session.status_queried'], proves: ({ status }) => status === 'paid' },
    status_after_redirect: {
      types: ['session.status_queried'],
      proves: ({ status, payment_source: source }) => status === 'paid' && source === 'page',
    },
    status_after_failure: {
      types: ['session.status_queried'],
      proves: ({ status }) => status === 'failed' || status === 'expired',
    },
    credits_read: {
      types: ['session.status_queried'],
      proves: ({ accreditation }) => accreditation === 'accredited',
    },
  },
  splits_and_requests: {
    split: { types: ['session.created'], proves: ({ split }) => split === true },
    request_session: { types: ['session.created'], proves: ({ origin }) => origin === 'request' },
  },
  terminals: {
    terminal_paired: { byAnyone: true, types: ['pos.paired'] },
    transaction_paid: { types: ['pos.committed'] },
    transaction_cancelled: { types: ['pos.cancel_requested'], proves: ({ status }) => status === 'CANCELED' },
    paid_after_cancellation: { types: ['pos.committed'], proves: ({ from }) => from === 'CANCELED' },
    transaction_voided: { types: ['pos.voided'] },
    batch_settled: { byAnyone: true, types: ['pos.settled'] },
  },
};

/** Requires the trainee's own receiver, because the simulator's receivers accept everything. */
function proofByProbe(kind: ProbeKind): PracticeProof {
  return {
    types: ['webhook.probed'],
    proves: (data) => data.kind === kind && data.passed === true && data.via !== 'loopback',
  };
}

export const practiceGroups = Object.keys(proofsByGroup) as readonly PracticeGroup[];

export const practices: readonly Practice[] = practiceGroups.flatMap((group) =>
  Object.entries(proofsByGroup[group]).map(([id, proof]) => ({ id: id as PracticeId, group, ...proof })),
);

const noPractices: readonly string[] = [];
const practicesByType = new Map<TraceType, readonly Practice[]>();
for (const type of practices.flatMap(({ types }) => types)) {
  practicesByType.set(
    type,
    practices.filter(({ types }) => types.includes(type)),
  );
}

export function findProvenPractices({ type, data }: PracticeEvidence): readonly string[] {
  const candidates = practicesByType.get(type);
  if (candidates === undefined || data.from_file === true) return noPractices;
  return candidates.filter(({ proves }) => proves?.(data) ?? true).map(({ id }) => id);
}

const anyonesPracticeIds: ReadonlySet<string> = new Set(
  practices.flatMap(({ id, byAnyone }) => (byAnyone ? [id] : [])),
);

/** Returns who did a practice, according to its event; undefined for a practice that anyone may do. */
export function performerOf(practiceId: string, { data }: PracticeEvidence): PracticeRecord['by'] {
  if (anyonesPracticeIds.has(practiceId)) return undefined;
  return data.by === undefined && data.via !== 'loopback' ? 'program' : 'tool';
}

/**
 * Returns the best record of each practice: by a program, else by a tool or an unknown performer, else from a
 * file.
 */
export function strongestRecords(records: readonly PracticeRecord[]): ReadonlyMap<string, PracticeRecord> {
  const rank = ({ by, fromFile }: PracticeRecord) => (fromFile ? 0 : by === 'program' ? 2 : 1);
  const strongest = new Map<string, PracticeRecord>();
  for (const record of records.toSorted((a, b) => rank(a) - rank(b)))
    strongest.set(record.practiceId, record);
  return strongest;
}

/** Returns true if a practice counts for a certificate. With `toolsCount`, a tool may have done it. */
export function countsForCertificate(
  { byAnyone }: Pick<Practice, 'byAnyone'>,
  record: PracticeRecord | null | undefined,
  toolsCount = false,
): record is PracticeRecord {
  if (!record || record.fromFile) return false;
  return byAnyone === true || toolsCount || record.by === 'program';
}

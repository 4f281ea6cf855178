import type { AccountSettings, KeptRecord, Quotas, SessionFields } from '@svc-simulator/contract';
import type { AccountChaos, DeliveryChaos } from './chaos/chaos.ts';
import type { ClassMemberRecord, ClassRecord } from './class/class-records.ts';
import type { AccountClock } from './clock.ts';
import type { DiagnosisCode } from './delivery/diagnosis/causes.ts';
import type { OperatorActRecord, ServiceRecord } from './operator/operator-records.ts';
import type {
  MerchantRecord,
  SettlementRecord,
  TerminalRecord,
  TransactionRecord,
} from './pos/pos-records.ts';
import type { ScriptProgressRecord, ScriptRecord } from './script/script-records.ts';

/**
 * Stored records by kind. Times are milliseconds since the epoch. Money is integer minor units: a number in
 * the reference currency, decimal digits in VES.
 */
export interface Records {
  account: AccountRecord;
  /** Login names; the id is the lower-case name, so names are unique in any case. */
  name: { readonly accountId: string };
  /** Tokens; the id is the SHA-256 of the token, so the store contains no usable token. */
  token: TokenRecord;
  agreement: AgreementRecord;
  partner: PartnerRecord;
  session: SessionRecord;
  delivery: DeliveryRecord;
  /** Responses kept for `Idempotency-Key`; the id is `${accountId}:${key}`. */
  replay: ReplayRecord;
  practice: PracticeRecord;
  certificate: CertificateRecord;
  merchant: MerchantRecord;
  terminal: TerminalRecord;
  /** Accounts that have or had a terminal of a serial; the id is the serial. */
  serial: { readonly accountIds: readonly string[] };
  transaction: TransactionRecord;
  settlement: SettlementRecord;
  script: ScriptRecord;
  script_progress: ScriptProgressRecord;
  class: ClassRecord;
  class_code: { readonly classId: string };
  class_member: ClassMemberRecord;
  /** The instance that an account's relay is connected to; the id is the account's. */
  relay: { readonly accountId: string; readonly relayId: string; readonly instance: string };
  /** The simulator's own secrets; the id names their purpose. */
  secret: { readonly hex: string };
  /** The operator's decisions for all accounts; the only id is `service`. */
  service: ServiceRecord;
  operator_act: OperatorActRecord;
}

export type Kind = keyof Records;

interface Owned {
  readonly accountId: string;
}

/** `browser` is the cookie of a login to the console's pages; `link` logs a browser in once. */
export type TokenKind = 'api' | 'console' | 'refresh' | 'browser' | 'link';

export interface TokenRecord {
  readonly accountId: string;
  readonly kind: TokenKind;
  readonly createdAt: number;
  /** Set on an exchanged token: the id of the original token, whose end also ends this one. */
  readonly grantedBy?: string;
  /**
   * Set on a lasting token created with another token: that token's id, whose revocation also revokes this
   * one.
   */
  readonly madeWith?: string;
  /** Set on a console token exchanged without the password; operations that need full access refuse it. */
  readonly limited?: true;
  /** Id and visible part for lists; absent in tokens that expire by themselves. */
  readonly listed?: { readonly id: string; readonly hint: string; readonly usedAt: number };
  readonly revokedAt?: number;
  /** For a browser and a link: the account's `passwordEpoch` at creation. */
  readonly passwordEpoch?: number;
  /** For other tokens: the account's `tokenEpoch` at creation. */
  readonly tokenEpoch?: number;
}

export interface AccountRecord {
  readonly id: string;
  readonly shortName: string;
  readonly passwordHash: string;
  /**
   * Number of logouts of all browsers by a new password; absent for 0. A browser login belongs to one epoch.
   */
  readonly passwordEpoch?: number;
  /** Number of password changes that ended all tokens; absent for 0. A token belongs to one epoch. */
  readonly tokenEpoch?: number;
  /**
   * Number of revocations; absent for 0. The next one ends a merchant's access token that was created with a
   * token.
   */
  readonly revocations?: number;
  /** Deadline to replace a trainer's one-time password. */
  readonly oneTimePasswordUntil?: number;
  /** Hash of the password that a one-time password replaced; restored when the account leaves that class. */
  readonly passwordBefore?: { readonly hash: string; readonly classId: string };
  readonly webhookSecret: string;
  /**
   * The previous secret and the end of its signing by the account's clock; later it only explains old
   * signatures.
   */
  readonly previousWebhookSecret?: { readonly secret: string; readonly until: number };
  readonly key: {
    readonly id: string;
    readonly tokenHint: string;
    readonly createdAt: number;
    readonly revokedAt?: number;
  };
  /** SHA-256 of the current console token; a login replaces it. */
  readonly consoleTokenId: string | null;
  /** As stored; `settingsOf` adds the initial values. */
  readonly settings: Partial<AccountSettings>;
  readonly classId?: string;
  readonly merchantId?: string;
  /** Agreement of the demo account, which a reset restores under the same id. */
  readonly demoAgreementId?: string;
  /** Absent if the account uses the machine's time. */
  readonly clock?: AccountClock;
  /** Offset that keeps later credit ids clear of those of a loaded snapshot. */
  readonly creditIdsFrom?: number;
  /** Shift of the loaded snapshot's times in ms; the next snapshot is saved with the original times. */
  readonly timeShiftMs?: number;
  readonly chaos?: AccountChaos;
  /** Set while the account has a script; with `onPayment`, a rule applies to attempts to pay. */
  readonly script?: { readonly onPayment: boolean };
  /** Address for the operator, who created the account. */
  readonly email?: string;
  /** Set while the operator has suspended the account: nobody can call it, and its webhooks wait. */
  readonly suspended?: { readonly reason: string; readonly at: number };
  /** Time at which the operator's deletion takes effect. */
  readonly deleteAt?: number;
  /** Set from the end of a suspension until the webhooks that waited have a due time again. */
  readonly releaseAt?: number;
  /** The operator's quotas for this account alone. */
  readonly quotas?: Partial<Quotas>;
  readonly createdAt: number;
}

export interface CertificateRecord {
  readonly accountId: string;
  readonly code: string;
  readonly fullName: string;
  readonly classTitle?: string;
  readonly total: number;
  readonly doneAt: number;
  readonly byProgram: readonly string[];
  /** The practices that it certifies; absent for all. */
  readonly practiceIds?: readonly string[];
  /** The trainer who issued it; absent if the holder chose the name. */
  readonly issuedBy?: { readonly accountId: string; readonly classId: string };
  /** Name of the school or the trainer. */
  readonly mark?: string;
  readonly issuedAt?: number;
  readonly revokedAt?: number;
}

export interface AgreementRecord extends KeptRecord<'agreements'>, Owned {}
export interface PartnerRecord extends KeptRecord<'partners'>, Owned {}

export const paymentMethods = ['immediate_debit', 'mobile_payment', 'crypto'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
export type SessionStatus = SessionRecord['status'];
export type AccreditationState = SessionRecord['accreditation'];
export type AccreditationOutcome = NonNullable<SessionRecord['accreditationDue']>['outcome'];

/** Id: UUID v4. `fields` has the merchant's values under their wire names. */
export interface SessionRecord extends KeptRecord<'sessions'>, Owned {
  readonly fields: SessionFields;
  /** Credentials that `webhook_url` masks as `***`; snapshots don't contain them. */
  readonly webhookCredentials?: string;
  /** Set if a snapshot brought the pending session; its later events prove no practice. */
  readonly fromFile?: true;
}

export type Credit = NonNullable<SessionRecord['credits']>[number];
export type PaymentRecord = NonNullable<SessionRecord['payment']>;
/** Values of the page's form under its field names; null if empty. */
export type PayerRecord = NonNullable<PaymentRecord['payer']>;

export interface DeliveryRecord extends Omit<KeptRecord<'deliveries'>, 'emission' | 'chaos'>, Owned {
  /** Id of the trace event `webhook.emitted` with the signed bytes and the headers. */
  readonly emittedEventId: number;
  readonly credentials?: string;
  readonly chaos?: DeliveryChaos;
  readonly last?: LastAttempt;
  /** Set if a snapshot brought the delivery, or its session. */
  readonly fromFile?: true;
}

export interface LastAttempt {
  readonly status: number | null;
  readonly error: string | null;
  readonly durationMs: number;
  readonly cause?: DiagnosisCode;
}

export interface ReplayRecord {
  readonly accountId: string;
  /** SHA-256 over method, path and body with sorted members. */
  readonly fingerprint: string;
  readonly status: number;
  readonly body: string;
  readonly createdAt: number;
}

export interface PracticeRecord {
  readonly accountId: string;
  readonly practiceId: string;
  readonly completedAt: number;
  readonly evidence: { readonly event_id: number; readonly type: string; readonly session_id?: string };
  /** Set if a snapshot brought it; it counts for no class and no certificate. */
  readonly fromFile?: true;
  readonly by?: 'program' | 'tool';
}

/** Returns the id of a practice's record. Records from a file, a tool and a program are separate. */
export function practiceKey({
  accountId,
  practiceId,
  fromFile,
  by,
}: Pick<PracticeRecord, 'accountId' | 'practiceId' | 'fromFile' | 'by'>): string {
  return `${accountId}:${practiceId}${fromFile ? ':file' : by === 'program' ? ':program' : ''}`;
}

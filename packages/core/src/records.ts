import type { AccountSettings, Quotas, SessionFields, StoredRecord } from '@svc-simulator/contract';
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
  /** Login names. The id is the name in lower case, so two names can't differ only in case. */
  name: { readonly accountId: string };
  /** Tokens. The id is a token's SHA-256, so the store contains no usable token. */
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
  /** For each terminal serial (the id): the accounts that have or had a terminal with this serial. */
  serial: { readonly accountIds: readonly string[] };
  transaction: TransactionRecord;
  settlement: SettlementRecord;
  script: ScriptRecord;
  script_progress: ScriptProgressRecord;
  class: ClassRecord;
  class_code: { readonly classId: string };
  class_member: ClassMemberRecord;
  /** The instance to which an account's relay is connected; the id is the account's. */
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

/** `browser`: the cookie of a login to the console. `link`: logs a browser in once. */
export type TokenKind = 'api' | 'console' | 'refresh' | 'browser' | 'link';

export interface TokenRecord {
  readonly accountId: string;
  readonly kind: TokenKind;
  readonly createdAt: number;
  /** For an exchanged token or a login: the id of its grantor, the token whose end also ends this token. */
  readonly grantedBy?: string;
  /** For a lasting token: the id of its parent, the token that created it and whose revocation revokes it. */
  readonly madeWith?: string;
  /**
   * True for a console token that was exchanged without the password; operations that need full access refuse
   * it.
   */
  readonly limited?: true;
  /** Data for the list of tokens; absent in tokens that expire by themselves, which the list omits. */
  readonly listed?: { readonly id: string; readonly hint: string; readonly usedAt: number };
  readonly revokedAt?: number;
  /** For `browser` and `link`: the account's `passwordEpoch` at creation. A later epoch ends the token. */
  readonly passwordEpoch?: number;
  /** For other tokens: the account's `tokenEpoch` at creation. A later epoch ends the token. */
  readonly tokenEpoch?: number;
}

export interface AccountRecord {
  readonly id: string;
  readonly shortName: string;
  readonly passwordHash: string;
  /** Number of password changes that logged out all browsers; absent for 0. */
  readonly passwordEpoch?: number;
  /** Number of password changes that ended all tokens; absent for 0. */
  readonly tokenEpoch?: number;
  /**
   * Number of token revocations; absent for 0. A merchant's access token that an API token created contains
   * this number, and is invalid after the next revocation.
   */
  readonly revocations?: number;
  /** Time until which a one-time password is valid. */
  readonly oneTimePasswordUntil?: number;
  /** The password that a trainer's one-time password replaced; restored if the account leaves the class. */
  readonly passwordBefore?: {
    readonly hash: string;
    readonly classId: string;
    readonly oneTimePasswordUntil?: number;
  };
  readonly webhookSecret: string;
  /** Until `until` (account time), each webhook also has a signature with the previous secret. */
  readonly previousWebhookSecret?: { readonly secret: string; readonly until: number };
  readonly key: {
    readonly id: string;
    readonly tokenHint: string;
    readonly createdAt: number;
    readonly revokedAt?: number;
  };
  /** SHA-256 of the current console token, which the next login replaces. */
  readonly consoleTokenId: string | null;
  /** Only changed settings; `settingsOf` adds the initial values. */
  readonly settings: Partial<AccountSettings>;
  readonly classId?: string;
  readonly merchantId?: string;
  /** Id of the demo account's agreement, which a reset restores. */
  readonly demoAgreementId?: string;
  readonly clock?: AccountClock;
  /** Offset of new credit ids, so that they differ from those of a loaded snapshot. */
  readonly creditIdsFrom?: number;
  /** Milliseconds by which the loaded snapshot's times were shifted; saving reverses the shift. */
  readonly timeShiftMs?: number;
  readonly chaos?: AccountChaos;
  /** Set while the account has a script. `onPayment`: a rule of the script names a payment method. */
  readonly script?: { readonly onPayment: boolean };
  /** Email that the operator entered when creating the account. */
  readonly email?: string;
  /** Set while the operator has suspended the account: all calls are refused, and webhooks wait. */
  readonly suspended?: { readonly reason: string; readonly at: number };
  readonly deleteAt?: number;
  /** Set from the end of a suspension until the held webhooks are due again. */
  readonly releaseAt?: number;
  /** Quotas that the operator set for this account. */
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
  /** Ids of the certified practices; absent for all. */
  readonly practiceIds?: readonly string[];
  /** The trainer who issued the certificate; absent if the holder did. */
  readonly issuedBy?: { readonly accountId: string; readonly classId: string };
  readonly mark?: string;
  readonly issuedAt?: number;
  readonly revokedAt?: number;
}

export interface AgreementRecord extends StoredRecord<'agreements'>, Owned {}
export interface PartnerRecord extends StoredRecord<'partners'>, Owned {}

export type PaymentMethod = SessionRecord['paymentMethods'][number];
export type SessionStatus = SessionRecord['status'];
export type AccreditationState = SessionRecord['accreditation'];
export type AccreditationOutcome = NonNullable<SessionRecord['accreditationDue']>['outcome'];

/** A payment session; its id is a UUID v4. `fields` contains the merchant's request under its JSON names. */
export interface SessionRecord extends StoredRecord<'sessions'>, Owned {
  readonly fields: SessionFields;
  /** Credentials of `webhook_url`, which shows them as `***`; snapshots omit them. */
  readonly webhookCredentials?: string;
  /** True if the pending session comes from a snapshot, so that its later events prove no practice. */
  readonly fromFile?: true;
}

export type Credit = NonNullable<SessionRecord['credits']>[number];
export type PaymentRecord = NonNullable<SessionRecord['payment']>;
/** Values of the payment page's form under its field names; null if empty. */
export type PayerRecord = NonNullable<PaymentRecord['payer']>;

export interface DeliveryRecord extends Omit<StoredRecord<'deliveries'>, 'emission' | 'chaos'>, Owned {
  /** Id of the trace event `webhook.emitted` with the signed bytes and the headers. */
  readonly emittedEventId: number;
  readonly credentials?: string;
  readonly chaos?: DeliveryChaos;
  readonly last?: LastAttempt;
  /** True if the delivery or its session comes from a snapshot. */
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
  /** SHA-256 of the method, the path and the body with sorted members. */
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
  /** True if it comes from a snapshot, so it counts for no class and no certificate. */
  readonly fromFile?: true;
  readonly by?: 'program' | 'tool';
}

/** Returns the id of a practice's record. A snapshot, a tool and a program each have their own record. */
export function practiceKey({
  accountId,
  practiceId,
  fromFile,
  by,
}: Pick<PracticeRecord, 'accountId' | 'practiceId' | 'fromFile' | 'by'>): string {
  return `${accountId}:${practiceId}${fromFile ? ':file' : by === 'program' ? ':program' : ''}`;
}

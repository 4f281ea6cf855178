import type { AccountSettings, KeptRecord, SessionFields } from '@svc-simulator/contract';
import type { AccountChaos, DeliveryChaos } from './chaos/chaos.ts';
import type { ClassMemberRecord, ClassRecord } from './class/class-records.ts';
import type { AccountClock } from './clock.ts';
import type { DiagnosisCode } from './delivery/diagnosis/causes.ts';
import type {
  MerchantRecord,
  SettlementRecord,
  TerminalRecord,
  TransactionRecord,
} from './pos/pos-records.ts';
import type { ScriptProgressRecord, ScriptRecord } from './script/script-records.ts';

/**
 * Stored records, one interface per kind. Times are milliseconds since the epoch. Money is integer minor
 * units: a number in the reference currency, decimal digits in VES, which can exceed 2^53.
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
  /** Completed practices; the id is `practiceKey`. */
  practice: PracticeRecord;
  /** Certificates; the id is the code that verifies one. */
  certificate: CertificateRecord;
  merchant: MerchantRecord;
  /** POS terminals; the id is `terminalKey`. */
  terminal: TerminalRecord;
  /**
   * Accounts with a terminal of a serial, current or former; the id is the serial, the only name in a
   * terminal's request.
   */
  serial: { readonly accountIds: readonly string[] };
  /** Payment requests on terminals; the id is `transactionKey`. */
  transaction: TransactionRecord;
  /** Settlements; the id is `settlementKey`. */
  settlement: SettlementRecord;
  /** Scripted outcomes of the next sessions; the id is the account's. */
  script: ScriptRecord;
  /** Progress of that script; the id is the account's. */
  script_progress: ScriptProgressRecord;
  class: ClassRecord;
  /** Join codes; the id is the code. */
  class_code: { readonly classId: string };
  /** Members of classes; the id is `classMemberKey`. */
  class_member: ClassMemberRecord;
  /** Which of several instances has an account's relay; the id is the account's. */
  relay: { readonly accountId: string; readonly relayId: string; readonly instance: string };
  /** The simulator's own secrets; the id says what for. */
  secret: { readonly hex: string };
}

export type Kind = keyof Records;

/** What every record of an account has besides what a snapshot has of it. */
interface Owned {
  readonly accountId: string;
}

/** `browser`: the cookie of somebody who is logged in to the console's pages; `link`: what logs one in, once. */
export type TokenKind = 'api' | 'console' | 'refresh' | 'browser' | 'link';

export interface TokenRecord {
  readonly accountId: string;
  readonly kind: TokenKind;
  readonly createdAt: number;
  /** Set on a token that was given for another one: the id of that one, with which it ends at the latest. */
  readonly grantedBy?: string;
  /** Set on one that lasts and was made with another: the id of that one, whose revocation revokes this one. */
  readonly madeWith?: string;
  /** A console token that an API token was exchanged for without the password: it opens no operation that wants a full one. */
  readonly limited?: true;
  /** What lists need: its own id, and what may be shown of it. Absent in those that end by themselves. */
  readonly listed?: { readonly id: string; readonly hint: string; readonly usedAt: number };
  /** Since when it opens nothing any more. */
  readonly revokedAt?: number;
  /** Of a browser and a link: the account's when it was made. */
  readonly passwordEpoch?: number;
  /** Of the others: the account's when it was made. */
  readonly tokenEpoch?: number;
}

export interface AccountRecord {
  /** `acc_` + 16 hex. */
  readonly id: string;
  readonly shortName: string;
  /** `scrypt$N$r$p$salt$hash`. */
  readonly passwordHash: string;
  /** How often browsers were logged out by a new password; absent: never. A browser's log-in ends with the password that it was made with. */
  readonly passwordEpoch?: number;
  /** How often a change of the password ended all tokens; absent: never. They end with the one that they were made with. */
  readonly tokenEpoch?: number;
  /** How often tokens were revoked; absent: never. A merchant's access token that was made with a token ends with the next time. */
  readonly revocations?: number;
  /** Set while the password is one that a trainer gave: until when it can be replaced. */
  readonly oneTimePasswordUntil?: number;
  /** Beside it: the hash of the password that it took the place of, which is back when the account leaves that class. */
  readonly passwordBefore?: { readonly hash: string; readonly classId: string };
  readonly webhookSecret: string;
  /** The one before it, and until when it signs beside it, by the account's clock; then it only explains older signatures. */
  readonly previousWebhookSecret?: { readonly secret: string; readonly until: number };
  readonly key: {
    readonly id: string;
    readonly tokenHint: string;
    readonly createdAt: number;
    /** Since when the token that the registration gave opens nothing any more. */
    readonly revokedAt?: number;
  };
  /** SHA-256 of the current console token; a login replaces it. */
  readonly consoleTokenId: string | null;
  /** As they were stored: `settingsOf` says which count. */
  readonly settings: Partial<AccountSettings>;
  /** The class that it is in as a trainee. */
  readonly classId?: string;
  /** The account's merchant profile, if it has one. */
  readonly merchantId?: string;
  /** Set on the demo account: the agreement that a reset gives back under the same id. */
  readonly demoAgreementId?: string;
  /** Its own time; absent: the machine's. */
  readonly clock?: AccountClock;
  /** Set once a snapshot with credits was loaded: how far the ids of later credits are moved, so that they are none of those. */
  readonly creditIdsFrom?: number;
  /** How far the times of the snapshot that was loaded were shifted, in ms: the next one is saved with the former times. */
  readonly timeShiftMs?: number;
  /** What is made to go wrong; absent: nothing. */
  readonly chaos?: AccountChaos;
  /** Set while it has a script; `onPayment`: some rule is looked at when somebody pays. */
  readonly script?: { readonly onPayment: boolean };
  readonly createdAt: number;
}

/** What a certificate says, as it was when it was issued; an account has one. */
export interface CertificateRecord {
  readonly accountId: string;
  readonly code: string;
  /** As its owner wants it to stand there. */
  readonly fullName: string;
  readonly classTitle?: string;
  /** Practices that were done. */
  readonly total: number;
  /** When the last of them was. */
  readonly doneAt: number;
  /** Those that a program did. */
  readonly byProgram: readonly string[];
}

/** Id: `agr_` + 16 hex. */
export interface AgreementRecord extends KeptRecord<'agreements'>, Owned {}
export interface PartnerRecord extends KeptRecord<'partners'>, Owned {}

export const paymentMethods = ['immediate_debit', 'mobile_payment', 'crypto'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
export type SessionStatus = SessionRecord['status'];
export type AccreditationState = SessionRecord['accreditation'];
export type AccreditationOutcome = NonNullable<SessionRecord['accreditationDue']>['outcome'];

/** Id: UUID v4. What merchants say is in `fields`, under its wire names. */
export interface SessionRecord extends KeptRecord<'sessions'>, Owned {
  readonly fields: SessionFields;
  /** Those of `webhook_url`, which has `***` in their place; no snapshot has them. */
  readonly webhookCredentials?: string;
  /** A snapshot brought it while it was to go on by itself: what comes of that is nobody's doing, and counts for no practice. */
  readonly fromFile?: true;
}

/** One credit of leg 2. */
export type Credit = NonNullable<SessionRecord['credits']>[number];
/** What leg 1 left behind, whether it paid or not. */
export type PaymentRecord = NonNullable<SessionRecord['payment']>;
/** What the payer typed on the page, under the names of its form; null: nothing. */
export type PayerRecord = NonNullable<PaymentRecord['payer']>;

/** Id: UUID v4. */
export interface DeliveryRecord extends Omit<KeptRecord<'deliveries'>, 'emission' | 'chaos'>, Owned {
  /** The trace event `webhook.emitted`, which holds the signed bytes and the headers. */
  readonly emittedEventId: number;
  /** Those of `url`, which has `***` in their place; no snapshot has them. */
  readonly credentials?: string;
  /** Emitted while chaos was set. */
  readonly chaos?: DeliveryChaos;
  /** How its latest attempt went; absent before the first. */
  readonly last?: LastAttempt;
  /** As a session's: a snapshot brought it, or a session of one emitted it by itself. */
  readonly fromFile?: true;
}

export interface LastAttempt {
  /** What the receiver answered; null when no answer came. */
  readonly status: number | null;
  readonly error: string | null;
  /** Of the receiver's answer. */
  readonly durationMs: number;
  /** The likeliest reason why it failed. */
  readonly cause?: DiagnosisCode;
}

export interface ReplayRecord {
  readonly accountId: string;
  /** SHA-256 over method, path and body, its members in order. */
  readonly fingerprint: string;
  readonly status: number;
  /** The answer's body, as it was sent. */
  readonly body: string;
  readonly createdAt: number;
}

export interface PracticeRecord {
  readonly accountId: string;
  readonly practiceId: string;
  readonly completedAt: number;
  readonly evidence: { readonly event_id: number; readonly type: string; readonly session_id?: string };
  /** A snapshot brought it: nobody has seen it done here, so that it counts for no class and no certificate. */
  readonly fromFile?: true;
  /** Who did it; absent where anybody may. */
  readonly by?: 'program' | 'tool';
}

/** Id of a practice's record. What a file brought, a tool did and a program did stand beside each other. */
export function practiceKey({
  accountId,
  practiceId,
  fromFile,
  by,
}: Pick<PracticeRecord, 'accountId' | 'practiceId' | 'fromFile' | 'by'>): string {
  return `${accountId}:${practiceId}${fromFile ? ':file' : by === 'program' ? ':program' : ''}`;
}

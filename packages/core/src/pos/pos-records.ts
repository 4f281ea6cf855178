import type { KeptMerchant, KeptRecord } from '@svc-simulator/contract';

/** The merchant profile of an account (contract section 2). Its id is the `merchantId`, a UUID v4. */
export interface MerchantRecord extends KeptMerchant {
  readonly accountId: string;
  /** `scrypt$N$r$p$salt$hash`. */
  readonly passwordHash: string;
}

/** What somebody says of a merchant when it is registered; a password beside it is not kept. */
type MerchantProfile = Omit<MerchantRecord, 'id' | 'accountId' | 'passwordHash' | 'status' | 'createdAt'>;

/** The profile of an account, made when `createdAt` says. */
export function newMerchant(
  { password: _, ...profile }: MerchantProfile & { readonly password?: string },
  { id, ...own }: Pick<MerchantRecord, 'id' | 'accountId' | 'passwordHash' | 'createdAt'>,
): MerchantRecord {
  return { ...profile, id, ...own, status: 'ACTIVE' };
}

/** A pairing code that is out (contract section 6). */
export interface PairingCode {
  /** 6 digits. */
  readonly code: string;
  readonly expiresAt: number;
  readonly wrongTries: number;
}

export type TerminalState = 'unlinked' | 'pairing' | 'linked';

/** A POS terminal of a merchant. Its record stands under `terminalKey`, since serials are unique within an account only. */
export interface TerminalRecord extends Omit<KeptRecord<'terminals'>, 'state'> {
  readonly accountId: string;
  readonly state: TerminalState;
  /** Set while `pairing`. */
  readonly code: PairingCode | null;
  /** 64 hex; set while `linked`. */
  readonly secretKey: string | null;
  /** The id of the API token that its code was asked for with, where no password was shown: the link ends with that. */
  readonly linkedWith?: string;
  /** The account's `tokenEpoch` then, or 0: the link ends with it. Absent: it was linked by an older version. */
  readonly linkedEpoch?: number;
}

/** A payment request on a terminal. Its record stands under `transactionKey`, since an order is used once by a merchant. */
export interface TransactionRecord extends KeptRecord<'transactions'> {
  readonly accountId: string;
  readonly merchantId: string;
}

/** Bank confirmation of a payment (specification, Transaction, `confirmData`). */
export type Confirmation = NonNullable<TransactionRecord['confirmation']>;

/** A closing of a terminal's batch (contract sections 6 and 9). Its record stands under `settlementKey`. */
export interface SettlementRecord extends KeptRecord<'settlements'> {
  readonly accountId: string;
}

/** Id of a terminal's record. */
export function terminalKey(accountId: string, serial: string): string {
  return `${accountId}:${serial}`;
}

/** Id of a transaction's record. A UUID is the same in upper and lower case. */
export function transactionKey(merchantId: string, orderId: string): string {
  return `${merchantId}:${orderId.toLowerCase()}`;
}

/** Id of a closing's record. The batch 7 and the batch "7" are the same: a path cannot tell them apart. */
export function settlementKey(terminalId: string, batchNumber: number | string): string {
  return `${terminalId}:${batchNumber}`;
}

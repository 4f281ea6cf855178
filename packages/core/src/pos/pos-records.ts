import type { StoredMerchant, StoredRecord } from '@svc-simulator/contract';

/** The merchant of an account (contract section 2). Its id, a UUID v4, is the `merchantId`. */
export interface MerchantRecord extends StoredMerchant {
  readonly accountId: string;
  readonly passwordHash: string;
}

type MerchantProfile = Omit<MerchantRecord, 'id' | 'accountId' | 'passwordHash' | 'status' | 'createdAt'>;

export function newMerchant(
  { password: _, ...profile }: MerchantProfile & { readonly password?: string },
  { id, ...generated }: Pick<MerchantRecord, 'id' | 'accountId' | 'passwordHash' | 'createdAt'>,
): MerchantRecord {
  return { ...profile, id, ...generated, status: 'ACTIVE' };
}

export interface PairingCode {
  /** 6 digits. */
  readonly code: string;
  readonly expiresAt: number;
  readonly wrongTries: number;
}

export type TerminalState = 'unlinked' | 'pairing' | 'linked';

/** A POS terminal, stored under `terminalKey`, because serials are only unique within an account. */
export interface TerminalRecord extends Omit<StoredRecord<'terminals'>, 'state'> {
  readonly accountId: string;
  readonly state: TerminalState;
  readonly code: PairingCode | null;
  /** 64 hexadecimal digits; set while `linked`. */
  readonly secretKey: string | null;
  /** Id of the API token that requested the pairing code. Revoking the token unlinks the terminal. */
  readonly linkedWith?: string;
  /**
   * The account's `tokenEpoch` at linking; a later epoch unlinks the terminal. Absent if an older version
   * linked it.
   */
  readonly linkedEpoch?: number;
}

/**
 * A payment request on a terminal, stored under `transactionKey`. The key contains the merchant's id, because
 * two merchants can use the same order id.
 */
export interface TransactionRecord extends StoredRecord<'transactions'> {
  readonly accountId: string;
  readonly merchantId: string;
}

export type Confirmation = NonNullable<TransactionRecord['confirmation']>;

export interface SettlementRecord extends StoredRecord<'settlements'> {
  readonly accountId: string;
}

export function terminalKey(accountId: string, serial: string): string {
  return `${accountId}:${serial}`;
}

/** Returns the id of a transaction's record. Order ids are UUIDs, whose letter case doesn't matter. */
export function transactionKey(merchantId: string, orderId: string): string {
  return `${merchantId}:${orderId.toLowerCase()}`;
}

/** Returns the id of a settlement's record. Batch 7 and batch "7" have one id, because their URLs are equal. */
export function settlementKey(terminalId: string, batchNumber: number | string): string {
  return `${terminalId}:${batchNumber}`;
}

import type { KeptMerchant, KeptRecord } from '@svc-simulator/contract';

/** The merchant profile of an account (contract section 2). Its id is the `merchantId`, a UUID v4. */
export interface MerchantRecord extends KeptMerchant {
  readonly accountId: string;
  readonly passwordHash: string;
}

type MerchantProfile = Omit<MerchantRecord, 'id' | 'accountId' | 'passwordHash' | 'status' | 'createdAt'>;

export function newMerchant(
  { password: _, ...profile }: MerchantProfile & { readonly password?: string },
  { id, ...own }: Pick<MerchantRecord, 'id' | 'accountId' | 'passwordHash' | 'createdAt'>,
): MerchantRecord {
  return { ...profile, id, ...own, status: 'ACTIVE' };
}

export interface PairingCode {
  /** 6 digits. */
  readonly code: string;
  readonly expiresAt: number;
  readonly wrongTries: number;
}

export type TerminalState = 'unlinked' | 'pairing' | 'linked';

/**
 * A POS terminal of a merchant. Stored under `terminalKey`, because serials are only unique within an
 * account.
 */
export interface TerminalRecord extends Omit<KeptRecord<'terminals'>, 'state'> {
  readonly accountId: string;
  readonly state: TerminalState;
  readonly code: PairingCode | null;
  /** 64 hex; set while `linked`. */
  readonly secretKey: string | null;
  /** Id of the API token that requested the code without a password; revoking it ends the link. */
  readonly linkedWith?: string;
  /**
   * The account's `tokenEpoch` when it was linked, or 0; a later epoch ends the link. Absent if an older
   * version linked it.
   */
  readonly linkedEpoch?: number;
}

/** A payment request on a terminal. Stored under `transactionKey`, because a merchant uses an order once. */
export interface TransactionRecord extends KeptRecord<'transactions'> {
  readonly accountId: string;
  readonly merchantId: string;
}

export type Confirmation = NonNullable<TransactionRecord['confirmation']>;

export interface SettlementRecord extends KeptRecord<'settlements'> {
  readonly accountId: string;
}

export function terminalKey(accountId: string, serial: string): string {
  return `${accountId}:${serial}`;
}

/** Returns the id of a transaction's record. Upper and lower case of a UUID are the same. */
export function transactionKey(merchantId: string, orderId: string): string {
  return `${merchantId}:${orderId.toLowerCase()}`;
}

/**
 * Returns the id of a settlement's record. The batches 7 and "7" are the same, because a path can't
 * distinguish them.
 */
export function settlementKey(terminalId: string, batchNumber: number | string): string {
  return `${terminalId}:${batchNumber}`;
}

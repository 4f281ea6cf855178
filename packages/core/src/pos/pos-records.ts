import type { TransactionStatus } from '@svc-simulator/contract';
import type { Currency } from '../money.ts';

/** The merchant profile of an account (contract section 2). Its id is the `merchantId`, a UUID v4. */
export interface MerchantRecord {
  readonly id: string;
  readonly accountId: string;
  readonly legalName: string;
  readonly taxId: string;
  /** As it was sent; it opens the merchant login whatever its case. */
  readonly email: string;
  /** `scrypt$N$r$p$salt$hash`. */
  readonly passwordHash: string;
  readonly phone?: string;
  readonly address?: string;
  readonly status: 'ACTIVE';
  readonly createdAt: number;
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
export interface TerminalRecord {
  /** UUID v4: names the terminal where its serial, any text, would not do. */
  readonly id: string;
  readonly accountId: string;
  readonly serial: string;
  readonly state: TerminalState;
  /** Set while `pairing`. */
  readonly code: PairingCode | null;
  /** 64 hex; set while `linked`. */
  readonly secretKey: string | null;
  /** Payments that it has confirmed since its last closing. */
  readonly paidSinceClosing: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Bank confirmation of a payment (specification, Transaction, `confirmData`). */
export interface Confirmation {
  readonly authorizationCode: string;
  readonly processCode?: string | undefined;
  readonly committedAt: number;
  /** Minor units of the transaction's currency. */
  readonly amountMinor: number;
  readonly terminalNumber?: string | undefined;
  readonly trace?: string | undefined;
  readonly utcDate?: string | undefined;
  readonly cardTypeForRpt?: string | undefined;
  readonly visOrMccCard?: string | undefined;
  readonly batchNumber?: number | string | undefined;
}

/** A payment request on a terminal. Its record stands under `transactionKey`, since an order is used once by a merchant. */
export interface TransactionRecord {
  /** UUID v4. */
  readonly id: string;
  readonly accountId: string;
  readonly merchantId: string;
  /** As it was sent. */
  readonly orderId: string;
  readonly status: TransactionStatus;
  readonly amountMinor: number;
  readonly currencyReference: Currency;
  readonly allowAmountChange: boolean;
  readonly clientIdentification?: string;
  /** Absent: every terminal of the merchant sees it. */
  readonly terminalSerial?: string;
  readonly deeplinkConfig?: {
    readonly returnPackage?: string | undefined;
    readonly returnActivity?: string | undefined;
  };
  /** Stays after a void. */
  readonly confirmation: Confirmation | null;
  /** When it was cancelled or voided; null again once a cancelled one is paid. */
  readonly cancelledAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** How a closing may name its terminal (contract section 10). */
export interface NamedTerminal {
  readonly id?: string;
  readonly affiliateCode?: string;
  readonly number?: string;
  readonly serial?: string;
}

/** A closing of a terminal's batch (contract sections 6 and 9). Its record stands under `settlementKey`. */
export interface SettlementRecord {
  readonly accountId: string;
  /** `TerminalRecord.id`. */
  readonly terminalId: string;
  readonly serial: string;
  readonly batchNumber: number | string;
  readonly transactionCount: number;
  readonly closedAt: number;
  readonly currencyReference: Currency;
  /** As it was sent. */
  readonly terminal?: string | NamedTerminal;
  readonly debitBatch?: number | string;
  readonly createdAt: number;
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

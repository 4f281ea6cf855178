import type { RandomSource } from './random.ts';
import type { SessionNumbers } from './session/credits.ts';

/** 192 bits, more than the 160 that contract section 1 requires. */
const TOKEN_BYTES = 24;
const MAX_INT32 = 2 ** 31 - 1;
const MIN_TRANSACTION_ID = 1_000_000_000;
/** Number of ten-digit ids that fit the signed `int32` of existing programs (contract section 10). */
const TRANSACTION_ID_COUNT = MAX_INT32 - MIN_TRANSACTION_ID + 1;
/** Existing programs read the id of a credit as a signed `int32` (contract section 12). */
const MAX_CREDIT_ID = MAX_INT32;
/** 20 recipients and the owner (contract section 9). */
const MAX_CREDITS_PER_EVENT = 21;
const REFERENCE_DIGITS = 12;
const PAIRING_DIGITS = 6;

export const accountId = (random: RandomSource): string => `acc_${random.hex(8)}`;

export const agreementId = (random: RandomSource): string => `agr_${random.hex(8)}`;

function secretGenerator(prefix: string) {
  return (random: RandomSource): string => prefix + random.base64url(TOKEN_BYTES);
}

export const apiToken = secretGenerator('sim_api_');

export const consoleToken = secretGenerator('sim_con_');

export const refreshToken = secretGenerator('sim_ref_');

export const browserToken = secretGenerator('sim_web_');

export const linkToken = secretGenerator('sim_lnk_');

export const webhookSecret = secretGenerator('whsec_');

export function terminalSecret(random: RandomSource): string {
  return random.hex(32);
}

export function pairingCode(random: RandomSource): string {
  return String(Math.floor(random.float() * 10 ** PAIRING_DIGITS)).padStart(PAIRING_DIGITS, '0');
}

/** Returns the public name of a token; `id` is its SHA-256 in hex. */
export function tokenName(id: string): string {
  return `tok_${id.slice(0, 16)}`;
}

/** Returns the part of a token that lists can show: its prefix and its last four characters. */
export function tokenHint(token: string): string {
  const prefix = /^(?:sim_(?:api|con|ref)|whsec)_/.exec(token)?.[0] ?? '';
  return `${prefix}…${token.slice(-4)}`;
}

export interface CreditIds {
  readonly nextEventId: number;
  readonly creditIdsFrom?: number | undefined;
}

/** Returns generators of the numbers that one change gives to its payment and its credits. */
export function sessionNumbers(
  random: RandomSource,
  { nextEventId, creditIdsFrom = 0 }: CreditIds,
): SessionNumbers {
  // Every change stores an event, so no other change has this event id or these 21 numbers.
  let next = creditIdsFrom + nextEventId * MAX_CREDITS_PER_EVENT;
  return {
    transactionId: () => MIN_TRANSACTION_ID + Math.floor(random.float() * TRANSACTION_ID_COUNT),
    creditId: () => String(1 + (next++ % MAX_CREDIT_ID)),
    reference: () =>
      String(Math.floor(random.float() * 10 ** REFERENCE_DIGITS)).padStart(REFERENCE_DIGITS, '0'),
  };
}

/** Returns a `creditIdsFrom` with which later credits get none of `usedIds`. */
export function creditIdsBeyond(
  usedIds: readonly string[],
  { nextEventId, creditIdsFrom = 0 }: CreditIds,
): number {
  const largest = usedIds
    .filter((id) => /^\d{1,10}$/.test(id))
    .map(Number)
    .filter((id) => id <= MAX_CREDIT_ID)
    .reduce((max, id) => Math.max(max, id), 0);
  return Math.max(creditIdsFrom, largest - nextEventId * MAX_CREDITS_PER_EVENT);
}

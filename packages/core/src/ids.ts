import type { RandomSource } from './random.ts';
import type { SessionNumbers } from './session/credits.ts';

/** 192 bits, more than the 160 that contract section 1 requires. */
const SECRET_BYTES = 24;
/** Ten digits below 2^31, because programs in the field use a signed `int32` (contract section 10). */
const TRANSACTION_IDS = 2 ** 31 - 1_000_000_000;
/** Largest id of a credit, also a signed `int32` (contract section 12). */
const CREDIT_IDS = 2 ** 31 - 1;
/** Most credits of one leg 2: 20 recipients and the owner (contract section 9). */
const CREDITS_OF_AN_EVENT = 21;
const REFERENCE_DIGITS = 12;
const PAIRING_DIGITS = 6;

/** Returns `acc_` + 16 hex (contract section 1). */
export const accountId = (random: RandomSource): string => `acc_${random.hex(8)}`;

/** Returns `agr_` + 16 hex. */
export const agreementId = (random: RandomSource): string => `agr_${random.hex(8)}`;

function secretAfter(prefix: string) {
  return (random: RandomSource): string => prefix + random.base64url(SECRET_BYTES);
}

/** Returns an API token: `sim_api_` + 192 random bits. */
export const apiToken = secretAfter('sim_api_');

/** Returns a console token: `sim_con_` + 192 random bits. */
export const consoleToken = secretAfter('sim_con_');

/** Returns a refresh token: `sim_ref_` + 192 random bits. */
export const refreshToken = secretAfter('sim_ref_');

/** Returns the cookie of a browser session: `sim_web_` + 192 random bits. */
export const browserToken = secretAfter('sim_web_');

/** Returns the token of a one-time link to the console: `sim_lnk_` + 192 random bits. */
export const linkToken = secretAfter('sim_lnk_');

/** Returns a webhook secret: `whsec_` + 192 random bits. */
export const webhookSecret = secretAfter('whsec_');

/** Returns 64 hex. */
export function terminalSecret(random: RandomSource): string {
  return random.hex(32);
}

/** Returns 6 digits. */
export function pairingCode(random: RandomSource): string {
  return String(Math.floor(random.float() * 10 ** PAIRING_DIGITS)).padStart(PAIRING_DIGITS, '0');
}

/** Returns the name of a token in lists and for revoking it; `id` is its SHA-256 in hex. */
export function tokenName(id: string): string {
  return `tok_${id.slice(0, 16)}`;
}

/** Returns the part of a token that may be shown: its prefix and its last four characters. */
export function tokenHint(token: string): string {
  const prefix = /^(?:sim_(?:api|con|ref)|whsec)_/.exec(token)?.[0] ?? '';
  return `${prefix}…${token.slice(-4)}`;
}

export interface CreditIds {
  readonly nextEventId: number;
  /** Set if a snapshot with credits was loaded (`AccountRecord`). */
  readonly creditIdsFrom?: number | undefined;
}

/**
 * Returns the numbers of a payment and of the credits of one change; `random` supplies those of the payment.
 */
export function sessionNumbers(
  random: RandomSource,
  { nextEventId, creditIdsFrom = 0 }: CreditIds,
): SessionNumbers {
  // Each leg 2 is stored with an event whose id no other change gets, so its 21 numbers are free.
  let next = creditIdsFrom + nextEventId * CREDITS_OF_AN_EVENT;
  return {
    transactionId: () => 1_000_000_000 + Math.floor(random.float() * TRANSACTION_IDS),
    creditId: () => String(1 + (next++ % CREDIT_IDS)),
    reference: () =>
      String(Math.floor(random.float() * 10 ** REFERENCE_DIGITS)).padStart(REFERENCE_DIGITS, '0'),
  };
}

/** Returns a `creditIdsFrom` that keeps later credits clear of these ids. */
export function creditIdsBeyond(
  taken: readonly string[],
  { nextEventId, creditIdsFrom = 0 }: CreditIds,
): number {
  const largest = taken
    .filter((id) => /^\d{1,10}$/.test(id))
    .map(Number)
    .filter((id) => id <= CREDIT_IDS)
    .reduce((most, id) => Math.max(most, id), 0);
  return Math.max(creditIdsFrom, largest - nextEventId * CREDITS_OF_AN_EVENT);
}

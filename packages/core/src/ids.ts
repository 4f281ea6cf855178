import type { RandomSource } from './random.ts';
import type { SessionNumbers } from './session/credits.ts';

/** 192 bits, over the 160 that contract section 1 asks of a secret. */
const SECRET_BYTES = 24;
/** Ten digits, below 2^31: programs in the field keep them in a signed `int32` (contract section 10). */
const TRANSACTION_IDS = 2 ** 31 - 1_000_000_000;
/** Ids of credits are from 1 to this, a signed `int32` too (contract section 12). */
const CREDIT_IDS = 2 ** 31 - 1;
/** Most credits of one leg 2: 20 recipients and the owner (contract section 9). */
const CREDITS_OF_AN_EVENT = 21;
const REFERENCE_DIGITS = 12;
const PAIRING_DIGITS = 6;

/** `acc_` + 16 hex (contract section 1). */
export const accountId = (random: RandomSource): string => `acc_${random.hex(8)}`;

/** `agr_` + 16 hex. */
export const agreementId = (random: RandomSource): string => `agr_${random.hex(8)}`;

function secretAfter(prefix: string) {
  return (random: RandomSource): string => prefix + random.base64url(SECRET_BYTES);
}

/** API token: `sim_api_` + 192 random bits. */
export const apiToken = secretAfter('sim_api_');

/** Console token: `sim_con_` + 192 random bits. */
export const consoleToken = secretAfter('sim_con_');

/** Refresh token: `sim_ref_` + 192 random bits. */
export const refreshToken = secretAfter('sim_ref_');

/** A browser's log-in to the console: `sim_web_` + 192 random bits, in a cookie. */
export const browserToken = secretAfter('sim_web_');

/** What a one-time link to the console carries: `sim_lnk_` + 192 random bits. */
export const linkToken = secretAfter('sim_lnk_');

/** Webhook secret: `whsec_` + 192 random bits. */
export const webhookSecret = secretAfter('whsec_');

/** Secret key of a terminal: 64 hex. */
export function terminalSecret(random: RandomSource): string {
  return random.hex(32);
}

/** Pairing code of a terminal: 6 digits. */
export function pairingCode(random: RandomSource): string {
  return String(Math.floor(random.float() * 10 ** PAIRING_DIGITS)).padStart(PAIRING_DIGITS, '0');
}

/** What a token is called where it is listed and revoked; `id` is its SHA-256 in hex. */
export function tokenName(id: string): string {
  return `tok_${id.slice(0, 16)}`;
}

/** What may be shown of a token: its prefix and its last four characters. */
export function tokenHint(token: string): string {
  const prefix = /^(?:sim_(?:api|con|ref)|whsec)_/.exec(token)?.[0] ?? '';
  return `${prefix}…${token.slice(-4)}`;
}

/** What the ids of an account's next credits follow from. */
export interface CreditIds {
  /** The id that the next event of the account's trace gets. */
  readonly nextEventId: number;
  /** Of an account that a snapshot with credits was loaded into (`AccountRecord`). */
  readonly creditIdsFrom?: number | undefined;
}

/** The numbers of a payment and of the credits of one change; the former are drawn from `random`. */
export function sessionNumbers(
  random: RandomSource,
  { nextEventId, creditIdsFrom = 0 }: CreditIds,
): SessionNumbers {
  // Each leg 2 stands in the trace with an event, whose id no other change gets: so the 21 numbers of that event are free.
  let next = creditIdsFrom + nextEventId * CREDITS_OF_AN_EVENT;
  return {
    transactionId: () => 1_000_000_000 + Math.floor(random.float() * TRANSACTION_IDS),
    creditId: () => String(1 + (next++ % CREDIT_IDS)),
    reference: () =>
      String(Math.floor(random.float() * 10 ** REFERENCE_DIGITS)).padStart(REFERENCE_DIGITS, '0'),
  };
}

/** `creditIdsFrom` of an account that gets these credits, so that no later one has their ids. */
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

import { t } from '@svc-simulator/core';
import { InvalidArgumentError } from 'commander';

/** Parsers of option values. Each throws `InvalidArgumentError` with what is allowed. */

export function parsePort(text: string): number {
  return integerWithin(text, 0, 65_535, t`It must be a port from 0 to 65535; 0 takes any free one.`);
}

export function parseTargetPort(text: string): number {
  return integerWithin(text, 1, 65_535, t`It must be a port from 1 to 65535.`);
}

/** Milliseconds, up to a day. */
export function parseDelay(text: string): number {
  return integerWithin(text, 0, 86_400_000, t`It must be milliseconds, from 0 to 86400000 (a day).`);
}

/** How long to wait, in milliseconds: at least 1. */
export function parseTimeout(text: string): number {
  return integerWithin(text, 1, 2_147_483_647, t`It must be milliseconds, 1 or more.`);
}

export function parseLimit(text: string): number {
  return integerWithin(text, 1, 1000, t`It must be a number from 1 to 1000.`);
}

export function parseWholeNumber(text: string): number {
  return integerWithin(text, 0, Number.MAX_SAFE_INTEGER, t`It must be a whole number.`);
}

/** The decimals are the simulator's to judge; here it only has to be a number. */
export function parseAmount(text: string): number {
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError(t`It must be a number such as 25.50.`);
  return Number(text);
}

/** An http or https address, without a trailing slash. */
export function parseBaseUrl(typed: string): string {
  const text = typed.trim();
  const wrong = () => new InvalidArgumentError(t`It must be an address such as http://127.0.0.1:4010.`);
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) throw wrong();
  const { search, hash, username, password } = new URL(text);
  if (search !== '' || hash !== '') throw wrong();
  if (username !== '' || password !== '')
    throw new InvalidArgumentError(t`It must have no user and password: tokens are options of their own.`);
  return text.replace(/\/+$/, '');
}

/** The address of a program that receives webhooks; credentials in it are sent to it (contract section 11). */
export function parseReceiverUrl(text: string): string {
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return text;
  throw new InvalidArgumentError(t`It must be an address such as http://localhost:3000/webhooks.`);
}

/** A secret without the white space, line ends and byte order mark that a file or a copy put around it. */
export function parseSecret(text: string): string {
  return text.trim();
}

/**
 * Where webhooks go. The API takes what is no URL at all, for a relay to send elsewhere (specification, Events, rule 5); who types
 * it has forgotten its scheme. Any other fault is the simulator's to tell.
 */
export function parseWebhookUrl(text: string): string {
  const bare = text.trim();
  if (bare === '' || /^[a-z][\w+.-]*:(?!\d)/i.test(bare)) return text;
  throw new InvalidArgumentError(t`It must begin with http:// or https://; did you mean http://${bare}?`);
}

function integerWithin(text: string, min: number, max: number, message: string): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) throw new InvalidArgumentError(message);
  return value;
}

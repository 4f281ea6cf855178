import type { Texts } from '@svc-simulator/texts/texts.ts';
import { InvalidArgumentError } from 'commander';
import { notAmong } from './similar.ts';

/** Parsers of option values. Each throws `InvalidArgumentError` with what is allowed. */

export function parsePort(t: Texts, text: string): number {
  return integerWithin(text, 0, 65_535, t('cli.value.must_be_port'));
}

export function parseTargetPort(t: Texts, text: string): number {
  return integerWithin(text, 1, 65_535, t('cli.value.must_be_target_port'));
}

/** Milliseconds, up to a day. */
export function parseDelay(t: Texts, text: string): number {
  return integerWithin(text, 0, 86_400_000, t('cli.value.must_be_delay'));
}

/** How long to wait, in milliseconds: at least 1. */
export function parseTimeout(t: Texts, text: string): number {
  return integerWithin(text, 1, 2_147_483_647, t('cli.value.must_be_timeout'));
}

export function parseLimit(t: Texts, text: string): number {
  return integerWithin(text, 1, 1000, t('cli.value.must_be_limit'));
}

export function parseWholeNumber(t: Texts, text: string): number {
  return integerWithin(text, 0, Number.MAX_SAFE_INTEGER, t('cli.common.must_whole_number'));
}

/** The decimals are the simulator's to judge; here it only has to be a number. */
export function parseAmount(t: Texts, text: string): number {
  // `1,000` may mean two amounts.
  if (!/^-?\d+(\.\d+|,\d{1,2})?$/.test(text)) throw new InvalidArgumentError(t('cli.value.must_be_amount'));
  return Number(text.replace(',', '.'));
}

/** An http or https address, without a trailing slash. */
export function parseBaseUrl(t: Texts, typed: string): string {
  const text = typed.trim();
  const wrong = () => new InvalidArgumentError(t('cli.value.must_address_http_127'));
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) throw wrong();
  const { search, hash, username, password } = new URL(text);
  if (search !== '' || hash !== '') throw wrong();
  if (username !== '' || password !== '')
    throw new InvalidArgumentError(t('cli.value.must_no_user_password'));
  return text.replace(/\/+$/, '');
}

/** The address of a program that receives webhooks; credentials in it are sent to it (contract section 11). */
export function parseReceiverUrl(t: Texts, text: string): string {
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return text;
  throw new InvalidArgumentError(t('cli.value.must_address_http_localhost'));
}

/** A secret without the white space, line ends and byte order mark that a file or a copy put around it. */
export function parseSecret(_t: Texts, text: string): string {
  return text.trim();
}

/**
 * Where webhooks go. The API takes what is no URL at all, for a relay to send elsewhere (specification, Events, rule 5); who types
 * it has forgotten its scheme. Any other fault is the simulator's to tell.
 */
export function parseWebhookUrl(t: Texts, text: string): string {
  const bare = text.trim();
  if (bare === '' || /^[a-z][\w+.-]*:(?!\d)/i.test(bare)) return text;
  throw new InvalidArgumentError(t('cli.value.must_begin_http_https', { bare }));
}

function integerWithin(text: string, min: number, max: number, message: string): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) throw new InvalidArgumentError(message);
  return value;
}

/** A yes or a no as people type them, in either language; undefined for anything else. */
export function yesOrNo(text: string): boolean | undefined {
  if (/^\s*(y|yes|s|si|sí|true)\s*$/i.test(text)) return true;
  return /^\s*(n|no|false)\s*$/i.test(text) ? false : undefined;
}

export function parseYesNo(t: Texts, text: string): boolean {
  const value = yesOrNo(text);
  if (value === undefined) throw notAmong(t, text, ['yes', 'no']);
  return value;
}

import { DAY_MS } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { InvalidArgumentError } from 'commander';
import { didYouMean } from './nearest.ts';

// Each parser throws an `InvalidArgumentError` that states the allowed values.

export const parsePort = parseIntegerBetween(0, 65_535);

/** Ports that `fetch` refuses (Fetch Standard, port blocking), except 0, which means any free port here. */
const blockedPorts: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
]);

export function parseServedPort(t: Texts, text: string): number {
  const port = parsePort(t, text);
  if (blockedPorts.has(port)) throw new InvalidArgumentError(t('cli.value.port_blocked', { port }));
  return port;
}
export const parseTargetPort = parseIntegerBetween(1, 65_535);
export const parseDelay = parseIntegerBetween(0, DAY_MS);
export const parseTimeout = parseIntegerBetween(1, 2_147_483_647);
export const parseRetentionDays = parseIntegerBetween(1, 365);
export const parseLimit = parseIntegerBetween(1, 1000);
export const parseWholeNumber = parseIntegerBetween(0, Number.MAX_SAFE_INTEGER);

function parseIntegerBetween(min: number, max: number) {
  return (t: Texts, text: string): number => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    const isUnbounded = max === Number.MAX_SAFE_INTEGER;
    const message = isUnbounded ? t('cli.common.whole_number') : t('cli.value.must_be_within', { min, max });
    throw new InvalidArgumentError(message);
  };
}

/** Parses an amount; the simulator checks its decimals. */
export function parseAmount(t: Texts, text: string): number {
  // Refuses `1,000`, which could mean two amounts.
  if (!/^-?\d+(\.\d+|,\d{1,2})?$/.test(text)) throw new InvalidArgumentError(t('cli.value.must_be_amount'));
  return Number(text.replace(',', '.'));
}

/** Parses an http or https URL and drops slashes at its end. */
export function parseBaseUrl(t: Texts, urlText: string): string {
  const text = urlText.trim();
  const urlError = () => new InvalidArgumentError(t('cli.value.simulator_url'));
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) throw urlError();
  const { search, hash, username, password } = new URL(text);
  if (search !== '' || hash !== '') throw urlError();
  if (username !== '' || password !== '') throw new InvalidArgumentError(t('cli.value.no_credentials'));
  return text.replace(/\/+$/, '');
}

export function parseHosts(t: Texts, text: string, previousValue: readonly string[] = []): readonly string[] {
  const hosts = text.split(',').map((host) => host.trim());
  if (hosts.every((host) => /^[a-z\d_.-]+$/i.test(host))) return [...previousValue, ...hosts];
  throw new InvalidArgumentError(t('cli.value.must_be_hosts'));
}

/**
 * Parses the simulator's base URL. Also accepts the scheme of its relay: `ws://` becomes `http://`, `wss://`
 * becomes `https://`.
 */
export function parseSimulatorUrl(t: Texts, urlText: string): string {
  return parseBaseUrl(t, urlText.trim().replace(/^ws:/i, 'http:').replace(/^wss:/i, 'https:'));
}

/**
 * Parses a receiver's URL. It may contain credentials, which are sent with each webhook (contract section 11).
 */
export function parseReceiverUrl(t: Texts, text: string): string {
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return text;
  throw new InvalidArgumentError(t('cli.value.receiver_url'));
}

export function parseSecret(_t: Texts, text: string): string {
  return text.trim();
}

/**
 * Parses a webhook URL. Requires a scheme although the API doesn't (specification, Events, rule 5), because a
 * text without one is probably a mistake.
 */
export function parseWebhookUrl(t: Texts, text: string): string {
  const url = text.trim();
  if (url === '' || /^[a-z][\w+.-]*:(?!\d)/i.test(url)) return text;
  throw new InvalidArgumentError(t('cli.value.needs_scheme', { url }));
}

/** Parses yes or no in either language; undefined for anything else. */
export function readYesNo(text: string): boolean | undefined {
  if (/^\s*(y|yes|s|si|sí|true)\s*$/i.test(text)) return true;
  return /^\s*(n|no|false)\s*$/i.test(text) ? false : undefined;
}

export function parseYesNo(t: Texts, text: string): boolean {
  const value = readYesNo(text);
  if (value === undefined) throw unknownChoiceError(t, text, ['yes', 'no']);
  return value;
}

/** If there are more choices, only the suggestion is shown, because a long list would hide it. */
const MAX_LISTED_CHOICES = 20;

export function unknownChoiceError(t: Texts, word: string, choices: readonly string[]): InvalidArgumentError {
  const suggestion = didYouMean(t, word, choices);
  if (suggestion && choices.length > MAX_LISTED_CHOICES) return new InvalidArgumentError(suggestion.trim());
  const choiceList = t('help.usage.allowed_choices', { choices: choices.join(', ') });
  return new InvalidArgumentError(`${choiceList}${suggestion}`);
}

export function parseRate(t: Texts, text: string): number {
  const rate = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(rate >= 0 && rate <= 1))
    throw new InvalidArgumentError(t('cli.value.must_be_within', { min: 0, max: 1 }));
  return rate;
}

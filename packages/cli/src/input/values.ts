import type { Texts } from '@svc-simulator/texts/texts.ts';
import { InvalidArgumentError } from 'commander';
import { didYouMean } from './nearest.ts';

/** Parsers of option values. Each throws `InvalidArgumentError` with what is allowed. */

export const parsePort = within(0, 65_535);

/** Ports that `fetch` and browsers refuse to call (Fetch Standard, port blocking); 0 stands for any port here. */
const blockedPorts: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
]);

/** A port that the simulator can be called at. */
export function parseServedPort(t: Texts, text: string): number {
  const port = parsePort(t, text);
  if (blockedPorts.has(port)) throw new InvalidArgumentError(t('cli.value.port_blocked', { port }));
  return port;
}
export const parseTargetPort = within(1, 65_535);
/** Milliseconds, up to a day. */
export const parseDelay = within(0, 86_400_000);
/** How long to wait, in milliseconds: at least 1. */
export const parseTimeout = within(1, 2_147_483_647);
export const parseLimit = within(1, 1000);
export const parseWholeNumber = within(0, Number.MAX_SAFE_INTEGER);

/** Whole numbers from one to another. */
function within(min: number, max: number) {
  return (t: Texts, text: string): number => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    const isOpen = max === Number.MAX_SAFE_INTEGER;
    const wanted = isOpen ? t('cli.common.must_whole_number') : t('cli.value.must_be_within', { min, max });
    throw new InvalidArgumentError(wanted);
  };
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

/** Host names with commas between them, after those of the options before. */
export function parseHosts(t: Texts, text: string, former: readonly string[] = []): readonly string[] {
  const hosts = text.split(',').map((host) => host.trim());
  if (hosts.every((host) => /^[a-z\d_.-]+$/i.test(host))) return [...former, ...hosts];
  throw new InvalidArgumentError(t('cli.value.must_be_hosts'));
}

/** The simulator's base URL, which may also have the scheme of its relay: `ws://` is `http://`, `wss://` is `https://`. */
export function parseSimulatorUrl(t: Texts, typed: string): string {
  return parseBaseUrl(t, typed.trim().replace(/^ws:/i, 'http:').replace(/^wss:/i, 'https:'));
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

/** So many choices would hide what was meant. */
const MANY = 20;

/** What a parser throws of a word that is none of the choices. `also`: what else there is, in a sentence. */
export function notAmong(
  t: Texts,
  word: string,
  choices: readonly string[],
  also = '',
): InvalidArgumentError {
  const meant = didYouMean(t, word, choices);
  if (meant && choices.length > MANY) return new InvalidArgumentError(meant.trim());
  const allowed = t('help.usage.allowed_choices', { choices: choices.join(', ') });
  return new InvalidArgumentError(`${allowed}${also && ` ${also}`}${meant}`);
}

/** A share from 0 to 1. */
export function parseRate(t: Texts, text: string): number {
  const rate = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(rate >= 0 && rate <= 1))
    throw new InvalidArgumentError(t('cli.value.must_be_within', { min: 0, max: 1 }));
  return rate;
}

import { signWebhook } from '@svc-simulator/contract';
import type { DiagnosisTexts } from '../diagnosis/advice.ts';
import {
  bodies,
  forms,
  type GenuineWebhook,
  type Guess,
  hashes,
  joins,
  type OtherSecrets,
  secrets,
  timestamps,
} from './guesses.ts';
import { type MistakeCode, mistakeTexts } from './mistake-texts.ts';

export type { GenuineWebhook, OtherSecrets } from './guesses.ts';

/** What a program computed, and what it says that it signed. */
export interface Computed {
  readonly value: string;
  readonly signed?: string | undefined;
}

export interface SignatureMistake extends DiagnosisTexts {
  readonly code: MistakeCode;
  readonly detail?: string;
}

export interface SignatureVerdict {
  /** Nothing: it is what was sent. Undefined: no mistake that we know gives this value. */
  readonly mistakes: readonly SignatureMistake[] | undefined;
  /** The first character at which what it signed differs from what is signed; undefined: not told, or they are the same. */
  readonly differsAt: number | undefined;
}

export interface Surroundings {
  readonly otherSecrets?: OtherSecrets;
  /** Further webhooks of the account, whose signature may have been taken for this one's, by a name. */
  readonly otherWebhooks?: Readonly<Record<string, GenuineWebhook>>;
}

/** In a longer body no two mistakes are looked for at once. */
const SEARCHED_LENGTH = 16_384;

/**
 * Which mistake gives exactly this value instead of a webhook's signature: one, or two together. Computes some hundreds of
 * digests, which takes a few milliseconds.
 */
export function signatureMistakes(
  webhook: GenuineWebhook,
  { value, signed }: Computed,
  { otherSecrets = {}, otherWebhooks = {} }: Surroundings = {},
): SignatureVerdict {
  const computed = value.trim();
  const genuine = signedTextOf(webhook);
  const differsAt = signed === undefined || signed === genuine ? undefined : firstDifference(signed, genuine);
  const another = Object.entries(otherWebhooks).find(([, other]) => signWebhook(other) === computed);
  const found = another
    ? [{ mistake: 'another_webhook' as const, detail: another[0] }]
    : (search(waysTo(webhook, otherSecrets), computed) ??
      (signed === undefined ? undefined : ofText(webhook, computed, signed)));
  return { mistakes: found?.map(explained), differsAt };
}

/** Exactly the text that is signed. */
export function signedTextOf({
  timestamp,
  body,
  variant,
}: Pick<GenuineWebhook, 'timestamp' | 'body' | 'variant'>): string {
  return variant === 'timestamp' ? `${timestamp}.${body}` : body;
}

type Found = Pick<Guess<unknown>, 'mistake' | 'detail'>;

/** What can be told from the text that a program signed, when no mistake that we know gives its value. */
function ofText(webhook: GenuineWebhook, computed: string, signed: string): readonly Found[] | undefined {
  if (signed === signedTextOf(webhook)) return [{ mistake: 'unknown_secret' }];
  // As the body alone, the text is signed as it is.
  const { variant, secret, timestamp } = webhook;
  const made = signWebhook({
    secret,
    timestamp,
    body: signed,
    variant: variant === 'sha256' ? 'sha256' : 'body',
  });
  return made === computed ? [{ mistake: 'text_differs' }] : undefined;
}

function waysTo(webhook: GenuineWebhook, otherSecrets: OtherSecrets) {
  const { secret, timestamp, body, variant } = webhook;
  return {
    most: body.length > SEARCHED_LENGTH ? 1 : 2,
    keys: secrets(secret, otherSecrets),
    joins: joins(variant),
    bodies: bodies(body),
    stamps: timestamps(timestamp),
    forms: forms(variant),
  };
}

/** The way to sign that gives `computed` with the fewest mistakes. */
function search(ways: ReturnType<typeof waysTo>, computed: string): readonly Found[] | undefined {
  let best: readonly Found[] | undefined;
  const hasFewer = (made: readonly Found[]) =>
    made.length <= ways.most && made.length < (best?.length ?? Infinity);
  for (const hash of hashes)
    for (const key of allowed(ways.keys, hasFewer, hash))
      for (const join of allowed(ways.joins, hasFewer, hash, key))
        for (const body of allowed(ways.bodies, hasFewer, hash, key, join))
          for (const stamp of allowed(ways.stamps, hasFewer, hash, key, join, body)) {
            const digest = hash.value(key.value, join.value(stamp.value, body.value));
            for (const form of allowed(ways.forms, hasFewer, hash, key, join, body, stamp)) {
              if (form.value(digest) === computed) best = mistakesOf(hash, key, join, body, stamp, form);
            }
          }
  return best;
}

/** The guesses that may come after these; the right one comes first, and is no mistake more. */
function allowed<T>(
  guesses: readonly Guess<T>[],
  isWorthIt: (made: readonly Found[]) => boolean,
  ...before: readonly Found[]
): readonly Guess<T>[] {
  return guesses.filter((guess) => isWorthIt(mistakesOf(...before, guess)));
}

function mistakesOf(...guesses: readonly Found[]): readonly Found[] {
  return guesses.filter(({ mistake }) => mistake);
}

function explained({ mistake = 'unknown_secret', detail }: Found): SignatureMistake {
  return { code: mistake, ...mistakeTexts[mistake], ...(detail !== undefined && { detail }) };
}

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

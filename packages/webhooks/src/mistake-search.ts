import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { decoded, type Guess, keys, type OtherSecrets, texts } from './guesses.ts';
import { type Mistake, type MistakeCode, mistakes } from './mistakes.ts';
import { bytesOf, fromHex, joined, type Signed } from './signature.ts';

/** Nothing is searched for in more than this: a stranger should not make a receiver compute much. */
const SEARCHED_BYTES = 8192;

export interface SignatureMistake extends Mistake {
  readonly code: MistakeCode;
  /** What tells it from others of the same code; of a mode: the one that was found. */
  readonly detail?: string;
}

/**
 * Which mistakes tell this signature from the expected one, whoever made them, the signer or the verifier: none where it is that,
 * undefined where no mistake that we know gives it, or there is too much to look through. Computes some hundred digests: not by WebCrypto, where a step into it costs
 * more than a digest, and by the same code in every runtime.
 */
export function signatureMistakes(
  signature: string,
  signed: Signed,
  otherSecrets: OtherSecrets = {},
): readonly SignatureMistake[] | undefined {
  const hash = otherHashes[signature.length];
  if (hash && /^[0-9a-f]+$/.test(signature)) return [found('no_hmac', hash)];
  if (signed.body.length + signed.secret.length + signed.timestamp.length > SEARCHED_BYTES) return undefined;
  const { digest, prefix, form } = read(signature);
  const made = digest && search(digest, signed, otherSecrets);
  if (!made) return undefined;
  const { isStamped } = made.text;
  const mode = isStamped ? 'timestamp' : prefix === 'sha256=' ? 'sha256' : 'body';
  const isPrefixOfMode = mode === 'sha256' && signed.mode !== 'body';
  const isOtherMode =
    isStamped !== undefined && mode !== signed.mode && !(mode === 'sha256' && signed.mode === 'body');
  return [
    ...(isOtherMode ? [found(`mode_${signed.mode}`, mode)] : []),
    ...[made.key, made.text].flatMap(({ mistake, detail }) => (mistake ? [found(mistake, detail)] : [])),
    ...(prefix && !isPrefixOfMode ? [found('prefix', prefix)] : []),
    ...(form ? [found('form', form)] : []),
  ];
}

function found(code: MistakeCode, detail: string | undefined): SignatureMistake {
  return { code, ...mistakes[code], ...(detail !== undefined && { detail }) };
}

/** By how many digits they have. */
const otherHashes: Readonly<Record<number, string>> = { 32: 'MD5', 40: 'SHA-1', 128: 'SHA-512' };

/** A signature as it is written, and the bytes that it stands for; none when it can't be an HMAC-SHA256. */
function read(signature: string): {
  readonly digest?: Uint8Array;
  readonly prefix: string;
  readonly form?: string;
} {
  const [, prefix = '', digits = ''] = /^(sha256=|v1=)?(.*)$/s.exec(signature) ?? [];
  if (/^[0-9a-f]{64}$/i.test(digits)) {
    return { digest: fromHex(digits), prefix, ...(/[A-F]/.test(digits) && { form: 'A-F' }) };
  }
  const [digest] = decoded(digits);
  return digest?.length === 32 ? { digest, prefix, form: 'base64' } : { prefix };
}

/** The way to sign that gives this digest: with a mistake in the text, or one in the key. */
function search(
  digest: Uint8Array,
  { secret, ...signed }: Signed,
  others: OtherSecrets,
): { readonly key: Guess; readonly text: Guess } | undefined {
  const guesses = texts(signed);
  const plain = guesses.filter(({ mistake }) => !mistake);
  for (const [at, key] of keys(secret, others).entries()) {
    const text = (at === 0 ? guesses : plain).find(({ value }) =>
      isSame(hmac(sha256, key.value, value), digest),
    );
    if (text) return { key, text };
  }
  const keyless = plain.find(({ value }) => withoutKey(secret, value).some((hash) => isSame(hash, digest)));
  return keyless && { key: { value: digest, mistake: 'no_hmac' }, text: keyless };
}

/** Plain hashes, with and without the secret, and the HMAC that takes the secret for the message. */
function withoutKey(secret: string, text: Uint8Array): readonly Uint8Array[] {
  const messages = [text, joined(secret, text), joined('', text, secret)];
  return [hmac(sha256, text, bytesOf(secret)), ...messages.map((message) => sha256(message))];
}

/** Takes as long whatever differs. */
function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.reduce((differences, byte, at) => differences | (byte ^ (b[at] ?? 0)), 0) === 0;
}

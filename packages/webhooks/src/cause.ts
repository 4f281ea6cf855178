import { type WebhookSignatureVariant, webhookSignatures } from '@svc-simulator/contract';
import type { Bilingual } from '@svc-simulator/core';
import { isSigned, type Signed } from './signature.ts';
import type { Cause } from './webhook-error.ts';

/** Longer ones are not looked into: a stranger should not make a receiver compute much. */
const SEARCHED_BYTES = 65_536;

export interface Refused extends Signed {
  readonly signature: string;
  /** As the header of that name says. */
  readonly contentLength: string | undefined;
}

/** Why a signature does not fit: what would have to be different for it to fit. */
export async function causeOf(refused: Refused): Promise<Cause> {
  const { signature, body, contentLength } = refused;
  const found = body.length <= SEARCHED_BYTES ? await fitting(refused) : undefined;
  if (found) return found;
  if (contentLength !== undefined && Number(contentLength) !== body.length) {
    return { code: 'signature_raw_body', detail: lengths(contentLength, body.length) };
  }
  if (!/^(sha256=)?[0-9a-f]{64}$/.test(signature)) return { code: 'signature_form' };
  return { code: 'signature_secret', ...(contentLength === undefined && { detail: orAnew }) };
}

async function fitting(refused: Refused): Promise<Cause | undefined> {
  const { signature, mode: expected } = refused;
  for (const [secret, wrongSecret] of secretsLike(refused.secret))
    for (const [body, wrongBody] of bodiesLike(refused.body))
      for (const mode of webhookSignatures) {
        if (!(await isSigned(signature, { ...refused, secret, body, mode }))) continue;
        if (wrongBody) return { code: 'signature_raw_body', detail: wrongBody };
        if (wrongSecret) return { code: 'signature_secret', detail: wrongSecret };
        return { code: 'signature_mode', detail: modes(expected, mode) };
      }
  return undefined;
}

type Guesses<T> = readonly (readonly [guess: T, wrong?: Bilingual])[];

/** The secret as it is, and as it may have been before it was copied. */
function secretsLike(secret: string): Guesses<string> {
  const bare = secret.trim().replace(/^(["'])(.*)\1$/, '$2');
  if (bare === secret || bare === '') return [[secret]];
  return [
    [secret],
    [
      bare,
      {
        en: 'there are spaces or quotes around the secret',
        es: 'hay espacios o comillas alrededor del secreto',
      },
    ],
  ];
}

/** The body as it is, and as it may have been before it was changed. */
function bodiesLike(body: Uint8Array): Guesses<Uint8Array> {
  const text = new TextDecoder().decode(body);
  const utf8 = new TextEncoder();
  return [
    [body],
    [utf8.encode(compact(text)), { en: 'the JSON was written anew', es: 'el JSON se escribió otra vez' }],
    [
      utf8.encode(text.trim()),
      { en: 'white space was added', es: 'se añadieron espacios o saltos de línea' },
    ],
    [
      Uint8Array.from(text, (character) => character.charCodeAt(0)),
      { en: 'its bytes were taken for Latin-1', es: 'sus bytes se tomaron por Latin-1' },
    ],
    ...fromBase64(text).map((bytes): Guesses<Uint8Array>[number] => [
      bytes,
      {
        en: 'it is in base64; decode it before, as where isBase64Encoded is true',
        es: 'está en base64; decodifícalo antes, como donde isBase64Encoded es true',
      },
    ]),
  ];
}

/** What a text of base64, of either alphabet, stands for; none when it is no such text. A function behind a gateway gets bodies so. */
function fromBase64(text: string): readonly Uint8Array[] {
  const digits = text.replace(/[\s"]/g, '').replaceAll('-', '+').replaceAll('_', '/');
  try {
    return [Uint8Array.from(atob(digits), (character) => character.charCodeAt(0))];
  } catch {
    return [];
  }
}

function compact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Nothing tells how long the body was when it was signed. */
const orAnew: Bilingual = {
  en: 'or the body is not the bytes that came',
  es: 'o el cuerpo no son los bytes que llegaron',
};

function lengths(said: string, found: number): Bilingual {
  return {
    en: `content-length says ${said} bytes, and there are ${found}`,
    es: `content-length dice ${said} bytes, y hay ${found}`,
  };
}

function modes(expected: WebhookSignatureVariant, found: WebhookSignatureVariant): Bilingual {
  const bare = expected === 'sha256' && found === 'body';
  return {
    en: `it is signed as mode ${found}${bare ? ', sha256= is missing' : ''}; expected is ${expected}`,
    es: `está firmado como mode ${found}${bare ? ', falta sha256=' : ''}; se espera ${expected}`,
  };
}

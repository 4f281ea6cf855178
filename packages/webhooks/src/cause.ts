import type { WebhookSignatureVariant } from '@svc-simulator/contract';
import type { Bilingual } from '@svc-simulator/core';
import { signatureMistakes } from './mistake-search.ts';
import type { Signed } from './signature.ts';
import type { Cause } from './webhook-error.ts';

export interface Refused extends Signed {
  readonly signature: string;
  /** As the header of that name says. */
  readonly contentLength: string | undefined;
}

/** Why a signature does not fit: what would have to be different for it to fit. */
export function causeOf(refused: Refused): Cause {
  const { signature, body, contentLength, mode } = refused;
  const mistakes = signatureMistakes(signature, refused);
  const mistake = mistakes?.find(({ error }) => error !== 'signature_mode') ?? mistakes?.[0];
  if (mistake?.code.startsWith('mode_')) {
    return { code: 'signature_mode', detail: modes(mode, mistake.detail as WebhookSignatureVariant) };
  }
  if (mistake) {
    const { error: code, detail: told, ...texts } = mistake;
    return { code, texts, ...(told !== undefined && { detail: { en: told, es: told } }) };
  }
  if (contentLength !== undefined && Number(contentLength) !== body.length) {
    return { code: 'signature_raw_body', detail: lengths(contentLength, body.length) };
  }
  if (!/^(sha256=)?[0-9a-f]{64}$/.test(signature)) return { code: 'signature_form' };
  return { code: 'signature_secret', ...(contentLength === undefined && { detail: orAnew }) };
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

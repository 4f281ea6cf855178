import type { Family, Refusal } from '@svc-simulator/contract';
import { pickLanguage } from '@svc-simulator/texts/pick-language.ts';
import type { Language } from '@svc-simulator/texts/texts.ts';
import type { Context } from 'hono';
import { problemTexts, toldRefusal } from '../refusal-words.ts';
import type { Env } from './env.ts';

export interface TextResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

interface RefusedRequest {
  readonly requestId: string;
  readonly acceptLanguage?: string | undefined;
  readonly family?: Family | undefined;
}

/**
 * Returns true for families whose envelopes also have `success` and `message`, which existing integrations
 * read (contract section 1).
 */
export function carriesSuccess(family: Family): boolean {
  return family === 'session' || family === 'control';
}

export async function problem(
  c: Context<Env>,
  refusal: Refusal,
  family = c.get('operation')?.family,
): Promise<Response> {
  const request = { requestId: c.get('requestId'), acceptLanguage: c.req.header('accept-language'), family };
  const { status, headers, text } = await problemOf(refusal, request);
  c.set('answered', { text, refusal });
  return new Response(text, { status, headers });
}

/** Formulates a refusal in the language of the request; English if its headers were not read. */
export async function problemOf(
  refusal: Refusal,
  { requestId, acceptLanguage, family = 'public' }: RefusedRequest,
): Promise<TextResponse> {
  const t = await problemTexts(problemLanguage(acceptLanguage));
  const { title, detail, errors } = toldRefusal(t, refusal);
  const text = JSON.stringify({
    type: 'about:blank',
    title,
    status: refusal.status,
    detail,
    message: detail,
    instance: `urn:uuid:${requestId}`,
    ...(errors && { errors }),
    ...(carriesSuccess(family) && { success: false }),
  });
  const headers = {
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    'content-language': t.lang,
    vary: 'accept-language',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
    ...refusal.headers,
  };
  return { status: refusal.status, headers, text };
}

/** Returns the language for programs: English unless they request another one. */
export function problemLanguage(acceptLanguage: string | undefined): Language {
  return acceptLanguage === undefined ? 'en' : pickLanguage(acceptLanguage, null, 'en');
}

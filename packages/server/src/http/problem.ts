import type { Family, Refusal } from '@svc-simulator/contract';
import { pickLanguage } from '@svc-simulator/texts/pick-language.ts';
import type { Language } from '@svc-simulator/texts/texts.ts';
import type { Context } from 'hono';
import { formatRefusal, loadProblemTexts } from '../format-refusal.ts';
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

/** Returns true for families whose envelopes also have `success` and `message` (contract section 1). */
export function hasSuccessMember(family: Family): boolean {
  return family === 'session' || family === 'control';
}

export async function problem(
  c: Context<Env>,
  refusal: Refusal,
  family = c.get('operation')?.family,
): Promise<Response> {
  const request = { requestId: c.get('requestId'), acceptLanguage: c.req.header('accept-language'), family };
  const { status, headers, text } = await problemOf(refusal, request);
  c.set('responseBody', { text, refusal });
  return new Response(text, { status, headers });
}

/**
 * Formats a refusal as a problem in the language of the request's `Accept-Language`; English if it is
 * missing.
 */
export async function problemOf(
  refusal: Refusal,
  { requestId, acceptLanguage, family = 'public' }: RefusedRequest,
): Promise<TextResponse> {
  const t = await loadProblemTexts(problemLanguage(acceptLanguage));
  const { title, detail, errors } = formatRefusal(t, refusal);
  const text = JSON.stringify({
    type: 'about:blank',
    title,
    status: refusal.status,
    detail,
    message: detail,
    instance: `urn:uuid:${requestId}`,
    ...(errors && { errors }),
    ...(hasSuccessMember(family) && { success: false }),
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

/** Returns the language of responses to programs: English unless the request prefers another language. */
export function problemLanguage(acceptLanguage: string | undefined): Language {
  return acceptLanguage === undefined ? 'en' : pickLanguage(acceptLanguage, null, 'en');
}

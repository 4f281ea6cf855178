import type { Family, Refusal } from '@svc-simulator/contract';
import { pickLanguage } from '@svc-simulator/texts/pick-language.ts';
import type { Language } from '@svc-simulator/texts/texts.ts';
import type { Context } from 'hono';
import type { Env } from './env.ts';
import { problemTexts, toldRefusal } from './problem-words.ts';

/** A response that is ready to be sent, by the app or on a bare socket. */
export interface TextResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** What a problem says about the request that it answers. */
interface RefusedRequest {
  readonly requestId: string;
  readonly acceptLanguage?: string | undefined;
  readonly family?: Family | undefined;
}

/** Families whose envelopes also carry `success` and `message`, as integrations in the field read them (contract section 1). */
export function carriesSuccess(family: Family): boolean {
  return family === 'session' || family === 'control';
}

/** Answers a request with the problem that it is refused with. */
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

/** Puts a refusal into words, in the language that the request asks for: English if its headers were not read. */
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

/** The language of what programs get: English, unless another one is asked for. */
export function problemLanguage(acceptLanguage: string | undefined): Language {
  return acceptLanguage === undefined ? 'en' : pickLanguage(acceptLanguage, null, 'en');
}

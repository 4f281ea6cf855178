import type { IncomingMessage } from 'node:http';
import { isObject } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';

export type LinkEnd =
  | { readonly kind: 'displaced' }
  | { readonly kind: 'unauthorized'; readonly detail: string }
  | { readonly kind: 'lost'; readonly reason: string };

const MAX_PROBLEM_CHARACTERS = 64 * 1024;

/**
 * Tells a refusal by the simulator from one by a proxy or a firewall. The key is wrong only if the simulator
 * itself returns 401 or 403.
 */
export async function readRefusedUpgrade(t: Texts, response: IncomingMessage): Promise<LinkEnd> {
  const { statusCode = 0, headers } = response;
  const detail = await readProblemDetail(response);
  if (detail === null) {
    const answer = responseText(t, headers);
    const isProxyLogin = statusCode === 407;
    return toLostLink(
      isProxyLogin
        ? t('relay.link.proxy_credentials')
        : t('relay.link.not_from_simulator', { statusCode, answer }),
    );
  }
  const isAboutKey = statusCode === 401 || statusCode === 403;
  return isAboutKey
    ? { kind: 'unauthorized', detail }
    : toLostLink(t('relay.link.refused', { statusCode, detail }));
}

function toLostLink(reason: string): LinkEnd {
  return { kind: 'lost', reason };
}

function responseText(t: Texts, headers: IncomingMessage['headers']): string {
  const { location, 'content-type': contentType } = headers;
  if (location) return t('relay.link.answer_location', { location });
  return contentType ? t('relay.link.answer_type', { contentType }) : t('relay.link.answer_untyped');
}

/** Returns the `detail` of a problem; null if the response isn't a simulator's, which has an `X-Request-Id`. */
async function readProblemDetail(response: IncomingMessage): Promise<string | null> {
  const { statusCode, headers } = response;
  const isProblem = headers['content-type']?.startsWith('application/problem+json');
  if (!isProblem || headers['x-request-id'] === undefined) return null;
  try {
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) {
      text += chunk;
      if (text.length > MAX_PROBLEM_CHARACTERS) return null;
    }
    const problem: unknown = JSON.parse(text);
    if (!isObject(problem) || problem.status !== statusCode) return null;
    return typeof problem.detail === 'string' ? problem.detail : null;
  } catch {
    return null;
  }
}

import type { IncomingMessage } from 'node:http';
import type { RandomSource } from '@svc-simulator/core';
import { methodNotAllowed } from './http-refusals.ts';
import { problemOf, type TextResponse } from './problem.ts';
import { hostRefusal, type IsOwnHost } from './served-hosts.ts';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

/** Responds to a request that the app must not see; returns undefined for other requests. */
export type RespondEarly = (incoming: IncomingMessage) => Promise<TextResponse> | undefined;

/**
 * Responds to requests for unknown hosts, to `OPTIONS *` and to `CONNECT`. `isOwn` is null if any host is
 * served.
 */
export function createEarlyResponder(random: RandomSource, isOwn: IsOwnHost | null): RespondEarly {
  return (incoming) => {
    const { method, url, headers } = incoming;
    const refusal =
      method === 'CONNECT' ? methodNotAllowed(method, METHODS).refusal : hostRefusal(incoming, isOwn);
    if (!refusal && (method !== 'OPTIONS' || url !== '*')) return undefined;
    const requestId = random.uuid();
    if (refusal) return problemOf(refusal, { requestId, acceptLanguage: headers['accept-language'] });
    return Promise.resolve({ status: 204, headers: { allow: METHODS, 'x-request-id': requestId }, text: '' });
  };
}

import type { IncomingMessage } from 'node:http';
import type { RandomSource } from '@svc-simulator/core';
import { problem } from './envelope.ts';
import { methodNotAllowed } from './refusals.ts';
import { TextAnswer } from './served-call.ts';
import { hostRefusal, type IsOwnHost } from './served-hosts.ts';
import type { Eventual } from './when.ts';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

/** Returns the answer to a request that no route decides about; undefined if the app serves it. */
export type EarlyAnswer = (incoming: IncomingMessage) => Eventual<TextAnswer> | undefined;

/** Answers requests for hosts that aren't served, `OPTIONS *` and `CONNECT`; `isOwn` is null if any host is served. */
export function earlyAnswer(random: RandomSource, isOwn: IsOwnHost | null): EarlyAnswer {
  return (incoming) => {
    const { method, url } = incoming;
    const refusal =
      method === 'CONNECT' ? methodNotAllowed(method, METHODS).refusal : hostRefusal(incoming, isOwn);
    if (refusal) return problem({ incoming, requestId: random.uuid() }, refusal);
    if (method !== 'OPTIONS' || url !== '*') return undefined;
    return new TextAnswer(204, { allow: METHODS, 'x-request-id': random.uuid() }, '');
  };
}

import { splitCredentials } from '@svc-simulator/core';
import { type Answer, type OutboundClient, type OutboundPost, otherListens } from '@svc-simulator/outbound';
import type { Forward } from './rules/target.ts';

/** Where something was sent, as it may be shown, and what was answered. */
export interface Posted {
  readonly target: string;
  readonly answer: Answer;
}

/** Sends to a target. A port of this machine where ::1 alone listens is reached there: development servers listen on either (contract section 11). */
export async function postTo(
  outbound: OutboundClient,
  target: string,
  forward: Forward,
  request: Omit<OutboundPost, 'url'>,
): Promise<Posted> {
  const answer = await outbound.post({ ...request, url: target });
  if (answer.error !== otherListens('::1') || forward === null || 'url' in forward)
    return { target: splitCredentials(target).shown, answer };
  const onIpv6 = target.replace('127.0.0.1', '[::1]');
  return { target: onIpv6, answer: await outbound.post({ ...request, url: onIpv6 }) };
}

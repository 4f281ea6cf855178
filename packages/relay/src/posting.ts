import { splitCredentials } from '@svc-simulator/core';
import type { Answer, OutboundClient, OutboundPost } from '@svc-simulator/outbound';
import type { Forward } from './rules/target.ts';

/** Where something was sent, as it may be shown, and what was answered. */
export interface Posted {
  readonly target: string;
  readonly answer: Answer;
}

/** Of an address at which nothing listens, and of a machine without IPv6. */
const nobodyThere: readonly (string | null)[] = [
  'ECONNREFUSED',
  'EADDRNOTAVAIL',
  'EAFNOSUPPORT',
  'ENETUNREACH',
];

/** Sends to a target. A port of this machine that refuses on 127.0.0.1 is tried on ::1: development servers listen on either (contract section 11). */
export async function postTo(
  outbound: OutboundClient,
  target: string,
  forward: Forward,
  request: Omit<OutboundPost, 'url'>,
): Promise<Posted> {
  const answer = await outbound.post({ ...request, url: target });
  const shown = splitCredentials(target).shown;
  if (answer.error !== 'ECONNREFUSED' || forward === null || 'url' in forward)
    return { target: shown, answer };
  const onIpv6 = target.replace('127.0.0.1', '[::1]');
  const other = await outbound.post({ ...request, url: onIpv6 });
  return nobodyThere.includes(other.error) ? { target: shown, answer } : { target: onIpv6, answer: other };
}

import { hash, timingSafeEqual } from 'node:crypto';

/** Compares in constant time, even if the lengths differ. */
export function isSameSecret(candidate: string, secret: string): boolean {
  return timingSafeEqual(digest(candidate), digest(secret));
}

function digest(text: string): Buffer {
  return Buffer.from(hash('sha256', text, 'hex'));
}

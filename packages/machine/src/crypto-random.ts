import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { RandomSource } from '@svc-simulator/core';

/** `randomInt` accepts only ranges below 2^48. */
const MAX_INTEGER = 2 ** 48 - 1;

/**
 * Draws random values from the system's secure generator. `randomUUID` and `randomInt` are fast, because Node
 * draws their bytes in advance.
 */
export const cryptoRandom: RandomSource = {
  uuid: () => randomUUID(),
  hex: (length) => randomBytes(length).toString('hex'),
  base64url: (length) => randomBytes(length).toString('base64url'),
  float: () => randomInt(MAX_INTEGER) / MAX_INTEGER,
};

import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { RandomSource } from '@svc-simulator/core';

/** The largest integer that Node draws at once. */
const MAX_INTEGER = 2 ** 48 - 1;

/** Random values from the machine's CSPRNG. Node prefetches UUIDs and integers, the most frequent values. */
export const cryptoRandom: RandomSource = {
  uuid: () => randomUUID(),
  hex: (length) => randomBytes(length).toString('hex'),
  base64url: (length) => randomBytes(length).toString('base64url'),
  float: () => randomInt(MAX_INTEGER) / MAX_INTEGER,
};

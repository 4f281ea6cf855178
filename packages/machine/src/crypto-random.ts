import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { RandomSource } from '@svc-simulator/core';

/** The most that Node draws at once as an integer. */
const INTEGERS = 2 ** 48 - 1;

/** The CSPRNG of the machine. Node itself draws ahead for UUIDs and integers, of which payments need most. */
export const cryptoRandom: RandomSource = {
  uuid: () => randomUUID(),
  hex: (length) => randomBytes(length).toString('hex'),
  base64url: (length) => randomBytes(length).toString('base64url'),
  float: () => randomInt(INTEGERS) / INTEGERS,
};

import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { FairQueue } from '../http/limits/fair-queue.ts';
import { queues } from '../http/limits/limit-table.ts';

const COST = 2 ** 15;
/** scrypt's N for in-memory simulators of tests: under a millisecond per hash. */
export const THROWAWAY_COST = 2 ** 4;
const BLOCK_SIZE = 8;
const PARALLEL = 1;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

const scryptKey = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const hashQueue = new FairQueue(queues.passwords);

/**
 * Hashes a password with scrypt outside the event loop, in about 90 ms at the default cost. Returns
 * `scrypt$N$r$p$salt$hash`, with salt and hash in base64.
 */
export async function hashPassword(password: string, cost: number = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await deriveKey(password, salt, { N: cost, r: BLOCK_SIZE, p: PARALLEL });
  return encodeHash(cost, salt, key);
}

/** Compares in constant time. Takes as long without a hash, so a login doesn't reveal which names exist. */
export async function verifyPassword(
  password: string,
  hash: string | undefined,
  defaultCost: number = COST,
): Promise<boolean> {
  const dummyHash = encodeHash(defaultCost, Buffer.alloc(SALT_BYTES), Buffer.alloc(KEY_BYTES));
  const [, cost, blockSize, parallel, salt, key] = (hash ?? dummyHash).split('$');
  const expected = Buffer.from(key ?? '', 'base64');
  const candidate = await deriveKey(password, Buffer.from(salt ?? '', 'base64'), {
    N: Number(cost),
    r: Number(blockSize),
    p: Number(parallel),
  });
  return candidate.length === expected.length && timingSafeEqual(candidate, expected) && hash !== undefined;
}

function encodeHash(cost: number, salt: Buffer, key: Buffer): string {
  return ['scrypt', cost, BLOCK_SIZE, PARALLEL, salt.toString('base64'), key.toString('base64')].join('$');
}

function deriveKey(
  password: string,
  salt: Buffer,
  { N, r, p }: Record<'N' | 'r' | 'p', number>,
): Promise<Buffer> {
  return hashQueue.run(() => scryptKey(password, salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r }));
}

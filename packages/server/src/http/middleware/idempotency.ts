import { hash } from 'node:crypto';
import { message } from '@svc-simulator/texts/message.ts';
import { createMiddleware } from 'hono/factory';
import { refuseWith } from '../../refusals.ts';
import type { Env } from '../env.ts';
import { problem } from '../problem.ts';

const KEY_LIMIT = 255;

/**
 * Reads the `Idempotency-Key`. The operation's commit stores the response under this key (contract section
 * 3).
 */
export const idempotency = createMiddleware<Env>((c, next) => {
  const key = c.req.header('idempotency-key');
  const account = c.get('principal')?.account;
  if (!key || !account) return next();
  if (key.length > KEY_LIMIT) return problem(c, keyTooLong.refusal);
  const request = `${c.req.method} ${c.req.path}\n${canonical(c.get('bodyText') ?? '')}`;
  c.set('idempotency', { accountId: account.id, key, fingerprint: hash('sha256', request, 'hex') });
  return next();
});

/**
 * Serializes JSON so that texts that differ only in white space or the order of keys become equal (contract
 * section 10).
 */
function canonical(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (_, value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
        : value,
    );
  } catch {
    return text;
  }
}

const keyTooLong = refuseWith(
  400,
  'problem.title.invalid',
  message('problem.idempotency.too_long', { limit: KEY_LIMIT }),
);

import * as z from 'zod';
import { lazyObject } from '../fields/fields.ts';
import { consoleApi, lazy } from '../operation.ts';
import { pageQuery } from '../pages.ts';
import { viewOf } from '../views/view.ts';

export const revocableKinds = ['api', 'refresh'] as const;

/** Precision of `last_used_at`. A higher precision would need a commit for each request. */
export const LAST_USE_PRECISION_MS = 60_000;

const tokenIdSchema = () => z.string().meta({ pattern: '^tok_[0-9a-f]{16}$' });

export const listTokens = consoleApi.get('listTokens', '/console/tokens', {
  query: pageQuery,
  data: lazy(() =>
    z.array(
      z.object({
        token_id: tokenIdSchema(),
        kind: z.enum(revocableKinds),
        token_hint: z.string().meta({ meaning: 'field.token_hint' }),
        created_at: z.iso.datetime(),
        last_used_at: z.iso.datetime().meta({ meaning: 'field.last_used_at' }),
        made_with: tokenIdSchema().nullable().meta({ meaning: 'field.made_with' }),
      }),
    ),
  ),
  title: 'Tokens',
  paged: true,
});

export const revokeToken = consoleApi.delete('revokeToken', '/console/tokens/{token_id}', {
  fullToken: true,
  data: lazyObject(() => ({ token_id: tokenIdSchema(), revoked_at: z.iso.datetime() })),
  title: 'Token revoked',
  problems: [404],
});

export const tokenView = viewOf(listTokens, {
  noun: 'token',
  id: ({ token_id }) => token_id,
  columns: [
    { field: 'token_hint', kind: 'code' },
    { field: 'kind', kind: 'text', words: 'token' },
    { field: 'created_at', kind: 'instant' },
    { field: 'last_used_at', kind: 'age' },
  ],
  command: 'account login NAME',
});

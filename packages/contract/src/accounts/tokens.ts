import * as z from 'zod';
import { lazy, ofConsole, operation } from '../operation.ts';
import { pageQuery } from '../pages.ts';

/** The kinds of token that programs get by registration, login and refresh, and that can be revoked one by one. */
export const revocableKinds = ['api', 'refresh'] as const;

/** How exactly a token's last use is known: so that a request costs no commit. */
export const LAST_USE_MS = 60_000;

const tokenId = () => z.string().meta({ pattern: '^tok_[0-9a-f]{16}$' });

/** `GET /console/tokens` (contract section 10, Account life). */
export const listTokens = operation({
  ...ofConsole.get('/console/tokens'),
  id: 'listTokens',
  summary: 'API tokens and refresh tokens that open the account, the last used first',
  provenance: 'decided',
  query: pageQuery,
  data: lazy(() =>
    z.array(
      z.object({
        token_id: tokenId(),
        kind: z.enum(revocableKinds),
        token_hint: z.string().describe('The end of the token; the token itself is not kept.'),
        created_at: z.iso.datetime(),
        last_used_at: z.iso.datetime().describe('To the minute; handing it out counts as a use.'),
        made_with: tokenId()
          .nullable()
          .describe(
            'The token that was refreshed for it, or by which the browser came in that made it; null: none.',
          ),
      }),
    ),
  ),
  title: 'Tokens',
  paged: true,
});

/** `DELETE /console/tokens/{token_id}`: dead at once, in all instances. */
export const revokeToken = operation({
  ...ofConsole.delete('/console/tokens/{token_id}'),
  id: 'revokeToken',
  fullToken: true,
  summary:
    'Revoke a token with all that was made with it: they open nothing any more, and relays that came with them are closed',
  provenance: 'decided',
  data: lazy(() => z.object({ token_id: tokenId(), revoked_at: z.iso.datetime() })),
  title: 'Token revoked',
  problems: [404],
});

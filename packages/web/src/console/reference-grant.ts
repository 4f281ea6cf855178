import type { OutsideRoute } from './access/outside.tsx';
import type { ConsoleServices } from './page-call.ts';

/**
 * `POST /console/reference`: what the API reference tries operations out with, for the browser of somebody who is logged in:
 * an agreement, and tokens that end after a quarter of an hour, or with the log-in. Everybody else gets nothing, without an error:
 * the reference is for all.
 */
export function referenceGrant({ accounts, browsers, runtime }: ConsoleServices): OutsideRoute {
  return {
    path: '/console/reference',
    post: async ({ token }) => {
      const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
      const account = token === undefined ? undefined : await browsers.accountOf(token);
      if (token === undefined || !account) return new Response(null, { status: 204, headers });
      const [api, console, { items }] = await Promise.all([
        accounts.grant(account, 'api', token),
        accounts.grant(account, 'console', token),
        runtime.store.list('agreement', account.id, { limit: 1 }),
      ]);
      const granted = {
        short_name: account.shortName,
        agreement_id: items[0]?.id ?? null,
        token: api.token,
        console_token: console.token,
      };
      return Response.json(granted, { headers });
    },
  };
}

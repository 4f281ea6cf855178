import { type DataOf, listAgreements } from '@svc-simulator/contract';
import type { ConsoleServices } from '@svc-simulator/server/pages/console-services.ts';
import type { OutsideRoute } from './access/outside.tsx';

/**
 * `POST /console/reference`: what the API reference tries operations out with, for the browser of somebody who is logged in:
 * an agreement, and tokens that end after a quarter of an hour, or with the log-in. Everybody else gets nothing, without an error:
 * the reference is for all.
 */
export function referenceGrant({ accounts, answer, browsers }: ConsoleServices): OutsideRoute {
  return {
    path: '/console/reference',
    post: async ({ token }) => {
      const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
      const account = token === undefined ? undefined : await browsers.accountOf(token);
      if (token === undefined || !account) return new Response(null, { status: 204, headers });
      const [api, console, agreements] = await Promise.all([
        accounts.grant(account, 'api', token),
        accounts.grant(account, 'console', token),
        answer(listAgreements, { account, query: { limit: '1' } }),
      ]);
      const [agreement] = agreements.ok ? (agreements.value.data as DataOf<typeof listAgreements>) : [];
      const granted = {
        short_name: account.shortName,
        agreement_id: agreement?.agreement_id ?? null,
        token: api.token,
        console_token: console.token,
      };
      return Response.json(granted, { headers });
    },
  };
}

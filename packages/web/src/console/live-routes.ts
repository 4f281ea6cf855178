import type { PageRoute } from './page-call.ts';

/** The streams that keep open pages up to date; `?session=` follows one session. */
export const liveRoutes: readonly PageRoute[] = [
  {
    path: '/console/live',
    get: ({ services, account, url }) =>
      services.live.follow(account.id, url.searchParams.get('session') ?? undefined),
  },
];

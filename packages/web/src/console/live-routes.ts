import type { PageRoute } from './page-call.ts';

/** The streams that keep open pages up to date; `?session=` follows one session, `?calls` the log of API calls. */
export const liveRoutes: readonly PageRoute[] = [
  {
    path: '/console/live',
    get: ({ services, account, url }) =>
      url.searchParams.has('calls')
        ? services.live.followCalls(account.id)
        : services.live.follow(account.id, url.searchParams.get('session') ?? undefined),
  },
];

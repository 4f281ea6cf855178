import { liveRoutes } from './live-routes.ts';
import { overviewRoutes } from './overview/overview-routes.tsx';
import type { PageRoute } from './page-call.ts';

/** Every page of the console for somebody who is logged in. */
export const pageRoutes: readonly PageRoute[] = [...overviewRoutes, ...liveRoutes];

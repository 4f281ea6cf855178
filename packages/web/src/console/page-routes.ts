import { agreementView, partnerView } from '@svc-simulator/contract';
import { accountPageRoutes } from './account/account-page.tsx';
import { callsRoutes } from './calls/call-page.tsx';
import { classesRoutes } from './classes/classes-routes.tsx';
import { deliveriesRoutes } from './deliveries/deliveries-page.tsx';
import { keysRoutes } from './keys/keys-routes.tsx';
import { overviewRoutes } from './overview/overview.tsx';
import type { PageRoute } from './page-call.ts';
import { practicesRoutes } from './practices/practices-routes.tsx';
import { doctorRoutes } from './receivers/doctor-page.tsx';
import { receiversRoutes } from './receivers/receivers-page.tsx';
import { searchRoutes } from './search/search-routes.tsx';
import { sessionListRoutes } from './sessions/session-list.tsx';
import { sessionPageRoutes } from './sessions/session-page.tsx';
import { settingsRoutes } from './settings/settings-routes.tsx';
import { signatureRoutes } from './signature/signature-routes.tsx';
import { simulateRoutes } from './simulate/simulate-routes.tsx';
import { terminalsRoutes } from './terminals/terminals-page.tsx';
import { transactionsRoutes } from './terminals/transactions-routes.tsx';
import { traceRoutes } from './trace/trace-routes.tsx';
import { viewRoutes } from './views/view-routes.tsx';

const liveRoute: PageRoute = {
  path: '/console/live',
  get: ({ services, account, url }) =>
    url.searchParams.has('calls')
      ? services.live.followCalls(account.id)
      : services.live.follow(account.id, url.searchParams.get('session') ?? undefined),
};

const agreementPages = {
  area: 'agreements',
  tabs: [
    ['/console/agreements', 'agreement'],
    ['/console/partners', 'partner'],
  ],
} as const;

export const pageRoutes: readonly PageRoute[] = [
  ...overviewRoutes,
  ...keysRoutes,
  ...simulateRoutes,
  ...practicesRoutes,
  ...classesRoutes,
  ...sessionListRoutes,
  ...sessionPageRoutes,
  ...viewRoutes('/console/agreements', agreementView, agreementPages),
  ...viewRoutes('/console/partners', partnerView, agreementPages),
  ...deliveriesRoutes,
  ...searchRoutes,
  ...signatureRoutes,
  ...receiversRoutes,
  ...doctorRoutes,
  ...settingsRoutes,
  ...terminalsRoutes,
  ...callsRoutes,
  ...traceRoutes,
  ...accountPageRoutes,
  ...transactionsRoutes,
  liveRoute,
];

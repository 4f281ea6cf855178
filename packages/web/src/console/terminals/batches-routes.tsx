import { batchView } from '@svc-simulator/contract';
import { type PageRoute, seeOther } from '../page-call.ts';
import { listPage } from '../views/list-page.tsx';
import { terminalPages } from './terminals-page.tsx';

/** `/console/batches`: what the account's terminals closed. */
export const batchesRoutes: readonly PageRoute[] = [
  {
    path: '/console/batches',
    // The terminals' page says what an account without a merchant profile can do.
    get: (call) =>
      call.account.merchantId === undefined
        ? seeOther('/console/terminals')
        : listPage(call, batchView, terminalPages),
  },
];

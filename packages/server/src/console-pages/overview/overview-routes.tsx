import type { PageRoute } from '../page-call.ts';
import { overviewPage } from './overview.tsx';

/** `/console`: what happened lately and what to do next. */
export const overviewRoutes: readonly PageRoute[] = [{ path: '/console', get: overviewPage }];

import { Hono } from 'hono';
import { accountRoutes } from './accounts/account-routes.ts';
import type { AccountService } from './accounts/account-service.ts';
import { agreementRoutes } from './agreements/agreement-routes.ts';
import { consoleRoutes } from './console/console-routes.ts';
import { controlRoutes } from './control/control-routes.ts';
import { Callers } from './http/callers.ts';
import { problemResponse } from './http/envelope.ts';
import { mount } from './http/pipeline.ts';
import { noSuchPath } from './http/refusals.ts';
import { Throttle } from './http/throttle.ts';
import { AccessTokens } from './merchants/access-tokens.ts';
import { merchantRoutes } from './merchants/merchant-routes.ts';
import { paymentRoutes } from './payments/payment-routes.ts';
import { practiceRoutes } from './practices/practice-routes.ts';
import { landingPage, publicRoutes } from './public/public-routes.ts';
import type { Runtime } from './runtime.ts';
import { sessionRoutes } from './sessions/session-routes.ts';
import { settlementRoutes } from './settlements/settlement-routes.ts';
import { stopRoutes } from './stops/stop-routes.ts';
import { terminalPageRoutes } from './terminal-page/terminal-page-routes.ts';
import { terminalRoutes } from './terminals/terminal-routes.ts';
import { transactionRoutes } from './transactions/transaction-routes.ts';

/** Every HTTP surface of one simulator as one app. `closing` ends what would otherwise stay open. */
export function createApp(runtime: Runtime, accounts: AccountService, closing: AbortSignal): Hono {
  const app = new Hono();
  const throttle = new Throttle();
  const tokens = new AccessTokens(runtime);
  mount(app, runtime, { throttle, callers: new Callers(runtime, tokens) }, [
    ...sessionRoutes(runtime),
    ...agreementRoutes(runtime),
    ...stopRoutes(),
    ...controlRoutes(runtime, throttle),
    ...accountRoutes(accounts),
    ...consoleRoutes(runtime, closing),
    ...practiceRoutes(runtime),
    ...merchantRoutes(runtime, accounts, tokens),
    ...terminalRoutes(runtime),
    ...transactionRoutes(runtime),
    ...settlementRoutes(runtime),
    ...paymentRoutes(runtime),
    ...terminalPageRoutes(),
    ...publicRoutes(runtime),
  ]);
  app.get('/', () => landingPage(runtime));
  app.notFound((c) => {
    const family = c.req.path.startsWith('/api/v1/ext/') ? 'session' : 'public';
    return problemResponse(family, runtime.random.uuid(), noSuchPath(c.req.path).refusal);
  });
  return app;
}

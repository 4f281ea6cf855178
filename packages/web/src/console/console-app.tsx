import type { HttpBindings } from '@hono/node-server';
import { accept, listAgreements, type Refusal } from '@svc-simulator/contract';
import { type AccountRecord, accountTime } from '@svc-simulator/core';
import { formatRefusal, loadProblemTexts } from '@svc-simulator/server/format-refusal.ts';
import { type ConsoleParts, consoleServices } from '@svc-simulator/server/pages/console-services.ts';
import { type Context, Hono } from 'hono';
import { accessRoutes } from './access/access-routes.tsx';
import type { OutsideCall, OutsideRoute } from './access/outside.tsx';
import { renderConsoleResponse } from './console-frame.tsx';
import { consoleFile } from './console-security.ts';
import { readCookie, sessionCookieName } from './cookies.ts';
import { type ErrorStatus, errorPage, statusPage } from './error-pages.tsx';
import { type ConsolePage, type PageCall, type PageRoute, rowsIn, seeOther } from './page-call.ts';
import { createPageOperations } from './page-perform.ts';
import { pageRoutes } from './page-routes.ts';
import { verifyFormRoute, verifyRoute } from './practices/certificate.tsx';
import {
  cookieScopeFor,
  languageForRequest,
  pageMiddleware,
  publicUrl,
  textsForRequest,
} from './request-context.ts';

/** Maximum size of a form, unless its route has `formBytes`. */
const DEFAULT_FORM_BYTES = 64 * 1024;

/** The simulator creates the app at the first request for one of its pages. */
export function createConsoleApp(parts: ConsoleParts): Hono {
  const services = consoleServices(parts);
  const { admission, clock, execute, log, settings } = services;
  const app = new Hono();
  app.use(pageMiddleware(settings, (c) => errorResponse(c, 403)));
  app.get('/console/assets/:release/:name', (c, next) => {
    const { release, name } = c.req.param();
    const file = consoleFile(release, name);
    return file ? Promise.resolve(file) : next();
  });
  for (const { path, get, post } of [...accessRoutes, referenceGrantRoute, verifyFormRoute, verifyRoute]) {
    if (get) app.get(path, (c) => serveOutside(c, get));
    if (!post) continue;
    app.post(path, async (c) => {
      const form = await formOf(c);
      return form.ok ? post({ ...outsideCall(c), form: form.value }) : refusalResponse(c, form.refusal);
    });
  }
  for (const { path, get, post, formBytes } of pageRoutes) {
    // After a refused form, the browser shows the URL of the POST, which may have no page. Opening that URL
    // again redirects to the page with the form.
    const page = get ?? (({ url }) => seeOther(url.pathname.slice(0, url.pathname.lastIndexOf('/'))));
    app.get(path, (c) => serveConsolePage(c, page));
    if (post) app.post(path, (c) => serveConsolePage(c, post, formBytes?.(settings), post === get));
  }
  app.notFound(async (c) => {
    const account = await accountOf(c);
    return account ? errorResponse(c, 404, account) : redirectToLogin(c);
  });
  app.onError((error, c) => {
    const requestId = services.random.uuid();
    log('error', 'a page of the console failed', { requestId, path: c.req.path, cause: error.stack });
    const page = errorResponse(c, services.isUnavailable(error) ? 503 : 500);
    page.headers.set('x-request-id', requestId);
    return page;
  });
  return app;

  async function serveConsolePage(
    c: Context,
    handler: NonNullable<PageRoute['get']>,
    formBytes = DEFAULT_FORM_BYTES,
    readsOnly = c.req.method !== 'POST',
  ): Promise<Response> {
    const [account, token = ''] = [await accountOf(c), tokenOf(c)];
    const isStream = c.req.path.startsWith('/console/live');
    if (!account) return isStream ? c.body(null, 401) : redirectToLogin(c);
    const streamRefusal = isStream && admission.streams.refusalOf(account.id);
    if (streamRefusal) return c.body(null, 429, { ...streamRefusal.headers });
    const suspension = services.suspensionOf(account);
    if (suspension) return refusalResponse(c, suspension.refusal);
    const form = c.req.method === 'POST' ? await formOf(c, formBytes) : accept(emptyForm);
    if (!form.ok) return refusalResponse(c, form.refusal, account);
    const now = accountTime(account.clock, clock.now());
    const context = { ...outsideCall(c), account, token, now, form: form.value };
    const call: PageCall = { ...context, ...createPageOperations(context, execute) };
    const { outgoing }: Partial<HttpBindings> = c.env ?? {};
    const runHandler = async () => {
      const answer = await handler(call);
      return answer instanceof Response ? answer : pageResponse(call, answer);
    };
    if (isStream) {
      const answer = await runHandler();
      admission.streams.countUntilClosed(answer, account.id, outgoing);
      services.endWithToken(answer, outgoing, { accountId: account.id, token });
      return answer;
    }
    // Only reads wait in the queue. An action there could block them, because it can wait for a clock or a
    // receiver.
    if (!admission.reads || !outgoing || !readsOnly) return runHandler();
    // A page costs as much as a list call, so it waits in the same queue.
    const page = await admission.reads.run(account.id, outgoing, runHandler);
    return 'busy' in page ? errorResponse(c, 503, account) : page;
  }

  /** Renders a page that needs no login, in the queue of the client's IP address. */
  async function serveOutside(c: Context, get: NonNullable<OutsideRoute['get']>): Promise<Response> {
    const show = () => get(outsideCall(c));
    const { incoming, outgoing }: Partial<HttpBindings> = c.env ?? {};
    if (!admission.pages || !incoming || !outgoing) return show();
    const page = await admission.pages.run({ incoming, outgoing }, show);
    return 'busy' in page ? errorResponse(c, 503) : page;
  }

  function outsideCall(c: Context): OutsideCall {
    const url = publicUrl(c, settings);
    const now = clock.now();
    const isDirectVisit = c.req.header('sec-fetch-site') === 'none' && !c.req.header('sec-purpose');
    const [t, params, token] = [textsForRequest(c), c.req.param(), tokenOf(c)];
    const { basePath, publicUrl: configuredUrl } = settings;
    const baseUrl = basePath === '' ? url.origin : configuredUrl;
    const bindings: HttpBindings = c.env;
    const operations = createPageOperations({ t, bindings }, execute);
    const request = { url, params, form: emptyForm, bindings, token, isDirectVisit };
    return { services, t, now, basePath, baseUrl, ...request, ...operations };
  }

  function formOf(c: Context, maxBytes = DEFAULT_FORM_BYTES) {
    return services.readForm(c.env.incoming, maxBytes);
  }

  function tokenOf(c: Context): string | undefined {
    return readCookie(c.req.raw, sessionCookieName(cookieScopeFor(c, settings)));
  }

  function accountOf(c: Context): Promise<AccountRecord | undefined> {
    const token = tokenOf(c);
    return token ? services.browsers.accountOf(token) : Promise.resolve(undefined);
  }

  function errorResponse(c: Context, status: ErrorStatus, account?: AccountRecord): Response {
    return pageOutside(c, statusPage(textsForRequest(c), status), account);
  }

  async function refusalResponse(c: Context, refusal: Refusal, account?: AccountRecord): Promise<Response> {
    const { status, title, detail } = formatRefusal(await loadProblemTexts(languageForRequest(c)), refusal);
    return pageOutside(c, errorPage(textsForRequest(c), status, title, detail), account);
  }

  function pageOutside(c: Context, page: ConsolePage, account?: AccountRecord): Response {
    return renderConsoleResponse({ t: textsForRequest(c), account, url: publicUrl(c, settings), page });
  }
}

const emptyForm = new URLSearchParams();

async function pageResponse({ t, account, url, services }: PageCall, page: ConsolePage): Promise<Response> {
  const [script, notice] = await Promise.all([services.scriptOf(account), services.noticeIn(t.lang)]);
  return renderConsoleResponse({ t, account, url, page, script, notice });
}

function redirectToLogin(c: Context): Response {
  const { pathname, search } = new URL(c.req.url);
  const query = new URLSearchParams(c.req.method === 'GET' ? { next: pathname + search } : {});
  return seeOther(`/console/login?${query}`);
}

/**
 * Returns an agreement and short-lived tokens for the API reference if the browser is logged in. Without a
 * login, returns 204, because the reference is public.
 */
const referenceGrantRoute: OutsideRoute = {
  path: '/console/reference',
  post: async (call) => {
    const { token, services } = call;
    const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
    const account = token && (await services.browsers.accountOf(token));
    if (!token || !account) return new Response(null, { status: 204, headers });
    const { perform } = createPageOperations({ ...call, account, token }, services.execute);
    const [tokens, agreements] = await Promise.all([
      services.accounts.grantReferenceTokens(account, token),
      perform(listAgreements, { query: { limit: '1' } }),
    ]);
    // Returns the status of the refusal, after which the reference asks the reader for a token.
    if (!tokens.ok) {
      const { status, headers: refusalHeaders } = tokens.refusal;
      return new Response(null, { status, headers: { ...headers, ...refusalHeaders } });
    }
    const { api, console: console_token } = tokens.value;
    const agreement_id = rowsIn(agreements)[0]?.agreement_id ?? null;
    const grant = { short_name: account.shortName, agreement_id, token: api, console_token };
    return Response.json(grant, { headers });
  },
};

import type { HttpBindings } from '@hono/node-server';
import { accept, type Refusal } from '@svc-simulator/contract';
import type { OperatorServices } from '@svc-simulator/server/pages/operator-services.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { type Context, Hono } from 'hono';
import { outsidePage } from '../console/access/outside.tsx';
import { operatorCookie, operatorCookieName, readCookie } from '../console/cookies.ts';
import { seeOther } from '../console/page-call.ts';
import { createPageOperations, explainRefusal } from '../console/page-perform.ts';
import { ButtonForm, Notice } from '../console/parts/parts.tsx';
import { cookieScopeFor, pageMiddleware, publicUrl, textsForRequest } from '../console/request-context.ts';
import { TextField } from '../kit/parts.tsx';
import { renderOperatorPage } from './operator-frame.tsx';
import { operatorPages } from './operator-pages.tsx';

const emptyOperatorForm = new URLSearchParams();
/** Enough for a CSV file with a thousand accounts. */
const FORM_BYTES = 256 * 1024;
/** Anybody can send the login form, so its limit is low. */
const LOGIN_FORM_BYTES = 4 * 1024;

/**
 * Creates an app with the operator's pages. The simulator calls it at the first request for one of the pages.
 */
export function createOperatorApp(services: OperatorServices): Hono {
  const { admission, clock, log, random, settings, execute, credential } = services;
  const app = new Hono();
  app.use(
    '*',
    pageMiddleware(settings, (c) => c.body(null, 403)),
  );
  app.get('/operator/login', (c) => showLogin(c));
  app.post('/operator/login', async (c) => {
    const form = await services.readForm(bindingsOf(c).incoming, LOGIN_FORM_BYTES);
    const token = (form.ok && form.value.get('token')?.trim()) || '';
    const refusal = credential.refusalOf(token, bindingsOf(c).incoming);
    if (refusal) return showLogin(c, refusal);
    return withCookie(c, seeOther('/operator'), credential.openSession());
  });
  app.post('/operator/logout', (c) => withCookie(c, seeOther('/operator/login'), ''));
  for (const { path, get, post } of operatorPages) {
    app.get(path, (c) => serve(c, get));
    if (post) app.post(path, (c) => serve(c, post));
  }
  app.onError((error, c) => {
    const requestId = random.uuid();
    log('error', 'a page of the operator failed', { requestId, path: c.req.path, cause: error.stack });
    return c.text(textsForRequest(c)('console.frame.errors.500.title'), 500, { 'x-request-id': requestId });
  });
  return app;

  async function serve(c: Context, handler: (typeof operatorPages)[number]['get']): Promise<Response> {
    const session = readCookie(c.req.raw, operatorCookieName(cookieScopeFor(c, settings)));
    if (!credential.isValidSession(session ?? '')) return seeOther('/operator/login');
    const [t, url, bindings, params] = [
      textsForRequest(c),
      publicUrl(c, settings),
      bindingsOf(c),
      c.req.param(),
    ];
    const form =
      c.req.method === 'POST'
        ? await services.readForm(bindings.incoming, FORM_BYTES)
        : accept(emptyOperatorForm);
    if (!form.ok) {
      const { status, detail } = await explainRefusal(t, form.refusal);
      const body = <Notice kind="danger" text={detail} />;
      return renderOperatorPage({ t, url }, { title: t('console.operator.title'), status, body });
    }
    const { perform } = createPageOperations({ t, bindings }, execute);
    const call = { t, url, bindings, params, form: form.value, now: clock.now(), perform, execute };
    const answer = await handler(call);
    return answer instanceof Response ? answer : renderOperatorPage(call, answer);
  }

  /** Renders the login page in the queue of public pages, because anybody can request it. */
  async function showLogin(c: Context, refusal?: Refusal): Promise<Response> {
    const show = () => operatorLoginPage(textsForRequest(c), publicUrl(c, settings), refusal);
    if (!admission.pages) return show();
    const page = await admission.pages.run(bindingsOf(c), show);
    return 'busy' in page ? c.body(null, 503, page.busy.headers) : page;
  }

  function withCookie(c: Context, answer: Response, value: string): Response {
    answer.headers.append('set-cookie', operatorCookie(cookieScopeFor(c, settings), value));
    return answer;
  }
}

function bindingsOf(c: Context): HttpBindings {
  return c.env;
}

/** Renders the login page. It never shows a refused token again. */
async function operatorLoginPage(t: Texts, url: URL, refusal?: Refusal): Promise<Response> {
  const fault = refusal && (await explainRefusal(t, refusal)).detail;
  const body = (
    <ButtonForm to="/operator/login" kind="primary" text={t('console.operator.logIn')}>
      <TextField
        name="token"
        label={t('console.operator.token')}
        type="password"
        autocomplete="current-password"
        fault={fault}
        required
      />
    </ButtonForm>
  );
  const status = refusal?.status;
  const headers = refusal?.status === 429 ? refusal.headers : undefined;
  const [title, lead] = [t('console.operator.title'), t('console.operator.logInLead')];
  return outsidePage({ t, url, title, lead, body, status, headers });
}

import type { FormDeclaration, Refusal } from '@svc-simulator/contract';
import { loginConsole, registerConsoleAccount } from '@svc-simulator/contract';
import type { AccountRecord } from '@svc-simulator/core';
import type { BrowserLogin, BrowserRegistration } from '@svc-simulator/server/accounts/browser-routes.ts';
import { logInBrowser, registerInBrowser } from '@svc-simulator/server/accounts/browser-routes.ts';
import type { Child } from 'hono/jsx';
import { withCode } from '../../kit/page-frame.tsx';
import { LinkButton, t } from '../../kit/parts.tsx';
import { renderConsoleResponse } from '../console-frame.tsx';
import { type OperationRefusal, seeOther } from '../page-call.ts';
import { explainRefusal } from '../page-perform.ts';
import { AGREEMENT_COMMAND } from '../parts/curl.ts';
import { ButtonForm, CodeBlock, Notice, PageHead, Panel } from '../parts/parts.tsx';
import { type TypedForm, ViewForm } from '../views/view-form.tsx';
import type { OutsideCall, OutsideRoute } from './outside.tsx';
import { outsidePage, pathAfterLogin, withSessionCookie } from './outside.tsx';

/**
 * Query parameter that a login adds to its redirect. If the browser then sends no cookie, it blocks cookies.
 */
const COOKIE_CHECK = 'entered';

export const accessRoutes: readonly OutsideRoute[] = [
  {
    path: '/console/login',
    get: async (call) => {
      const { services, token, url } = call;
      if (token && (await services.browsers.accountOf(token))) return seeOther(pathAfterLogin(url));
      return logInPage(call, url.searchParams.has(COOKIE_CHECK) ? noCookiesFault(call) : {});
    },
    post: logInByForm,
  },
  { path: '/console/enter', get: confirmLink, post: enterByLink },
  {
    path: '/console/logout',
    post: async (call) => {
      if (call.token) await call.services.browsers.logOut(call.token);
      return withSessionCookie(seeOther('/console/login?out='), call, '');
    },
  },
  { path: '/console/register', get: (call) => registerPage(call), post: register },
];

const logInForm: FormDeclaration = { operation: loginConsole, fields: ['short_name', 'password'] };
const oneTimeForm: FormDeclaration = { ...logInForm, fields: [...logInForm.fields, 'new_password'] };
const registerForm: FormDeclaration = {
  operation: registerConsoleAccount,
  fields: ['short_name', 'password', 'class_code'],
};

function cookieCheckPath(url: URL): string {
  return `/console/login?${COOKIE_CHECK}=&next=${encodeURIComponent(pathAfterLogin(url))}`;
}

function noCookiesFault({ form, t, url }: OutsideCall): AccessFormState {
  const fault = t('console.access.logIn.no_cookies', { host: url.host });
  return { typed: { values: form, faults: { '': fault } } };
}

interface AccessFormState {
  readonly typed?: TypedForm;
  readonly status?: number;
  readonly headers?: Refusal['headers'] | undefined;
  readonly note?: Child;
}

function logInPage(call: OutsideCall, formState: AccessFormState = {}): Promise<Response> {
  const { services, t } = call;
  const { typed } = formState;
  const newPassword = typed?.values.get('new_password') ?? undefined;
  const isOneTime = typed && (newPassword !== undefined || '/new_password' in typed.faults);
  // The field of the new password is required, except after a refused new password. If the old password isn't
  // a one-time password, the field must be empty.
  const oneTime = newPassword ? oneTimeForm : { ...oneTimeForm, required: ['new_password'] };
  const note = !services.settings.hosted && <p class="hint">{withCode(t('console.access.logIn.demo'))}</p>;
  return formPage(call, 'logIn', { ...formState, form: isOneTime ? oneTime : logInForm, note });
}

async function registerPage(call: OutsideCall, formState: AccessFormState = {}): Promise<Response> {
  const { services, t, url } = call;
  const registration = await services.accounts.registrationRefusal();
  if (registration) {
    const reason = await explainRefusal(t, registration.refusal);
    return refusalPage(call, t('console.access.register.title'), reason);
  }
  // Fills the form from the URL, because an invitation link contains the class code.
  const invitation = { values: url.searchParams, faults: {} };
  return formPage(call, 'register', { form: registerForm, typed: invitation, ...formState });
}

type RefusedPage = Pick<OperationRefusal, 'status' | 'detail'>;

function refusalPage(
  { t, url }: OutsideCall,
  title: string,
  { status, detail: lead }: RefusedPage,
): Response {
  const body = <LinkButton href="/console/login" text={t('console.access.logIn.submit')} />;
  return outsidePage({ t, url, title, lead, status, body });
}

async function formPage(
  { services, t, url }: OutsideCall,
  name: 'logIn' | 'register',
  { form, typed, note, ...responseOptions }: AccessFormState & { readonly form: FormDeclaration },
): Promise<Response> {
  const [notice, registration] = await Promise.all([
    services.noticeIn(t.lang),
    name === 'logIn' ? services.accounts.registrationRefusal() : undefined,
  ]);
  const body = (
    <>
      <ViewForm
        noun={name}
        form={form}
        to={`${url.pathname}?next=${encodeURIComponent(pathAfterLogin(url))}`}
        submit={t(`console.access.${name}.submit`)}
        typed={typed}
      />
      {registration ? (
        <p class="small">{(await explainRefusal(t, registration.refusal)).detail}</p>
      ) : (
        <p class="small">
          {t(`console.access.${name}.hasOther`)}{' '}
          <a href={name === 'logIn' ? '/console/register' : '/console/login'}>
            {t(`console.access.${name}.other`)}
          </a>
        </p>
      )}
      {note}
    </>
  );
  const [title, lead] = [t(`console.access.${name}.title`), t(`console.access.${name}.lead`)];
  return outsidePage({ t, url, title, lead, body, notice, ...responseOptions });
}

function fieldsOf({ fields }: FormDeclaration, form: URLSearchParams): Readonly<Record<string, string>> {
  const entries = fields.flatMap((name) => {
    const text = form.get(name) ?? '';
    const value = name === 'password' ? text : text.trim();
    return value || name === 'password' ? [[name, value] as const] : [];
  });
  return Object.fromEntries(entries);
}

function stateAfterRefusal({ form }: OutsideCall, refusal: OperationRefusal): AccessFormState {
  const { status, detail, faults, headers } = refusal;
  // 409 means that the name is taken, so the message belongs to the field of the name.
  const formFault = { [status === 409 ? '/short_name' : '']: detail };
  const shownFaults = Object.keys(faults).length > 0 ? faults : formFault;
  return { typed: { values: form, faults: shownFaults }, status, headers };
}

async function logInByForm(call: OutsideCall): Promise<Response> {
  const { perform, form, url } = call;
  const login = await perform(logInBrowser, { body: fieldsOf(oneTimeForm, form) });
  if (!login.ok) return logInPage(call, stateAfterRefusal(call, login));
  const { token } = login.data as object as BrowserLogin;
  return withSessionCookie(seeOther(cookieCheckPath(url)), call, token);
}

async function register(call: OutsideCall): Promise<Response> {
  const { perform, form, t, url, baseUrl } = call;
  const registration = await perform(registerInBrowser, { body: fieldsOf(registerForm, form) });
  if (!registration.ok) return registerPage(call, stateAfterRefusal(call, registration));
  const { account, apiToken, token } = registration.data as object as BrowserRegistration;
  const body = (
    <Welcome account={account} apiToken={apiToken} baseUrl={baseUrl} next={cookieCheckPath(url)} />
  );
  const page = { title: t('console.access.register.title'), area: null, status: 201, body, live: null };
  return withSessionCookie(renderConsoleResponse({ t, account, url, page }), call, token);
}

type WelcomeProps = Readonly<{ account: AccountRecord; apiToken: string; baseUrl: string; next: string }>;

function Welcome({ account, apiToken, baseUrl, next }: WelcomeProps) {
  const commands = [`export SIM_URL=${baseUrl}`, `export SIM_TOKEN=${apiToken}`, AGREEMENT_COMMAND];
  return (
    <>
      <PageHead title={t('console.access.welcome.title')} />
      <Notice kind="warn" text={t('console.access.welcome.once')} />
      <Panel title={t('field.label.account.token')}>
        <CodeBlock text={apiToken} objectName={t('field.label.account.token')} />
        <h2>{t('field.label.webhook_secret')}</h2>
        <CodeBlock text={account.webhookSecret} objectName={t('field.label.webhook_secret')} />
        <h2>{t('console.access.welcome.try')}</h2>
        <CodeBlock text={commands.join('\n')} objectName={t('console.access.welcome.try')} />
        <p>
          <LinkButton kind="primary" href={next} text={t('console.frame.errors.back')} />
        </p>
      </Panel>
    </>
  );
}

/**
 * Serves `/console/enter?ticket=…`, a link that logs a browser in once. The page asks for confirmation,
 * because another page or a link scanner could follow the link. On a local simulator, it doesn't ask if the
 * user opened the link directly.
 */
async function confirmLink(call: OutsideCall): Promise<Response> {
  const { services, url, t, token, isDirectVisit } = call;
  const { browsers, settings } = services;
  const account = await browsers.accountOf(ticketOf(url), 'link');
  const currentAccount = token ? await browsers.accountOf(token) : undefined;
  if (!account) return expiredLinkPage(call);
  if (currentAccount?.id === account.id) return seeOther(pathAfterLogin(url));
  if (isDirectVisit && !settings.hosted && !currentAccount) return enterByLink(call);
  const name = account.shortName;
  const title = t('console.access.logIn.title');
  const [to, text] = [`${url.pathname}${url.search}`, t('console.access.link.submit', { name })];
  const body = <ButtonForm to={to} kind="primary" text={text} />;
  return outsidePage({ t, url, title, lead: t('console.access.link.lead', { name }), body });
}

async function enterByLink(call: OutsideCall): Promise<Response> {
  const { services, url, t } = call;
  const login = await services.browsers.logInWithTicket(ticketOf(url));
  if (!login) return expiredLinkPage(call);
  if (login.ok) return withSessionCookie(seeOther(cookieCheckPath(url)), call, login.value);
  return refusalPage(call, t('console.access.logIn.title'), await explainRefusal(t, login.refusal));
}

function expiredLinkPage(call: OutsideCall): Response {
  const { t } = call;
  const detail = t('console.access.link.getNewLink');
  return refusalPage(call, t('console.access.link.expired'), { status: 410, detail });
}

function ticketOf({ searchParams }: URL): string {
  return searchParams.get('ticket') ?? '';
}

import type { FormDeclaration, Operation, Outcome, Refusal } from '@svc-simulator/contract';
import { accept, loginConsole, registerConsoleAccount } from '@svc-simulator/contract';
import type { AccountRecord } from '@svc-simulator/core';
import type { BrowserLogin, BrowserRegistration } from '@svc-simulator/server/accounts/browser-routes.ts';
import { logInBrowser, registerInBrowser } from '@svc-simulator/server/accounts/browser-routes.ts';
import { createInternalInput } from '@svc-simulator/server/input.ts';
import type { ConsoleServices } from '@svc-simulator/server/pages/console-services.ts';
import { dataOf } from '@svc-simulator/server/route.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Child } from 'hono/jsx';
import { withCode } from '../../kit/page-frame.tsx';
import { LinkButton, t } from '../../kit/parts.tsx';
import { renderConsoleResponse } from '../console-frame.tsx';
import { seeOther } from '../page-call.ts';
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

export function accessRoutes(services: ConsoleServices): readonly OutsideRoute[] {
  const { browsers } = services;
  return [
    {
      path: '/console/login',
      get: async (call) => {
        const { token, url } = call;
        if (token && (await browsers.accountOf(token))) return seeOther(pathAfterLogin(url));
        return logInPage(services, call, url.searchParams.has(COOKIE_CHECK) ? noCookiesFault(call) : {});
      },
      post: (call) => logInByForm(services, call),
    },
    enterRoute(services),
    {
      path: '/console/logout',
      post: async (call) => {
        if (call.token) await browsers.logOut(call.token);
        return withSessionCookie(seeOther('/console/login?out='), call, '');
      },
    },
    {
      path: '/console/register',
      get: (call) => registerPage(services, call),
      post: (call) => register(services, call),
    },
  ];
}

const logInForm: FormDeclaration = { operation: loginConsole, fields: ['short_name', 'password'] };
const oneTimeForm: FormDeclaration = {
  operation: loginConsole,
  fields: ['short_name', 'password', 'new_password'],
};
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
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly note?: Child;
}

function logInPage(
  services: ConsoleServices,
  call: OutsideCall,
  formState: AccessFormState = {},
): Promise<Response> {
  const { typed } = formState;
  const newPassword = typed?.values.get('new_password') ?? undefined;
  const isOneTime = typed && (newPassword !== undefined || '/new_password' in typed.faults);
  // The field of the new password is required, except after a refused new password. If the old password isn't
  // a one-time password, the field must be empty.
  const oneTime = newPassword ? oneTimeForm : { ...oneTimeForm, required: ['new_password'] };
  const demoNote = !services.settings.hosted && (
    <p class="hint">{withCode(call.t('console.access.logIn.demo'))}</p>
  );
  return formPage(services, call, 'logIn', {
    ...formState,
    form: isOneTime ? oneTime : logInForm,
    note: demoNote,
  });
}

async function registerPage(
  services: ConsoleServices,
  call: OutsideCall,
  formState: AccessFormState = {},
): Promise<Response> {
  const registrationRefusal = await services.accounts.registrationRefusal();
  if (registrationRefusal)
    return refusalPage(call, call.t('console.access.register.title'), registrationRefusal.refusal);
  // Fills the form from the URL, because an invitation link contains the class code.
  const invitation = { values: call.url.searchParams, faults: {} };
  return formPage(services, call, 'register', { form: registerForm, typed: invitation, ...formState });
}

async function refusalPage({ t, url }: OutsideCall, title: string, refusal: Refusal): Promise<Response> {
  const { status, detail } = await explainRefusal(t, refusal);
  const body = <LinkButton href="/console/login" text={t('console.access.logIn.submit')} />;
  return outsidePage({ t, url, title, lead: detail, status, body });
}

async function formPage(
  services: ConsoleServices,
  { t, url }: OutsideCall,
  name: 'logIn' | 'register',
  { form, typed, note, ...responseOptions }: AccessFormState & { readonly form: FormDeclaration },
): Promise<Response> {
  const [notice, registrationRefusal] = await Promise.all([
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
      {registrationRefusal ? (
        <p class="small">{(await explainRefusal(t, registrationRefusal.refusal)).detail}</p>
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

function accessFieldsFromForm(
  { fields }: FormDeclaration,
  { form }: OutsideCall,
): Readonly<Record<string, string>> {
  const entries = fields.flatMap((name) => {
    const text = form.get(name) ?? '';
    const value = name === 'password' ? text : text.trim();
    return value || name === 'password' ? [[name, value] as const] : [];
  });
  return Object.fromEntries(entries);
}

async function submit<Data>(
  { execute }: ConsoleServices,
  operation: Operation,
  form: FormDeclaration,
  call: OutsideCall,
): Promise<Outcome<Data>> {
  const { bindings } = call;
  const outcome = await execute(
    operation,
    createInternalInput('page', { body: accessFieldsFromForm(form, call), client: bindings }),
    {},
  );
  if (outcome instanceof Response) throw new Error(`${operation.id} returns no data`);
  return outcome.ok ? accept(dataOf(outcome.value) as Data) : outcome;
}

async function stateAfterRefusal({ t, form }: OutsideCall, refusal: Refusal): Promise<AccessFormState> {
  const { status, detail, faults } = await explainRefusal(t, refusal);
  // 409 means that the name is taken, so the message belongs to the field of the name.
  const formFault = { [status === 409 ? '/short_name' : '']: detail };
  const shownFaults = Object.keys(faults).length > 0 ? faults : formFault;
  return { typed: { values: form, faults: shownFaults }, status, headers: refusal.headers };
}

async function logInByForm(services: ConsoleServices, call: OutsideCall): Promise<Response> {
  const { url } = call;
  const login = await submit<BrowserLogin>(services, logInBrowser, oneTimeForm, call);
  if (!login.ok) return logInPage(services, call, await stateAfterRefusal(call, login.refusal));
  return withSessionCookie(seeOther(cookieCheckPath(url)), call, login.value.token);
}

async function register(services: ConsoleServices, call: OutsideCall): Promise<Response> {
  const { t, url, baseUrl } = call;
  const registration = await submit<BrowserRegistration>(services, registerInBrowser, registerForm, call);
  if (!registration.ok)
    return registerPage(services, call, await stateAfterRefusal(call, registration.refusal));
  const { account, apiToken, token } = registration.value;
  const body = (
    <Welcome account={account} apiToken={apiToken} baseUrl={baseUrl} next={cookieCheckPath(url)} />
  );
  const page = { title: t('console.access.register.title'), area: null, status: 201, body, live: null };
  return withSessionCookie(renderConsoleResponse({ t, account, url, page }), call, token);
}

function Welcome({
  account,
  apiToken,
  baseUrl,
  next,
}: Readonly<{ account: AccountRecord; apiToken: string; baseUrl: string; next: string }>) {
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
        <CodeBlock text={commands.join('\n')} objectName={t('console.access.welcome.try')} wrap={false} />
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
function enterRoute({ browsers, settings }: ConsoleServices): OutsideRoute {
  const { hosted } = settings;

  async function enter(call: OutsideCall): Promise<Response> {
    const { url, t } = call;
    const login = await browsers.logInWithTicket(ticketOf(url));
    if (!login) return expiredLinkPage(url, t);
    if (!login.ok) return refusalPage(call, t('console.access.logIn.title'), login.refusal);
    return withSessionCookie(seeOther(cookieCheckPath(url)), call, login.value);
  }

  return {
    path: '/console/enter',
    get: async (call) => {
      const { url, t, token, isDirectVisit } = call;
      const account = await browsers.accountOf(ticketOf(url), 'link');
      const currentAccount = token ? await browsers.accountOf(token) : undefined;
      if (!account) return expiredLinkPage(url, t);
      if (currentAccount?.id === account.id) return seeOther(pathAfterLogin(url));
      if (isDirectVisit && !hosted && !currentAccount) return enter(call);
      const accountName = { name: account.shortName };
      return outsidePage({
        t,
        url,
        title: t('console.access.logIn.title'),
        lead: t('console.access.link.lead', accountName),
        body: (
          <ButtonForm
            to={`${url.pathname}${url.search}`}
            kind="primary"
            text={t('console.access.link.submit', accountName)}
          />
        ),
      });
    },
    post: enter,
  };
}

function expiredLinkPage(url: URL, t: Texts): Response {
  return outsidePage({
    t,
    url,
    title: t('console.access.link.expired'),
    lead: t('console.access.link.getNewLink'),
    body: <LinkButton href="/console/login" text={t('console.access.logIn.submit')} />,
    status: 410,
  });
}

function ticketOf({ searchParams }: URL): string {
  return searchParams.get('ticket') ?? '';
}

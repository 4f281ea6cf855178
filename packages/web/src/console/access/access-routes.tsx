import {
  accept,
  type Form,
  loginConsole,
  type Operation,
  type Outcome,
  type Refusal,
  registerConsoleAccount,
} from '@svc-simulator/contract';
import type { AccountRecord } from '@svc-simulator/core';
import {
  type BrowserLogin,
  type BrowserRegistration,
  logInBrowser,
  registerInBrowser,
} from '@svc-simulator/server/accounts/browser-routes.ts';
import { inputWithin } from '@svc-simulator/server/input.ts';
import type { ConsoleServices } from '@svc-simulator/server/pages/console-services.ts';
import { dataOf } from '@svc-simulator/server/route.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Child } from 'hono/jsx';
import { LinkButton, t } from '../../kit/parts.tsx';
import { consoleAnswer } from '../console-frame.tsx';
import { seeOther } from '../page-call.ts';
import { explainRefusal } from '../page-perform.ts';
import { AGREEMENT_COMMAND } from '../parts/curl.ts';
import { Action, CodeBlock, Notice, PageHead, Panel } from '../parts/parts.tsx';
import { type TypedForm, ViewForm } from '../views/view-form.tsx';
import { loggedIn, nextOf, type OutsideCall, type OutsideRoute, outsidePage } from './outside.tsx';

/** The pages that need no log-in: logging in and out, by a link too, and making an account. */
export function accessRoutes(services: ConsoleServices): readonly OutsideRoute[] {
  const { browsers, settings } = services;
  const hasDemo = !settings.hosted;
  return [
    {
      path: '/console/login',
      get: async (call) => {
        const { token, url } = call;
        if (token && (await browsers.accountOf(token))) return seeOther(nextOf(url));
        return logInPage(call, hasDemo, url.searchParams.has(ENTERED) ? keepsNoCookies(call) : {});
      },
      post: (call) => logIn(services, call),
    },
    enterRoute(services),
    {
      path: '/console/logout',
      post: async (call) => {
        if (call.token) await browsers.close(call.token);
        return loggedIn(seeOther('/console/login?out='), call, '');
      },
    },
    {
      path: '/console/register',
      get: (call) => registerPage(call),
      post: (call) => register(services, call),
    },
  ];
}

const logInForm: Form = { operation: loginConsole, fields: ['short_name', 'password'] };
/** With a one-time password of a trainer its owner chooses another. */
const oneTimeForm: Form = { operation: loginConsole, fields: ['short_name', 'password', 'new_password'] };
const registerForm: Form = {
  operation: registerConsoleAccount,
  fields: ['short_name', 'password', 'class_code'],
};

/** In the query of the login page: the password was right, and the cookie should come with this request. */
const ENTERED = 'entered';

/** The page that looks if the browser kept the cookie, and sends it on. */
function enteredAt(url: URL): string {
  return `/console/login?${ENTERED}=&next=${encodeURIComponent(nextOf(url))}`;
}

function keepsNoCookies({ form, t, url }: OutsideCall): Answer {
  const fault = t('console.access.logIn.no_cookies', { host: url.host });
  return { typed: { values: form, faults: { '': fault } } };
}

interface Answer {
  readonly typed?: TypedForm;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly also?: Child;
}

function logInPage(call: OutsideCall, hasDemo: boolean, answer: Answer = {}): Response {
  const { typed } = answer;
  const isOneTime = typed && (typed.values.has('new_password') || '/new_password' in typed.faults);
  const also = hasDemo && <p class="hint">{call.t('console.access.logIn.demo')}</p>;
  return formPage(call, 'logIn', isOneTime ? oneTimeForm : logInForm, { ...answer, also });
}

function registerPage(call: OutsideCall, answer: Answer = {}): Response {
  // An invitation brings its class code along.
  const invited = { values: call.url.searchParams, faults: {} };
  return formPage(call, 'register', registerForm, { typed: invited, ...answer });
}

function formPage(
  { t, url }: OutsideCall,
  name: 'logIn' | 'register',
  form: Form,
  { typed, also, ...answer }: Answer,
): Response {
  const body = (
    <>
      <ViewForm
        noun={name}
        form={form}
        to={`${url.pathname}?next=${encodeURIComponent(nextOf(url))}`}
        submit={t(`console.access.${name}.submit`)}
        typed={typed}
      />
      <p class="small">
        {t(`console.access.${name}.hasOther`)}{' '}
        <a href={name === 'logIn' ? '/console/register' : '/console/login'}>
          {t(`console.access.${name}.other`)}
        </a>
      </p>
      {also}
    </>
  );
  const [title, lead] = [t(`console.access.${name}.title`), t(`console.access.${name}.lead`)];
  return outsidePage({ t, url, title, lead, body, ...answer });
}

function typedIn({ fields }: Form, { form }: OutsideCall): Readonly<Record<string, string>> {
  const typed = fields.flatMap((name) => {
    const text = form.get(name) ?? '';
    const value = name === 'password' ? text : text.trim();
    return value || name === 'password' ? [[name, value] as const] : [];
  });
  return Object.fromEntries(typed);
}

async function submit<Data>(
  { execute }: ConsoleServices,
  operation: Operation,
  form: Form,
  call: OutsideCall,
): Promise<Outcome<Data>> {
  const { client } = call;
  const executed = await execute(operation, inputWithin('page', { body: typedIn(form, call), client }), {});
  if (executed instanceof Response) throw new Error(`${operation.id} answers no data`);
  return executed.ok ? accept(dataOf(executed.value) as Data) : executed;
}

async function again({ t, form }: OutsideCall, refusal: Refusal): Promise<Answer> {
  const { status, detail, faults } = await explainRefusal(t, refusal);
  // 409: show it at the name.
  const whole = { [status === 409 ? '/short_name' : '']: detail };
  const shown = Object.keys(faults).length > 0 ? faults : whole;
  return { typed: { values: form, faults: shown }, status, headers: refusal.headers };
}

async function logIn(services: ConsoleServices, call: OutsideCall): Promise<Response> {
  const { url } = call;
  const login = await submit<BrowserLogin>(services, logInBrowser, oneTimeForm, call);
  if (!login.ok) return logInPage(call, !services.settings.hosted, await again(call, login.refusal));
  return loggedIn(seeOther(enteredAt(url)), call, login.value.token);
}

async function register(services: ConsoleServices, call: OutsideCall): Promise<Response> {
  const { t, url, baseUrl } = call;
  const made = await submit<BrowserRegistration>(services, registerInBrowser, registerForm, call);
  if (!made.ok) return registerPage(call, await again(call, made.refusal));
  const { account, apiToken, token } = made.value;
  const body = <Welcome account={account} apiToken={apiToken} baseUrl={baseUrl} next={enteredAt(url)} />;
  const page = { title: t('console.access.register.title'), area: null, status: 201, body, live: null };
  return loggedIn(consoleAnswer({ t, account, url, page }), call, token);
}

interface WelcomeProps {
  readonly account: AccountRecord;
  readonly apiToken: string;
  readonly baseUrl: string;
  readonly next: string;
}

/** Shows the API token once: the simulator stores only its digest. */
function Welcome({ account, apiToken, baseUrl, next }: WelcomeProps) {
  const commands = [`export SIM_URL=${baseUrl}`, `export SIM_TOKEN=${apiToken}`, AGREEMENT_COMMAND];
  return (
    <>
      <PageHead title={t('console.access.welcome.title')} />
      <Notice kind="warn" text={t('console.access.welcome.once')} />
      <Panel title={t('field.label.account.token')}>
        <CodeBlock text={apiToken} what={t('field.label.account.token')} />
        <h2>{t('field.label.webhook_secret')}</h2>
        <CodeBlock text={account.webhookSecret} what={t('field.label.webhook_secret')} />
        <h2>{t('console.access.welcome.try')}</h2>
        <CodeBlock text={commands.join('\n')} what={t('console.access.welcome.try')} wrap={false} />
        <p>
          <LinkButton kind="primary" href={next} text={t('console.frame.errors.back')} />
        </p>
      </Panel>
    </>
  );
}

/**
 * `/console/enter?ticket=…`: a one-time link logs a browser in. Somebody's page could lead here with a link to its own
 * account, and a program that looks at links could use one up, so that it asks unless it was opened on one's own machine.
 */
function enterRoute({ browsers, settings }: ConsoleServices): OutsideRoute {
  const { hosted } = settings;

  async function enter(call: OutsideCall): Promise<Response> {
    const { url, t } = call;
    const token = await browsers.enter(ticketOf(url));
    return token === undefined ? over(url, t) : loggedIn(seeOther(enteredAt(url)), call, token);
  }

  return {
    path: '/console/enter',
    get: async (call) => {
      const { url, t, token, isFirstHand } = call;
      const account = await browsers.accountOf(ticketOf(url), 'link');
      const present = token ? await browsers.accountOf(token) : undefined;
      if (!account) return over(url, t);
      if (present?.id === account.id) return seeOther(nextOf(url));
      if (isFirstHand && !hosted && !present) return enter(call);
      const named = { name: account.shortName };
      return outsidePage({
        t,
        url,
        title: t('console.access.logIn.title'),
        lead: t('console.access.link.lead', named),
        body: (
          <Action
            to={`${url.pathname}${url.search}`}
            kind="primary"
            text={t('console.access.link.submit', named)}
          />
        ),
      });
    },
    post: enter,
  };
}

function over(url: URL, t: Texts): Response {
  return outsidePage({
    t,
    url,
    title: t('console.access.link.over'),
    lead: t('console.access.link.another'),
    body: <LinkButton href="/console/login" text={t('console.access.logIn.submit')} />,
    status: 410,
  });
}

function ticketOf({ searchParams }: URL): string {
  return searchParams.get('ticket') ?? '';
}

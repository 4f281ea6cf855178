import { changePassword, type Refusal, registerConsoleAccount } from '@svc-simulator/contract';
import { renderConsolePage } from '../console-frame.tsx';
import { consolePageHeaders } from '../console-security.ts';
import type { ConsoleServices } from '../page-call.ts';
import { seeOther } from '../page-call.ts';
import { faultTexts } from '../parts/browser-input.ts';
import { enterRoute } from './enter-route.tsx';
import { LogInForm, RegisterForm } from './forms.tsx';
import { loggedIn, nextOf, type OutsideCall, type OutsideRoute, outsidePage } from './outside.ts';
import { Welcome } from './welcome.tsx';

/** The pages that need no log-in: logging in and out, by a link too, and making an account. */
export function accessRoutes(services: ConsoleServices): readonly OutsideRoute[] {
  const { accounts, browsers, runtime } = services;
  const hasDemo = !runtime.settings.hosted;
  return [
    {
      path: '/console/login',
      get: async ({ token, t, url }) => {
        if (token && (await browsers.accountOf(token))) return seeOther('/console');
        return outsidePage({
          t,
          url,
          title: t('console.access.logIn.title'),
          body: <LogInForm t={t} next={nextOf(url)} hasDemo={hasDemo} />,
        });
      },
      post: async ({ form, t, url, attempt }) => {
        const shortName = form.get('short_name')?.trim() ?? '';
        const again = (
          refused: string,
          status: number,
          headers?: Refusal['headers'],
          isOneTime = form.has('new_password'),
        ) => {
          const shown = { t, next: nextOf(url), hasDemo, shortName, refused, isOneTime };
          const body = <LogInForm {...shown} />;
          return outsidePage({
            t,
            url,
            title: t('console.access.logIn.title'),
            body,
            status,
            headers,
          });
        };
        const begun = attempt('login');
        const tooOften = begun.refusal ?? begun.named(shortName);
        if (tooOften)
          return again(t('console.access.tooOften', { seconds: waitOf(tooOften) }), 429, tooOften.headers);
        const newPassword = form.get('new_password') || undefined;
        if (newPassword !== undefined && !isNewPassword(newPassword))
          return again(t('console.access.logIn.passwordForm'), 400);
        const found = await begun.inTurn(() =>
          accounts.authenticate(shortName, form.get('password') ?? '', newPassword),
        );
        begun.ended(found.ok);
        if (!found.ok && found.refusal.status === 503)
          return again(
            t('console.access.tooOften', { seconds: waitOf(found.refusal) }),
            503,
            found.refusal.headers,
          );
        if (!found.ok)
          return found.refusal.status === 400
            ? again(
                newPassword ? t('console.access.logIn.notOneTime') : t('console.access.logIn.oneTime'),
                400,
                undefined,
                newPassword === undefined,
              )
            : again(t('console.access.logIn.refused'), 401);
        return loggedIn(seeOther(nextOf(url)), url, await browsers.open(found.value));
      },
    },
    enterRoute(services),
    {
      path: '/console/logout',
      post: async ({ token, url }) => {
        if (token) await browsers.close(token);
        return loggedIn(seeOther('/console/login?out='), url, '');
      },
    },
    {
      path: '/console/register',
      get: ({ t, url }) =>
        outsidePage({
          t,
          url,
          title: t('console.access.register.title'),
          body: <RegisterForm t={t} values={{ class_code: url.searchParams.get('class_code') ?? '' }} />,
        }),
      post: (call) => register(services, call),
    },
  ];
}

/** Makes the account and shows, this once, what opens it. */
async function register(
  { accounts, browsers }: ConsoleServices,
  { form, t, url, baseUrl, attempt }: OutsideCall,
): Promise<Response> {
  const values = {
    short_name: form.get('short_name')?.trim() ?? '',
    password: form.get('password') ?? '',
    class_code: form.get('class_code')?.trim() ?? '',
  };
  const again = (
    faults: Readonly<Record<string, string>>,
    status: number,
    headers?: Refusal['headers'],
    refused?: string,
  ) => {
    const body = <RegisterForm t={t} values={values} faults={faults} refused={refused} />;
    return outsidePage({ t, url, title: t('console.access.register.title'), body, status, headers });
  };
  const begun = attempt('registration');
  const tooOften = begun.refusal ?? begun.named(values.short_name);
  if (tooOften)
    return again({}, 429, tooOften.headers, t('console.access.tooOften', { seconds: waitOf(tooOften) }));
  const { class_code: classCode, ...credentials } = values;
  const code = classCode ? attempt('registration_code') : undefined;
  const codeTooOften = code && (code.refusal ?? code.named(''));
  if (codeTooOften)
    return again(
      {},
      429,
      codeTooOften.headers,
      t('console.access.tooOften', { seconds: waitOf(codeTooOften) }),
    );
  const given = { ...credentials, ...(classCode && { class_code: classCode }) };
  const parsed = registerConsoleAccount.body().safeParse(given);
  if (!parsed.success) {
    const faults = faultTexts(parsed.error, ['short_name', 'password', 'class_code'], (name) =>
      t(`console.access.register.faults.${name}`),
    );
    return again(faults, 400);
  }
  const { short_name: shortName, password } = values;
  const made = await begun.inTurn(() =>
    accounts.register({ shortName, password, ...(classCode && { classCode }) }),
  );
  begun.ended(made.ok);
  code?.ended(made.ok || made.refusal.status === 409);
  if (!made.ok) {
    const { status, headers: wait } = made.refusal;
    if (status === 503)
      return again({}, 503, wait, t('console.access.tooOften', { seconds: waitOf(made.refusal) }));
    return made.refusal.status === 409
      ? again({ short_name: t('console.access.register.taken') }, 409)
      : again({ class_code: t('console.access.register.faults.class_code') }, made.refusal.status);
  }
  const { account, apiToken } = made.value;
  const body = <Welcome t={t} account={account} apiToken={apiToken} baseUrl={baseUrl} />;
  const page = { title: t('console.access.register.title'), area: null, body, live: null };
  const answer = new Response(renderConsolePage({ t, account, url, page }), {
    status: 201,
    headers: consolePageHeaders(t.lang),
  });
  return loggedIn(answer, url, await browsers.open(account));
}

function isNewPassword(text: string): boolean {
  return changePassword.body().safeParse({ current_password: '', new_password: text }).success;
}

/** Seconds to wait, as the refusal says. */
function waitOf({ headers }: Refusal): number {
  return Number(headers?.['retry-after'] ?? 1);
}

import { changePassword as changePasswordOperation } from '@svc-simulator/contract';
import { deleteAccount } from '@svc-simulator/server/accounts/deletion.ts';
import { changePassword } from '@svc-simulator/server/accounts/password-change.ts';
import { sessionCookie } from '../cookies.ts';
import {
  type ConsolePage,
  isLater,
  type PageCall,
  type PageRoute,
  seeOther,
  tryPassword,
} from '../page-call.ts';
import { type AccountFaults, AccountForms } from './account-page.tsx';
import { accountTexts } from './texts.ts';

/** `/console/account`: the password, and the end of the account. */
export const accountRoutes: readonly PageRoute[] = [
  { path: '/console/account', get: (call) => accountPage(call) },
  { path: '/console/account/password', post: savePassword },
  { path: '/console/account/delete', post: remove },
];

async function accountPage(
  { services, account, lang }: PageCall,
  faults: AccountFaults = {},
  status = 200,
): Promise<ConsolePage> {
  const { title } = accountTexts(lang);
  const { quotas, streams } = services.admission;
  const room = quotas && {
    quotas: quotas.quotas,
    ...(await quotas.usageOf(account.id)),
    streams: streams.of(account.id),
  };
  return {
    title,
    area: 'settings',
    status,
    live: null,
    body: <AccountForms lang={lang} faults={faults} room={room} />,
  };
}

async function savePassword(call: PageCall) {
  const { services, account, form, lang } = call;
  const { faults, tooOften } = accountTexts(lang);
  const [current, next] = [form.get('current_password') ?? '', form.get('new_password') ?? ''];
  const parsed = changePasswordOperation.body().safeParse({ current_password: current, new_password: next });
  if (!parsed.success) return accountPage(call, { new_password: faults.form }, 400);
  const keepOthers = form.get('keep_others') === 'yes';
  const wanted = { current, next, keepOthers, asking: call.token };
  const changed = await tryPassword(call, () =>
    changePassword(services.runtime, services.accounts, account, wanted),
  );
  if (!changed.ok) {
    const { status } = changed.refusal;
    return accountPage(
      call,
      isLater(status) ? { whole: tooOften } : { current_password: faults.wrong },
      status,
    );
  }
  return seeOther('/console/account', keepOthers ? 'password_changed_only' : 'password_changed');
}

async function remove(call: PageCall) {
  const { services, account, form, lang, url } = call;
  const { faults, tooOften, told } = accountTexts(lang);
  if (form.get('understood') !== 'yes') return seeOther('/console/account');
  const deleted = await tryPassword(call, () =>
    deleteAccount(services.runtime, account, form.get('password') ?? ''),
  );
  if (!deleted.ok) {
    const { status } = deleted.refusal;
    if (isLater(status)) return accountPage(call, { whole: tooOften }, status);
    return accountPage(call, status === 409 ? { whole: told } : { password: faults.wrong }, status);
  }
  const answer = seeOther('/console/login?out=');
  answer.headers.append('set-cookie', sessionCookie(url, ''));
  return answer;
}

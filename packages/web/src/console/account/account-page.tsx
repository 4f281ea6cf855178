import { changePassword as changePasswordOperation, type Quotas } from '@svc-simulator/contract';
import { deleteAccount } from '@svc-simulator/server/accounts/deletion.ts';
import { changePassword } from '@svc-simulator/server/accounts/password-change.ts';
import type { Language } from '@svc-simulator/server/http/language.ts';
import type { Usage } from '@svc-simulator/store/store.ts';
import { sessionCookie } from '../cookies.ts';
import {
  type ConsolePage,
  isLater,
  type PageCall,
  type PageRoute,
  seeOther,
  tryPassword,
} from '../page-call.ts';
import { FactList } from '../parts/fact-list.tsx';
import { TextField } from '../parts/field.tsx';
import { Notice } from '../parts/notice.tsx';
import { PageHead, Panel } from '../parts/page-head.tsx';
import { Submit } from '../parts/submit.tsx';
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

/** What was wrong with what was typed, by field; `whole`: with all of it. */
interface AccountFaults {
  readonly current_password?: string;
  readonly new_password?: string;
  readonly password?: string;
  readonly whole?: string;
}

interface AccountFormsProps {
  readonly lang: Language;
  readonly faults: AccountFaults;
  /** What the account has and may have; null where there are no quotas. */
  readonly room: Room | null;
}

interface Room extends Usage {
  readonly quotas: Quotas;
  readonly streams: number;
}

/** The password, what there is room for, and the end of the account. What was typed never comes back. */
function AccountForms({ lang, faults, room }: AccountFormsProps) {
  const texts = accountTexts(lang);
  return (
    <>
      <PageHead title={texts.title}>
        <a href="/console/settings">{texts.back}</a>
      </PageHead>
      {faults.whole && <Notice kind="danger" text={faults.whole} />}
      <Panel title={texts.password} name="password">
        <p>{texts.passwordLead}</p>
        <form method="post" action="/console/account/password" class="stack">
          <TextField
            name="current_password"
            label={texts.current}
            type="password"
            autocomplete="current-password"
            fault={faults.current_password}
            required
          />
          <TextField
            name="new_password"
            label={texts.next}
            hint={texts.nextHint}
            type="password"
            minlength={8}
            maxlength={200}
            autocomplete="new-password"
            fault={faults.new_password}
            required
          />
          <p>
            <label>
              <input type="checkbox" name="keep_others" value="yes" /> {texts.keepOthers}
            </label>
          </p>
          <p>
            <Submit kind="primary" text={texts.save} />
          </p>
        </form>
      </Panel>
      {room && <RoomLeft lang={lang} room={room} />}
      <Panel title={texts.remove} name="delete">
        <p>{texts.removeLead}</p>
        <form method="post" action="/console/account/delete" class="stack">
          <TextField
            name="password"
            label={texts.current}
            type="password"
            autocomplete="current-password"
            fault={faults.password}
            required
          />
          <p>
            <label>
              <input type="checkbox" name="understood" value="yes" required /> {texts.understood}
            </label>
          </p>
          <p>
            <Submit kind="danger" text={texts.removeButton} />
          </p>
        </form>
      </Panel>
    </>
  );
}

function RoomLeft({ lang, room }: { readonly lang: Language; readonly room: Room }) {
  const texts = accountTexts(lang);
  const { quotas, sessions, bytes, streams } = room;
  const mib = (bytes / 2 ** 20).toFixed(1);
  return (
    <Panel title={texts.room} name="room">
      <p>{texts.roomLead}</p>
      <FactList
        facts={[
          [texts.sessions, texts.of(String(sessions), String(quotas.sessions))],
          [texts.stored, texts.of(`${mib} MiB`, `${quotas.stored_mib} MiB`)],
          [texts.streams, texts.of(String(streams), String(quotas.streams))],
          [texts.public, texts.publicPace(quotas.public_per_minute, quotas.public_mib_per_day)],
        ]}
      />
    </Panel>
  );
}

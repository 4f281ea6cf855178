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
import { pageTexts } from '../page-texts.ts';
import { FactList } from '../parts/fact-list.tsx';
import { TextField } from '../parts/field.tsx';
import { Notice } from '../parts/notice.tsx';
import { PageHead, Panel } from '../parts/page-head.tsx';
import { Submit } from '../parts/submit.tsx';

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
  const { quotas, streams } = services.admission;
  const room = quotas && {
    quotas: quotas.quotas,
    ...(await quotas.usageOf(account.id)),
    streams: streams.of(account.id),
  };
  return {
    title: pageTexts(lang)('console.account.title'),
    area: 'settings',
    status,
    live: null,
    body: <AccountForms lang={lang} faults={faults} room={room} />,
  };
}

async function savePassword(call: PageCall) {
  const { services, account, form, lang } = call;
  const t = pageTexts(lang);
  const [current, next] = [form.get('current_password') ?? '', form.get('new_password') ?? ''];
  const parsed = changePasswordOperation.body().safeParse({ current_password: current, new_password: next });
  if (!parsed.success) return accountPage(call, { new_password: t('console.account.faults.form') }, 400);
  const keepOthers = form.get('keep_others') === 'yes';
  const wanted = { current, next, keepOthers, asking: call.token };
  const changed = await tryPassword(call, () =>
    changePassword(services.runtime, services.accounts, account, wanted),
  );
  if (!changed.ok) {
    const { status } = changed.refusal;
    return accountPage(
      call,
      isLater(status)
        ? { whole: t('console.account.tooOften') }
        : { current_password: t('console.account.faults.wrong') },
      status,
    );
  }
  return seeOther('/console/account', keepOthers ? 'password_changed_only' : 'password_changed');
}

async function remove(call: PageCall) {
  const { services, account, form, lang, url } = call;
  const t = pageTexts(lang);
  if (form.get('understood') !== 'yes') return seeOther('/console/account');
  const deleted = await tryPassword(call, () =>
    deleteAccount(services.runtime, account, form.get('password') ?? ''),
  );
  if (!deleted.ok) {
    const { status } = deleted.refusal;
    if (isLater(status)) return accountPage(call, { whole: t('console.account.tooOften') }, status);
    return accountPage(
      call,
      status === 409 ? { whole: t('console.account.told') } : { password: t('console.account.faults.wrong') },
      status,
    );
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
  const t = pageTexts(lang);
  return (
    <>
      <PageHead title={t('console.account.title')}>
        <a href="/console/settings">{t('console.frame.areas.settings')}</a>
      </PageHead>
      {faults.whole && <Notice kind="danger" text={faults.whole} />}
      <Panel title={t('console.account.password')} name="password">
        <p>{t('console.account.passwordLead')}</p>
        <form method="post" action="/console/account/password" class="stack">
          <TextField
            name="current_password"
            label={t('console.account.current')}
            type="password"
            autocomplete="current-password"
            fault={faults.current_password}
            required
          />
          <TextField
            name="new_password"
            label={t('console.account.next')}
            hint={t('console.account.nextHint')}
            type="password"
            minlength={8}
            maxlength={200}
            autocomplete="new-password"
            fault={faults.new_password}
            required
          />
          <p>
            <label>
              <input type="checkbox" name="keep_others" value="yes" /> {t('console.account.keepOthers')}
            </label>
          </p>
          <p>
            <Submit kind="primary" text={t('console.account.save')} />
          </p>
        </form>
      </Panel>
      {room && <RoomLeft lang={lang} room={room} />}
      <Panel title={t('console.account.remove')} name="delete">
        <p>{t('console.account.removeLead')}</p>
        <form method="post" action="/console/account/delete" class="stack">
          <TextField
            name="password"
            label={t('console.account.current')}
            type="password"
            autocomplete="current-password"
            fault={faults.password}
            required
          />
          <p>
            <label>
              <input type="checkbox" name="understood" value="yes" required />{' '}
              {t('console.account.understood')}
            </label>
          </p>
          <p>
            <Submit kind="danger" text={t('console.account.removeButton')} />
          </p>
        </form>
      </Panel>
    </>
  );
}

function RoomLeft({ lang, room }: { readonly lang: Language; readonly room: Room }) {
  const t = pageTexts(lang);
  const { quotas, sessions, bytes, streams } = room;
  const mib = (bytes / 2 ** 20).toFixed(1);
  return (
    <Panel title={t('console.account.room')} name="room">
      <p>{t('console.account.roomLead')}</p>
      <FactList
        facts={[
          [
            t('console.account.sessions'),
            t('console.account.of', { used: String(sessions), most: String(quotas.sessions) }),
          ],
          [
            t('console.account.stored'),
            t('console.account.of', { used: `${mib} MiB`, most: `${quotas.stored_mib} MiB` }),
          ],
          [
            t('console.account.streams'),
            t('console.account.of', { used: String(streams), most: String(quotas.streams) }),
          ],
          [
            t('console.account.public'),
            t('console.account.publicPace', {
              perMinute: quotas.public_per_minute,
              mib: quotas.public_mib_per_day,
            }),
          ],
        ]}
      />
    </Panel>
  );
}

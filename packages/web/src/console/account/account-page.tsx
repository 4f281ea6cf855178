import type { FormDeclaration } from '@svc-simulator/contract';
import { changePassword, DAY_MS, deleteAccount } from '@svc-simulator/contract';
import type { Child } from 'hono/jsx';
import { TextField } from '../../kit/parts.tsx';
import { sessionCookie } from '../cookies.ts';
import { type ConsolePage, type PageCall, type PageRoute, seeOther } from '../page-call.ts';
import { ButtonForm, FactList, PageHead, Panel, Understood } from '../parts/parts.tsx';
import { sendForm, type TypedForm, ViewForm } from '../views/view-form.tsx';

export const accountPageRoutes: readonly PageRoute[] = [
  { path: '/console/account', get: (call) => accountPage(call) },
  { path: '/console/account/password', post: savePassword },
  { path: '/console/account/delete', post: deleteAccountByForm },
];

const passwordForm: FormDeclaration = {
  operation: changePassword,
  fields: ['current_password', 'new_password', 'keep_others'],
};

type AccountFormState = Readonly<{ password?: TypedForm; fault?: string }>;

/** Renders the account's page. It never shows a typed password again. */
async function accountPage(call: PageCall, form: AccountFormState = {}, status = 200): Promise<ConsolePage> {
  const { t } = call;
  const body = (
    <>
      <PageHead title={t('console.account.title')}>
        <a href="/console/settings">{t('console.frame.areas.settings')}</a>
      </PageHead>
      {await renderQuotas(call)}
      <div class="columns even">
        <Panel title={t('console.account.password')} name="password">
          <p>{t('console.account.passwordLead')}</p>
          <ViewForm
            noun="account"
            form={passwordForm}
            to="/console/account/password"
            submit={t('console.account.password')}
            typed={form.password}
          />
        </Panel>
        <Panel title={t('console.account.remove')} name="delete">
          <p>{t('console.account.removeLead')}</p>
          <ButtonForm to="/console/account/delete" kind="danger" text={t('console.account.removeButton')}>
            <TextField
              name="password"
              label={t('field.label.current_password')}
              type="password"
              autocomplete="current-password"
              fault={form.fault}
              required
            />
            <Understood />
          </ButtonForm>
        </Panel>
      </div>
    </>
  );
  return { title: t('console.account.title'), area: 'settings', status, live: null, body };
}

async function savePassword(call: PageCall) {
  const { typed, status } = await sendForm(call, passwordForm);
  if (typed) return accountPage(call, { password: typed }, status);
  const keepsOtherLogins = call.form.get('keep_others') === 'yes';
  return seeOther('/console/account', keepsOtherLogins ? 'password_changed_only' : 'password_changed');
}

async function deleteAccountByForm(call: PageCall) {
  const { perform, form } = call;
  if (form.get('understood') !== 'yes') return seeOther('/console/account');
  const deletion = await perform(deleteAccount, { body: { password: form.get('password') ?? '' } });
  if (!deletion.ok)
    return accountPage(call, { fault: deletion.faults['/password'] ?? deletion.detail }, deletion.status);
  const answer = seeOther('/console/login?out=');
  answer.headers.append('set-cookie', sessionCookie(call, ''));
  return answer;
}

async function renderQuotas({ services, account, t }: PageCall): Promise<Child> {
  const { quotas, streams } = services.admission;
  if (!quotas) return null;
  const { sessions, bytes } = await quotas.usageOf(account.id);
  const limits = quotas.quotasOf(account.id);
  const usageText = (usage: string | number, most: string | number) =>
    t('console.account.usedOfLimit', { used: String(usage), most: String(most) });
  const pace = { perMinute: limits.public_per_minute, mib: limits.public_mib_per_day };
  return (
    <Panel title={t('console.account.limits')} name="room">
      <p>{t('console.account.limitsLead', { days: services.settings.retentionMs / DAY_MS })}</p>
      <FactList
        facts={[
          [t('console.account.sessions'), usageText(sessions, limits.sessions)],
          [
            t('console.account.stored'),
            usageText(`${(bytes / 2 ** 20).toFixed(1)} MiB`, `${limits.stored_mib} MiB`),
          ],
          [t('console.account.streams'), usageText(streams.countOf(account.id), limits.streams)],
          [t('console.account.public'), t('console.account.publicPace', pace)],
        ]}
      />
    </Panel>
  );
}

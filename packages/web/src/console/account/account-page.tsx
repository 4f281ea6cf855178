import type { FormDeclaration, Quotas } from '@svc-simulator/contract';
import { changePassword, DAY_MS, deleteAccount } from '@svc-simulator/contract';
import { TextField, t } from '../../kit/parts.tsx';
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

interface AccountFormState {
  readonly password?: TypedForm;
  readonly fault?: string;
}

/** Renders the account's page. It never shows a typed password again. */
async function accountPage(
  call: PageCall,
  formState: AccountFormState = {},
  status = 200,
): Promise<ConsolePage> {
  const { services, account, t } = call;
  const { quotas, streams } = services.admission;
  const usage = quotas && (await quotas.usageOf(account.id));
  const quotaUsage = quotas &&
    usage && {
      ...usage,
      quotas: quotas.quotasOf(account.id),
      streams: streams.countOf(account.id),
      retentionDays: services.settings.retentionMs / DAY_MS,
    };
  const body = (
    <>
      <PageHead title={t('console.account.title')}>
        <a href="/console/settings">{t('console.frame.areas.settings')}</a>
      </PageHead>
      {quotaUsage && <QuotaPanel usage={quotaUsage} />}
      <div class="columns even">
        <Panel title={t('console.account.password')} name="password">
          <p>{t('console.account.passwordLead')}</p>
          <ViewForm
            noun="account"
            form={passwordForm}
            to="/console/account/password"
            submit={t('console.account.password')}
            typed={formState.password}
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
              fault={formState.fault}
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

interface QuotaUsage {
  readonly quotas: Quotas;
  readonly sessions: number;
  readonly bytes: number;
  readonly streams: number;
  readonly retentionDays: number;
}

function QuotaPanel({ usage }: Readonly<{ usage: QuotaUsage }>) {
  const { quotas, sessions, bytes, streams, retentionDays } = usage;
  const usageText = (usage: number, limit: number) =>
    t('console.account.usedOfLimit', { used: String(usage), most: String(limit) });
  const storedText = { used: `${(bytes / 2 ** 20).toFixed(1)} MiB`, most: `${quotas.stored_mib} MiB` };
  const pace = { perMinute: quotas.public_per_minute, mib: quotas.public_mib_per_day };
  return (
    <Panel title={t('console.account.limits')} name="room">
      <p>{t('console.account.limitsLead', { days: retentionDays })}</p>
      <FactList
        facts={[
          [t('console.account.sessions'), usageText(sessions, quotas.sessions)],
          [t('console.account.stored'), t('console.account.usedOfLimit', storedText)],
          [t('console.account.streams'), usageText(streams, quotas.streams)],
          [t('console.account.public'), t('console.account.publicPace', pace)],
        ]}
      />
    </Panel>
  );
}

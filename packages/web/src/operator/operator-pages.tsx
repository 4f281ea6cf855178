import { bodyFromForm, type FormDeclaration, formInputs, isNameOf, labelOf } from '@svc-simulator/contract';
import * as api from '@svc-simulator/contract/operator/operator.ts';
import { actView, tenantFacts, tenantView } from '@svc-simulator/contract/operator/operator-views.ts';
import { createInternalInput } from '@svc-simulator/server/input.ts';
import type { Child } from 'hono/jsx';
import { type OperationRefusal, seeOther } from '../console/page-call.ts';
import { explainRefusal } from '../console/page-perform.ts';
import { ButtonForm, CodeBlock, Notice, PageHead, Panel, Submit, Time } from '../console/parts/parts.tsx';
import { renderListPage } from '../console/views/list-page.tsx';
import { ViewFacts } from '../console/views/render-value.tsx';
import { LabeledField, TextField, TextTable, type TextTableProps, t } from '../kit/parts.tsx';
import type { OperatorCall, OperatorPage } from './operator-call.ts';

interface OperatorPageRoute {
  readonly path: string;
  readonly get: (call: OperatorCall) => Promise<OperatorPage | Response>;
  readonly post?: (call: OperatorCall) => Promise<OperatorPage | Response>;
}

export const operatorPages: readonly OperatorPageRoute[] = [
  { path: '/operator', get: (call) => renderListPage(call, tenantView, { area: null }), post: createFromCsv },
  { path: '/operator/audit', get: (call) => renderListPage(call, actView, { area: null }) },
  { path: '/operator/settings', get: (call) => servicePage(call), post: saveService },
  { path: '/operator/account/:account', get: (call) => tenantPage(call), post: actOnAccount },
];

type AccountAction = 'suspend' | 'resume' | 'password' | 'delete';

function ActionPanel({
  name,
  lead,
  kind,
  children,
}: Readonly<{ name: AccountAction; lead: string; kind?: 'danger' | 'primary'; children?: Child }>) {
  const text = t(`console.operator.${name}`);
  const buttonText = name === 'password' ? t('console.classes.actions.resetPassword') : text;
  return (
    <Panel title={text} lead={lead} name={name}>
      <ButtonForm class="stack" action={name} kind={kind} text={buttonText}>
        {children && <div class="grid wide">{children}</div>}
      </ButtonForm>
    </Panel>
  );
}

async function tenantPage(call: OperatorCall, before?: Child, status = 200): Promise<OperatorPage> {
  const { t, params, perform } = call;
  const result = await perform(api.getAccount, { params });
  if (!result.ok) {
    const body = <Notice kind="warn" text={result.detail} />;
    return { title: t('view.tenant.title'), status: result.status, body };
  }
  const account = result.data;
  const reason = (id: string) => (
    <TextField id={id} name="reason" label={t('console.operator.reason')} maxlength={500} required />
  );
  const body = (
    <>
      <PageHead title={account.short_name} />
      {before}
      <div class="columns">
        <div class="stack loose">
          <Panel title={t('console.operator.usage')}>
            <ViewFacts noun="tenant" facts={tenantFacts} row={account} />
          </Panel>
          <Panel title={t('console.operator.quotas')} lead={t('console.operator.quotasLead')} name="quotas">
            <ButtonForm action="quotas" text={t('console.operator.quotasSave')}>
              <div class="grid wide">
                {Object.entries(account.quotas).map(([name, value]) => (
                  <TextField
                    name={name}
                    label={labelOf(t, 'tenant', name)}
                    inputmode="numeric"
                    value={String(value)}
                  />
                ))}
              </div>
            </ButtonForm>
          </Panel>
          <FactPanel
            title={t('console.operator.tokens')}
            rows={account.tokens.map(({ token_id, kind, last_used_at }) => [
              <code>{token_id}</code>,
              kind,
              <Time atMs={Date.parse(last_used_at)} />,
            ])}
            head={[t('field.label.tenant.token'), t('field.label.kind'), t('field.label.last_used_at')]}
          />
          <FactPanel
            title={t('console.operator.refused')}
            rows={account.refused.map(({ at, method, operation, status: code }) => [
              <Time atMs={Date.parse(at)} />,
              String(code),
              `${method} ${operation ?? ''}`,
            ])}
            head={[t('field.label.at'), t('field.label.status'), t('field.label.operation')]}
          />
        </div>
        <div class="stack loose">
          {account.state === 'active' ? (
            <ActionPanel name="suspend" lead={t('console.operator.suspendLead')} kind="danger">
              {reason('suspend-reason')}
            </ActionPanel>
          ) : (
            <ActionPanel name="resume" lead={t('console.operator.resumeLead')} kind="primary" />
          )}
          <ActionPanel name="password" lead={t('console.operator.passwordLead')} />
          <ActionPanel name="delete" lead={t('console.operator.deleteLead')} kind="danger">
            {reason('delete-reason')}
            <TextField
              name="days"
              label={t('console.operator.days')}
              inputmode="numeric"
              value="7"
              required
            />
          </ActionPanel>
        </div>
      </div>
    </>
  );
  return { title: account.short_name, status, body };
}

function FactPanel({ title, ...table }: TextTableProps & { readonly title: string }) {
  if (table.rows.length === 0) return null;
  return (
    <Panel title={title}>
      <div class="scroll">
        <TextTable {...table} />
      </div>
    </Panel>
  );
}

const accountForms: Readonly<Record<'suspend' | 'resume' | 'delete' | 'quotas', FormDeclaration>> = {
  suspend: { operation: api.suspendAccount, fields: ['reason'] },
  resume: { operation: api.resumeAccount, fields: [] },
  delete: { operation: api.scheduleDeletion, fields: ['reason', 'days'] },
  quotas: { operation: api.setAccountQuotas, fields: api.quotaNames },
};

async function actOnAccount(call: OperatorCall): Promise<OperatorPage | Response> {
  const { form, params, perform, t } = call;
  const actionName = form.get('do') ?? '';
  if (actionName === 'password') {
    const reset = await perform(api.resetAccountPassword, { params });
    if (!reset.ok) return tenantPage(call, <RefusalNotice refusal={reset} />, reset.status);
    const { password, expires_at: until } = reset.data;
    const before = (
      <Notice kind="warn" text={t('console.operator.passwordGiven', { until })}>
        <CodeBlock text={password} objectName={t('console.operator.password')} />
      </Notice>
    );
    return tenantPage(call, before);
  }
  if (!isNameOf(accountForms, actionName)) return seeOther(call.url.pathname);
  const { operation, fields: allFields } = accountForms[actionName];
  const account = await perform(api.getAccount, { params });
  const quotas: Readonly<Record<string, number>> = account.ok ? account.data.quotas : {};
  // An unchanged quota isn't sent, so that it stays the default and the audit names only changes.
  const fields = allFields.filter((name) => form.get(name) !== String(quotas[name]));
  const emptyFields = operation.keepsNulls ? fields.map((name) => [name, null]) : [];
  const body = { ...Object.fromEntries(emptyFields), ...bodyFromForm(formInputs(operation, fields), form) };
  const result = await perform(operation, { params, body });
  if (result.ok) return seeOther(call.url.pathname, actionName);
  return tenantPage(call, <RefusalNotice refusal={result} />, result.status);
}

function RefusalNotice({ refusal: { faults, detail } }: Readonly<{ refusal: OperationRefusal }>) {
  return <Notice kind="danger" text={Object.values(faults).join(' ') || detail} />;
}

const noticeLanguages = [
  ['en', 'english'],
  ['es', 'spanish'],
] as const;

async function servicePage(call: OperatorCall, before?: Child, status = 200): Promise<OperatorPage> {
  const { t, perform } = call;
  const [service, shown] = await Promise.all([perform(api.getService), perform(api.getNotice)]);
  const { registration_open: isOpen = true, notice = null } = service.ok ? service.data : {};
  const toggleAction = isOpen ? 'close' : 'open';
  const body = (
    <>
      <PageHead title={t('console.operator.service')} />
      {before}
      <div class="columns">
        <Panel
          title={t('console.operator.notice')}
          lead={t('console.operator.noticeLead')}
          aside={
            shown.ok && shown.data.notice && <span class="tag good">{t('console.operator.noticeShown')}</span>
          }
          name="notice"
        >
          <form method="post" class="stack">
            <div class="grid wide">
              {noticeLanguages.map(([name, language]) => (
                <LabeledField name={name} label={t(`console.operator.${language}`)}>
                  <textarea id={name} name={name} rows={3} required>
                    {notice?.[name]}
                  </textarea>
                </LabeledField>
              ))}
              {(['from', 'until'] as const).map((name) => (
                <TextField
                  name={name}
                  label={t(`field.label.service.${name}`)}
                  type="datetime-local"
                  value={notice?.[name]?.slice(0, 16)}
                />
              ))}
            </div>
            <p class="row">
              <Submit action="notice" kind="primary" text={t('console.operator.noticeSave')} />
              {notice && <Submit action="clear" text={t('console.operator.noticeClear')} formnovalidate />}
            </p>
          </form>
        </Panel>
        <div class="stack loose">
          <Panel
            title={t('console.operator.registration')}
            lead={t(isOpen ? 'console.operator.registrationOpen' : 'console.operator.registrationClosed')}
          >
            <ButtonForm action={toggleAction} text={t(`console.operator.${toggleAction}`)} />
          </Panel>
          <Panel title={t('console.operator.create')} lead={t('console.operator.createLead')} name="create">
            <ButtonForm to="/operator" text={t('console.operator.createButton')}>
              <LabeledField name="csv" label="CSV">
                <textarea id="csv" name="csv" rows={6} spellcheck={false} required>
                  {'name,email,class\n'}
                </textarea>
              </LabeledField>
            </ButtonForm>
          </Panel>
        </div>
      </div>
    </>
  );
  return { title: t('console.operator.service'), status, body };
}

async function saveService(call: OperatorCall): Promise<OperatorPage | Response> {
  const { form, perform } = call;
  const actionName = form.get('do') ?? '';
  const noticeFields = Object.fromEntries(
    [...form].flatMap(([name, text]) => {
      // A browser sends a time without a time zone, which is UTC here.
      const line = text
        .trim()
        .replaceAll(/\s+/g, ' ')
        .replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d)$/, '$1Z');
      return name === 'do' || line === '' ? [] : [[name, line]];
    }),
  );
  const changes = {
    open: { registration_open: true },
    close: { registration_open: false },
    notice: { notice: noticeFields },
    clear: { notice: null },
  };
  if (!isNameOf(changes, actionName)) return seeOther(call.url.pathname);
  const result = await perform(api.updateService, { body: changes[actionName] });
  if (result.ok) return seeOther(call.url.pathname, actionName);
  return servicePage(call, <RefusalNotice refusal={result} />, result.status);
}

/**
 * Creates accounts from CSV text. Returns a file with their passwords, or the page with the faults of all
 * lines.
 */
async function createFromCsv(call: OperatorCall): Promise<OperatorPage | Response> {
  const { form, execute, bindings, t } = call;
  const bytes = Buffer.from(form.get('csv') ?? '');
  const outcome = await execute(
    api.createAccounts,
    createInternalInput('page', { bytes, client: bindings, lang: t.lang }),
    {},
  );
  if (outcome instanceof Response) return outcome;
  if (outcome.ok) throw new Error('new accounts must be returned as a file');
  const { status, faults } = await explainRefusal(t, outcome.refusal);
  const before = (
    <Notice kind="danger">
      <ul>
        {Object.entries(faults).map(([line, fault]) => (
          <li>{line ? `${line.slice(1)}: ${fault}` : fault}</li>
        ))}
      </ul>
    </Notice>
  );
  return servicePage(call, before, status);
}

import { answerNote, CERTIFICATE_NAME_LIMIT, getProgress, halfReasonOf } from '@svc-simulator/contract';
import { practices as allPractices } from '@svc-simulator/core';
import { formatCertificateCode } from '@svc-simulator/server/certificates/certificates.ts';
import { TextField, t } from '../../kit/parts.tsx';
import type { ConsolePage, OperationRefusal, PageAnswer, PageCall, PageRoute } from '../page-call.ts';
import { seeOther } from '../page-call.ts';
import { EmptyState } from '../parts/list.tsx';
import { Notice, PageHead, Submit } from '../parts/parts.tsx';
import { Certificate } from './certificate.tsx';
import { NotesPanel } from './notes-panel.tsx';
import { Practices } from './practices-page.tsx';

const CERTIFICATE_PATH = '/console/practices/certificate';

export const practicesRoutes: readonly PageRoute[] = [
  { path: '/console/practices', get: (call) => practicesPage(call), post: answerNoteByForm },
  { path: '/console/progress', get: (call) => practicesPage(call) },
  { path: CERTIFICATE_PATH, get: (call) => certificatePage(call), post: issueCertificateByForm },
];

async function practicesPage(call: PageCall, refusal?: OperationRefusal): Promise<ConsolePage> {
  const { perform, account, services, t, now } = call;
  const progress = await perform(getProgress);
  const isDemo = account.demoAgreementId !== undefined;
  const body = progress.ok && (
    <>
      {refusal && <Notice kind="danger" text={refusal.detail} />}
      <Practices keptSince={now - services.settings.retentionMs} isDemo={isDemo} progress={progress.data} />
      {account.classId !== undefined && <NotesPanel notes={progress.data.notes} to="/console/practices" />}
    </>
  );
  return {
    title: t('console.frame.areas.practices'),
    area: 'practices',
    body,
    ...(refusal && { status: refusal.status, live: null }),
  };
}

async function answerNoteByForm(call: PageCall): Promise<PageAnswer> {
  const { perform, form } = call;
  const answer = await perform(answerNote, { body: { text: form.get('text') } });
  return answer.ok ? seeOther('/console/practices', 'note_sent', 'notes') : practicesPage(call, answer);
}

/** Issues a certificate for a typed name, because the account has only a short name or an e-mail address. */
async function issueCertificateByForm(call: PageCall): Promise<PageAnswer> {
  const { services, account, form } = call;
  const fullName = form.get('full_name') ?? '';
  if (fullName.length > CERTIFICATE_NAME_LIMIT) return certificatePage(call, fullName);
  const issue = await services.issueOwnCertificate(account, fullName);
  if (!issue.ok && issue.refusal.status === 400) return certificatePage(call, fullName);
  return seeOther(CERTIFICATE_PATH, issue.ok ? 'certificate_issued' : undefined);
}

async function certificatePage(call: PageCall, refusedName?: string): Promise<ConsolePage> {
  const { services, account, t, baseUrl, perform } = call;
  const progress = await perform(getProgress);
  const practices = progress.ok ? progress.data.practices : [];
  const missing = practices.filter(({ whole }) => !whole);
  const isDone = progress.ok && missing.length === 0;
  const canIssue = isDone && account.classId === undefined;
  const certificate = await services.certificateOf(account.id);
  return {
    title: t('console.certificate.title'),
    area: 'practices',
    ...(refusedName !== undefined && { status: 400, live: null }),
    body: (
      <div class="stack" data-live="certificate">
        <PageHead
          title={t('console.certificate.title')}
          lead={certificate || canIssue ? t('console.certificate.hint') : undefined}
        >
          <div class="row">
            <a href="/console/practices">{t('console.certificate.back')}</a>
            {(certificate || canIssue) && (
              <button type="button" class="button primary" data-print data-needs-script hidden>
                {t('console.certificate.print')}
              </button>
            )}
          </div>
        </PageHead>
        {canIssue && (
          <NameForm name={refusedName ?? certificate?.fullName} isRefused={refusedName !== undefined} />
        )}
        {certificate ? (
          <Certificate
            name={certificate.fullName}
            verificationUrl={`${baseUrl}/verificar/${formatCertificateCode(certificate.code)}`}
            classTitle={certificate.classTitle}
            issuerName={certificate.mark}
            practiceIds={certificate.practiceIds ?? allPractices.map(({ id }) => id)}
            doneAt={certificate.doneAt}
          />
        ) : canIssue ? (
          <Certificate
            name={account.shortName}
            practiceIds={practices.map(({ id }) => id)}
            doneAt={Math.max(...practices.map(({ completed_at }) => Date.parse(completed_at ?? '')))}
          />
        ) : isDone ? (
          <EmptyState title={t('console.certificate.waitingTitle')} text={t('console.certificate.waiting')} />
        ) : (
          <EmptyState
            title={t('console.certificate.missingTitle')}
            text={t('console.certificate.missing', { left: missing.length })}
          >
            <ul class="bullets two-columns">
              {missing.map((practice) => (
                <li>
                  {practice.title}
                  {practice.done && (
                    <span class="soft"> ({t(`practice.half.${halfReasonOf(practice)}`)})</span>
                  )}
                </li>
              ))}
            </ul>
          </EmptyState>
        )}
      </div>
    ),
  };
}

function NameForm({ name, isRefused }: Readonly<{ name: string | undefined; isRefused: boolean }>) {
  return (
    <form method="post" action={CERTIFICATE_PATH} class="panel stack">
      <TextField
        name="full_name"
        label={t('console.certificate.name.label')}
        hint={t('console.certificate.name.hint')}
        fault={isRefused ? t('console.certificate.name.fault') : undefined}
        value={name}
        maxlength={CERTIFICATE_NAME_LIMIT}
        autocomplete="name"
        dir="auto"
        required
      />
      <Submit text={t('console.certificate.name.submit')} />
    </form>
  );
}

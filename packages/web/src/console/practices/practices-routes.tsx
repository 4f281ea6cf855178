import { getClass, getProgress, halfReasonOf, withoutFormatCharacters } from '@svc-simulator/contract';
import { TextField, t } from '../../kit/parts.tsx';
import { type ConsolePage, type PageAnswer, type PageCall, type PageRoute, seeOther } from '../page-call.ts';
import { EmptyState } from '../parts/list.tsx';
import { PageHead, Submit } from '../parts/parts.tsx';
import { Certificate } from './certificate.tsx';
import { Practices } from './practices-page.tsx';

export const practicesRoutes: readonly PageRoute[] = [
  { path: '/console/practices', get: practicesPage },
  { path: '/console/progress', get: practicesPage },
  {
    path: '/console/practices/certificate',
    get: (call) => certificatePage(call),
    post: issueCertificateByForm,
  },
];

async function practicesPage(call: PageCall): Promise<ConsolePage> {
  const { perform, account, t, now } = call;
  const progress = await perform(getProgress);
  const isDemo = account.demoAgreementId !== undefined;
  const body = progress.ok && <Practices now={now} isDemo={isDemo} progress={progress.data} />;
  return { title: t('console.frame.areas.practices'), area: 'practices', body };
}

/** Trainees choose the name, since an account has only a short name or an e-mail. */
async function issueCertificateByForm(call: PageCall): Promise<PageAnswer> {
  const { services, account, form } = call;
  const fullName = withoutFormatCharacters(form.get('full_name') ?? '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (fullName === '' || fullName.length > NAME_LIMIT) return certificatePage(call, fullName);
  const issued = await services.issueCertificate(account, fullName);
  return seeOther('/console/practices/certificate', issued && 'certificate_issued');
}

async function certificatePage(call: PageCall, refusedName?: string): Promise<ConsolePage> {
  const { services, account, t, baseUrl, perform } = call;
  const progress = await perform(getProgress);
  const practices = progress.ok ? progress.data.practices : [];
  const missing = practices.filter(({ whole }) => !whole);
  const isDone = progress.ok && missing.length === 0;
  const membership = isDone ? await perform(getClass) : undefined;
  const issued = isDone ? await services.certificateOf(account.id) : undefined;
  return {
    title: t('console.certificate.title'),
    area: 'practices',
    ...(refusedName !== undefined && { status: 400, live: null }),
    body: (
      <div class="stack" data-live="certificate">
        <PageHead
          title={t('console.certificate.title')}
          lead={isDone ? t('console.certificate.hint') : undefined}
        >
          <div class="row">
            <a href="/console/practices">{t('console.certificate.back')}</a>
            {isDone && (
              <button type="button" class="button primary" data-print data-needs-script hidden>
                {t('console.certificate.print')}
              </button>
            )}
          </div>
        </PageHead>
        {isDone && <NameForm name={refusedName ?? issued?.fullName} isRefused={refusedName !== undefined} />}
        {isDone ? (
          <Certificate
            name={issued?.fullName ?? account.shortName}
            address={issued && `${baseUrl}/verificar/${groupedCode(issued.code)}`}
            classTitle={membership?.ok ? membership.data.title : undefined}
            practices={practices}
          />
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

const NAME_LIMIT = 120;

/** Asks for the name on the certificate; the code belongs to that name. */
function NameForm({ name, isRefused }: Readonly<{ name: string | undefined; isRefused: boolean }>) {
  return (
    <form method="post" action="/console/practices/certificate" class="panel stack">
      <TextField
        name="full_name"
        label={t('console.certificate.name.label')}
        hint={t('console.certificate.name.hint')}
        fault={isRefused ? t('console.certificate.name.fault') : undefined}
        value={name}
        maxlength={NAME_LIMIT}
        autocomplete="name"
        dir="auto"
        required
      />
      <p>
        <Submit text={t('console.certificate.name.submit')} />
      </p>
    </form>
  );
}

/** Prints a code in four groups of four characters. */
function groupedCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-');
}

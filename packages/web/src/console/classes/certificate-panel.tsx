import { CERTIFICATE_NAME_LIMIT, type TraineeState } from '@svc-simulator/contract';
import { TextField, t } from '../../kit/parts.tsx';
import { ActionSubmit, ButtonForm, Panel } from '../parts/parts.tsx';

export function CertificatePanel({ board, state }: Readonly<{ board: string; state: TraineeState }>) {
  const { certificate: code, practices, short_name: name } = state;
  return (
    <Panel title={t('console.certificate.title')} name="certificate">
      {code !== null && (
        <div class="spread">
          <a href={`/verificar/${code}`}>
            <code>{code}</code>
          </a>
          <ButtonForm
            to={board}
            fields={{ short_name: name, code }}
            kind="danger"
            name="do"
            value="revoke"
            text={t('console.classes.trainee.revoke')}
          />
        </div>
      )}
      {practices.every(({ whole }) => whole) ? (
        <form method="post" action={board} class="filters">
          <input type="hidden" name="short_name" value={name} />
          <TextField
            name="full_name"
            label={t('console.certificate.name.label')}
            maxlength={CERTIFICATE_NAME_LIMIT}
            dir="auto"
            required
          />
          <ActionSubmit action="certify" text={t('console.classes.trainee.certify')} />
        </form>
      ) : (
        <p class="soft">{t('console.classes.trainee.notYet')}</p>
      )}
    </Panel>
  );
}

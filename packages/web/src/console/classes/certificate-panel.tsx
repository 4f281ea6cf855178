import { CERTIFICATE_NAME_LIMIT, type TraineeState } from '@svc-simulator/contract';
import { TextField, t } from '../../kit/parts.tsx';
import { Panel, Submit, Understood } from '../parts/parts.tsx';

export function CertificatePanel({ board, state }: Readonly<{ board: string; state: TraineeState }>) {
  const { certificate: code, practices, short_name: name } = state;
  const isFinished = practices.every(({ whole }) => whole);
  if (code === null && !isFinished) return null;
  return (
    <Panel title={t('console.certificate.title')} name="certificate">
      {code !== null && (
        <div class="spread">
          <a href={`/verificar/${code}`}>
            <code>{code}</code>
          </a>
          <form method="post" action={board} class="row">
            <input type="hidden" name="short_name" value={name} />
            <input type="hidden" name="code" value={code} />
            <Understood />
            <Submit action="revoke" text={t('console.keys.tokens.revoke')} kind="danger" />
          </form>
        </div>
      )}
      {isFinished && (
        <form method="post" action={board} class="row filters">
          <input type="hidden" name="short_name" value={name} />
          <TextField
            name="full_name"
            label={t('console.certificate.name.label')}
            maxlength={CERTIFICATE_NAME_LIMIT}
            dir="auto"
            required
          />
          <Submit action="certify" text={t('console.classes.trainee.certify')} />
        </form>
      )}
    </Panel>
  );
}

import type { DataOf, listClasses, TraineeState } from '@svc-simulator/contract';
import { SelectField, t } from '../../kit/parts.tsx';
import { ActionSubmit, Panel, Understood } from '../parts/parts.tsx';

export function TraineeActions({
  board,
  state,
  otherClasses,
}: Readonly<{ board: string; state: TraineeState; otherClasses: DataOf<typeof listClasses> }>) {
  const { certificate, short_name: name } = state;
  return (
    <Panel title={t('console.classes.trainee.membership')} name="membership">
      {otherClasses.length > 0 && (
        <form method="post" action={board} class="filters">
          <input type="hidden" name="short_name" value={name} />
          <SelectField
            name="to_class_id"
            label={t('console.classes.actions.toClass')}
            options={[['', '–'], ...otherClasses.map(({ class_id, title }) => [class_id, title] as const)]}
            required
          />
          <ActionSubmit action="move" text={t('console.classes.actions.move')} />
        </form>
      )}
      <form method="post" action={board} class="stack">
        <input type="hidden" name="short_name" value={name} />
        <Understood />
        <p>
          <ActionSubmit action="reset_password" text={t('console.classes.actions.resetPassword')} />
        </p>
      </form>
      <form method="post" action={board} class="stack">
        <input type="hidden" name="short_name" value={name} />
        {certificate !== null && (
          <label>
            <input type="checkbox" name="keep_certificate" value="true" />{' '}
            {t('console.classes.actions.keepCertificate')}
          </label>
        )}
        <Understood />
        <p>
          <ActionSubmit action="remove" text={t('console.classes.actions.remove')} kind="danger" />
        </p>
      </form>
    </Panel>
  );
}

import type { DataOf, listClasses, TraineeState } from '@svc-simulator/contract';
import { SelectField, t } from '../../kit/parts.tsx';
import { ButtonForm, Panel, Understood } from '../parts/parts.tsx';

export function TraineeActions({
  board,
  state,
  otherClasses,
}: Readonly<{ board: string; state: TraineeState; otherClasses: DataOf<typeof listClasses> }>) {
  const { certificate, short_name } = state;
  const fields = { short_name };
  return (
    <Panel title={t('console.classes.trainee.membership')} name="membership">
      {otherClasses.length > 0 && (
        <ButtonForm
          to={board}
          fields={fields}
          class="row filters"
          action="move"
          text={t('console.classes.actions.move')}
        >
          <SelectField
            name="to_class_id"
            label={t('console.classes.actions.toClass')}
            options={[['', '–'], ...otherClasses.map(({ class_id, title }) => [class_id, title] as const)]}
            required
          />
        </ButtonForm>
      )}
      <ButtonForm
        to={board}
        fields={fields}
        action="reset_password"
        text={t('console.classes.actions.resetPassword')}
      >
        <Understood />
      </ButtonForm>
      <ButtonForm
        to={board}
        fields={fields}
        action="remove"
        text={t('console.classes.actions.remove')}
        kind="danger"
      >
        {certificate !== null && (
          <label>
            <input type="checkbox" name="keep_certificate" value="true" />{' '}
            {t('console.classes.actions.keepCertificate')}
          </label>
        )}
        <Understood />
      </ButtonForm>
    </Panel>
  );
}

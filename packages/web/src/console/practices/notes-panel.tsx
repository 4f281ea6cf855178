import type { TraineeState } from '@svc-simulator/contract';
import { controlOf, LabeledField, t } from '../../kit/parts.tsx';
import { ButtonForm, Panel, Time } from '../parts/parts.tsx';

interface NotesProps {
  readonly notes: TraineeState['notes'];
  readonly to: string;
  /** The recipient if the trainer writes; undefined if a trainee writes to the trainer. */
  readonly trainee?: string;
}

export function NotesPanel({ notes, to, trainee }: NotesProps) {
  const fields = trainee ? { short_name: trainee } : {};
  const field = { name: 'text', label: t(trainee ? 'console.notes.toTrainee' : 'console.notes.toTrainer') };
  return (
    <Panel title={t('console.notes.title')} name="notes">
      <ol class="stack" data-live="notes">
        {notes.map(({ at, by, text }) => (
          <li>
            <p class="small soft">
              {t(`console.notes.by.${by}`)} · <Time atMs={Date.parse(at)} />
            </p>
            <bdi class="text">{text}</bdi>
          </li>
        ))}
      </ol>
      <ButtonForm to={to} fields={fields} action="note" text={t('console.notes.send')}>
        <LabeledField {...field}>
          <textarea rows={3} maxlength={500} required dir="auto" {...controlOf(field)} />
        </LabeledField>
      </ButtonForm>
    </Panel>
  );
}

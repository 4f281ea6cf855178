import type { ClassRecord, TraineeProgress } from '@svc-simulator/core';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { Field, TextField } from '../parts/field.tsx';
import { CodeBlock, Notice, Submit, type SubmitProps } from '../parts/parts.tsx';

/** A one-time password that was just given: shown here and never again. */
export interface GivenPassword {
  readonly shortName: string;
  readonly password: string;
}

interface ClassActionsProps {
  readonly t: Texts;
  readonly classRecord: ClassRecord;
  readonly trainees: readonly TraineeProgress[];
  readonly given: GivenPassword | undefined;
  /** Why the last action was refused. */
  readonly refused: string | undefined;
}

/** What a trainer can do with the class and with each trainee: one form each, whose button says what. */
export function ClassActions({ t, classRecord, trainees, given, refused }: ClassActionsProps) {
  const action = `/console/classes/${classRecord.id}`;
  return (
    <>
      {refused && <Notice kind="danger" text={refused} />}
      {given && (
        <Notice kind="good" text={`${t('console.classes.actions.given')} ${given.shortName}`}>
          <CodeBlock t={t} text={given.password} what={t('console.classes.actions.password')} />
        </Notice>
      )}
      <details class="panel stack" open={refused !== undefined}>
        <summary>{t('console.classes.actions.title')}</summary>
        <form method="post" action={action} class="filters">
          <TextField
            name="title"
            label={t('console.classes.actions.name')}
            value={classRecord.title}
            maxlength={500}
            required
          />
          <Do what="rename" text={t('console.classes.actions.rename')} />
        </form>
        <form method="post" action={action} class="row">
          {classRecord.closedAt === undefined ? (
            <Do what="close" text={t('console.classes.actions.close')} />
          ) : (
            <Do what="open" text={t('console.classes.actions.open')} />
          )}
          <Do what="new_code" text={t('console.classes.actions.newCode')} />
          {classRecord.toolsCount ? (
            <Do what="programs_only" text={t('console.classes.actions.programsOnly')} />
          ) : (
            <Do what="tools_count" text={t('console.classes.actions.toolsCount')} />
          )}
        </form>
        {trainees.length > 0 && (
          <form method="post" action={action} class="filters">
            <Field name="short_name" label={t('console.classes.actions.trainee')}>
              <select id="short_name" name="short_name">
                {trainees.map(({ short_name: name }) => (
                  <option value={name}>{name}</option>
                ))}
              </select>
            </Field>
            <Do what="reset_password" text={t('console.classes.actions.resetPassword')} />
            <Do what="remove" text={t('console.classes.actions.remove')} kind="danger" />
          </form>
        )}
      </details>
    </>
  );
}

function Do({ what, ...button }: Pick<SubmitProps, 'text' | 'kind'> & { readonly what: string }) {
  return <Submit name="do" value={what} {...button} />;
}

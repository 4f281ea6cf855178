import type { ClassRecord, TraineeProgress } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { CodeBlock } from '../parts/copy.tsx';
import { Field, TextField } from '../parts/field.tsx';
import { Notice } from '../parts/notice.tsx';
import { Submit, type SubmitProps } from '../parts/submit.tsx';
import { classTexts } from './texts.ts';

/** A one-time password that was just given: shown here and never again. */
export interface GivenPassword {
  readonly shortName: string;
  readonly password: string;
}

interface ClassActionsProps {
  readonly lang: Language;
  readonly classRecord: ClassRecord;
  readonly trainees: readonly TraineeProgress[];
  readonly given: GivenPassword | undefined;
  /** Why the last action was refused. */
  readonly refused: string | undefined;
}

/** What a trainer can do with the class and with each trainee: one form each, whose button says what. */
export function ClassActions({ lang, classRecord, trainees, given, refused }: ClassActionsProps) {
  const texts = classTexts(lang).actions;
  const action = `/console/classes/${classRecord.id}`;
  return (
    <>
      {refused && <Notice kind="danger" text={refused} />}
      {given && (
        <Notice kind="good" text={`${texts.given} ${given.shortName}`}>
          <CodeBlock lang={lang} text={given.password} what={texts.password} />
        </Notice>
      )}
      <details class="panel stack" open={refused !== undefined}>
        <summary>{texts.title}</summary>
        <form method="post" action={action} class="filters">
          <TextField name="title" label={texts.name} value={classRecord.title} maxlength={500} required />
          <Do what="rename" text={texts.rename} />
        </form>
        <form method="post" action={action} class="row">
          {classRecord.closedAt === undefined ? (
            <Do what="close" text={texts.close} />
          ) : (
            <Do what="open" text={texts.open} />
          )}
          <Do what="new_code" text={texts.newCode} />
        </form>
        {trainees.length > 0 && (
          <form method="post" action={action} class="filters">
            <Field name="short_name" label={texts.trainee}>
              <select id="short_name" name="short_name">
                {trainees.map(({ short_name: name }) => (
                  <option value={name}>{name}</option>
                ))}
              </select>
            </Field>
            <Do what="reset_password" text={texts.resetPassword} />
            <Do what="remove" text={texts.remove} kind="danger" />
          </form>
        )}
      </details>
    </>
  );
}

function Do({ what, ...button }: Pick<SubmitProps, 'text' | 'kind'> & { readonly what: string }) {
  return <Submit name="do" value={what} {...button} />;
}

import type { DataOf, listClasses, TraineeState } from '@svc-simulator/contract';
import { CERTIFICATE_NAME_LIMIT, traineeFacts } from '@svc-simulator/contract';
import { SelectField, TextField, t } from '../../kit/parts.tsx';
import { Back, ButtonForm, PageHead, Panel, Time, Understood } from '../parts/parts.tsx';
import { NotesPanel } from '../practices/notes-panel.tsx';
import { practiceTally } from '../practices/practices-page.tsx';
import { ViewFacts } from '../views/render-value.tsx';

const SHOWN_HINTS = 5;

interface TraineeProps {
  readonly board: string;
  readonly state: TraineeState;
  readonly otherClasses: DataOf<typeof listClasses>;
}

export function TraineePage({ board, state, otherClasses }: TraineeProps) {
  const { short_name: name, practices } = state;
  const completed = practices.filter(({ whole }) => whole);
  const hints = practices
    .filter(({ whole }) => !whole)
    .map(({ id, title, hint, done }, index) => (
      <li>
        <details id={`hint-${id}`} open={index === 0}>
          <summary>
            {title}{' '}
            {done && <span class="soft small">◐ {t('console.practices.states.half').toLowerCase()}</span>}
          </summary>
          <p class="soft small">{hint}</p>
        </details>
      </li>
    ));
  return (
    <>
      <Back to={board} text={t('console.classes.trainee.back')} />
      <PageHead title={name} lead={practiceTally(state).tally} />
      <div class="columns">
        <div class="stack loose">
          <Panel title={t('console.classes.trainee.progress')}>
            <ViewFacts noun="trainee" facts={traineeFacts} row={state} />
          </Panel>
          {hints.length > 0 && (
            <Panel title={t('console.classes.trainee.missing')}>
              <ol class="lines">
                {hints.slice(0, SHOWN_HINTS)}
                {hints.length > SHOWN_HINTS && (
                  <li>
                    <details class="spaced">
                      <summary>{t('console.search.more')}</summary>
                      <ol class="lines">{hints.slice(SHOWN_HINTS)}</ol>
                    </details>
                  </li>
                )}
              </ol>
            </Panel>
          )}
          {completed.length > 0 && (
            <Panel title={t('console.classes.board.done')}>
              <ol class="lines">
                {completed.map(({ title, completed_at: completedAt, by }) => (
                  <li class="spread">
                    {title}
                    <span class="soft small">
                      {by && `${t(`console.practices.by.${by}`)} · `}
                      {completedAt && <Time atMs={Date.parse(completedAt)} form="since" />}
                    </span>
                  </li>
                ))}
              </ol>
            </Panel>
          )}
        </div>
        <div class="stack loose">
          <NotesPanel notes={state.notes} to={board} trainee={name} />
          <CertificatePanel board={board} state={state} />
          <MembershipActions board={board} state={state} otherClasses={otherClasses} />
        </div>
      </div>
    </>
  );
}

function CertificatePanel({ board, state }: Omit<TraineeProps, 'otherClasses'>) {
  const { certificate: code, practices, short_name } = state;
  const isFinished = practices.every(({ whole }) => whole);
  if (code === null && !isFinished) return null;
  return (
    <Panel title={t('console.certificate.title')} name="certificate">
      {code !== null && (
        <div class="spread">
          <a href={`/verificar/${code}`}>
            <code>{code}</code>
          </a>
          <ButtonForm
            to={board}
            class="row"
            fields={{ short_name, code }}
            action="revoke"
            kind="danger"
            text={t('console.keys.tokens.revoke')}
          >
            <Understood />
          </ButtonForm>
        </div>
      )}
      {isFinished && (
        <ButtonForm
          to={board}
          class="row filters"
          fields={{ short_name }}
          action="certify"
          text={t('console.classes.trainee.certify')}
        >
          <TextField
            name="full_name"
            label={t('console.certificate.name.label')}
            maxlength={CERTIFICATE_NAME_LIMIT}
            dir="auto"
            required
          />
        </ButtonForm>
      )}
    </Panel>
  );
}

function MembershipActions({ board, state, otherClasses }: TraineeProps) {
  const form = { to: board, fields: { short_name: state.short_name } };
  return (
    <Panel title={t('console.classes.trainee.membership')} name="membership">
      <div class="stack tight lines">
        {otherClasses.length > 0 && (
          <ButtonForm {...form} class="row filters" action="move" text={t('console.classes.actions.move')}>
            <SelectField
              name="to_class_id"
              label={t('console.classes.actions.toClass')}
              options={[['', '–'], ...otherClasses.map(({ class_id, title }) => [class_id, title] as const)]}
              required
            />
          </ButtonForm>
        )}
        <ButtonForm {...form} action="reset_password" text={t('console.classes.actions.resetPassword')}>
          <Understood />
        </ButtonForm>
        <ButtonForm {...form} action="remove" kind="danger" text={t('console.classes.actions.remove')}>
          {state.certificate !== null && (
            <label>
              <input type="checkbox" name="keep_certificate" value="true" />{' '}
              {t('console.classes.actions.keepCertificate')}
            </label>
          )}
          <Understood />
        </ButtonForm>
      </div>
    </Panel>
  );
}

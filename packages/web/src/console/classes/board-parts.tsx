import { practiceGroups, practices, type TraineeProgress } from '@svc-simulator/core';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Child } from 'hono/jsx';
import { Icon } from '../../kit/icons.tsx';
import { t } from '../../kit/speaking.ts';
import { Time } from '../parts/parts.tsx';

interface AllProps {
  readonly trainees: readonly TraineeProgress[];
}

/** A trainee: how many are done, the first that is missing and since when, and each practice in the order of learning. */
export function TraineeRow({ trainee }: Readonly<{ trainee: TraineeProgress }>) {
  const { short_name: name, completed, total, done, half, stuck_on: stuckOn, stuck_since: since } = trainee;
  return (
    <tr>
      <th scope="row" class="who-cell" title={name}>
        <a class="clamp" href={`?trainee=${encodeURIComponent(name)}`}>
          {name}
        </a>
      </th>
      <td class="count figures">
        {completed}
        <span class="soft"> / {total}</span>
        {half.length > 0 && (
          <span class="soft small" title={t('console.practices.byTool')}>
            {' '}
            ◐ {half.length}
          </span>
        )}
      </td>
      <td class="stuck">
        {stuckOn === null ? (
          <strong class="toned good">{t('console.classes.board.finished')}</strong>
        ) : (
          titleOf(stuckOn, t)
        )}
      </td>
      <td class="since">{since && <Time atMs={Date.parse(since)} form="since" />}</td>
      {practices.map(({ id }) => (
        <Step
          title={t(`practice.${id}.title`)}
          doneAt={done[id]}
          isHalf={half.includes(id)}
          isNext={id === stuckOn}
          opensGroup={opening.has(id)}
        />
      ))}
    </tr>
  );
}

interface StepProps {
  readonly title: string;
  readonly doneAt: string | undefined;
  /** A tool did it, and a program should. */
  readonly isHalf: boolean;
  readonly isNext: boolean;
  readonly opensGroup: boolean;
}

function Step({ title, doneAt, isHalf, isNext, opensGroup }: StepProps) {
  const kind = isHalf ? 'half' : doneAt ? 'did' : isNext ? 'here' : 'todo';
  const state = t(`console.classes.board.steps.${kind}`);
  const when = doneAt ? `${state}, ${doneAt.slice(0, 16).replace('T', ' ')} UTC` : state;
  return (
    <td class={opensGroup ? `step ${kind} opens` : `step ${kind}`} title={`${title}: ${when}`}>
      {doneAt ? <Icon name="check" /> : <span aria-hidden="true">{isNext ? '•' : ''}</span>}
      <span class="unseen">{state}</span>
    </td>
  );
}

/** How many have done each practice. */
export function TotalsRow({ trainees }: AllProps) {
  return (
    <tr class="totals figures">
      <th scope="row" colspan={4}>
        {t('console.classes.board.doneBy')}
      </th>
      {practices.map(({ id }) => (
        <td class={opening.has(id) ? 'step opens' : 'step'}>
          {trainees.filter(({ done }) => done[id] !== undefined).length}
        </td>
      ))}
    </tr>
  );
}

/** The class in figures, and the practices that most of it is at now. */
export function Summary({ trainees }: AllProps) {
  const finished = trainees.filter(({ stuck_on: stuckOn }) => stuckOn === null).length;
  const completed = trainees.reduce((sum, trainee) => sum + trainee.completed, 0);
  const average = new Intl.NumberFormat(t.lang, { maximumFractionDigits: 1 }).format(
    trainees.length === 0 ? 0 : completed / trainees.length,
  );
  const crowds = crowdsOf(trainees);
  return (
    <div class="board-summary">
      <dl class="board-figures">
        <Figure label={t('console.classes.board.trainees')}>{trainees.length}</Figure>
        <Figure label={t('console.classes.board.average')}>
          {average}
          <span class="soft"> / {practices.length}</span>
        </Figure>
        <Figure label={t('console.classes.board.finishedAll')}>{finished}</Figure>
      </dl>
      {crowds.length > 0 && (
        <div class="crowds">
          <p class="hint">{t('console.classes.board.crowds')}</p>
          {crowds.map(({ practiceId, names }) => (
            <div class="box wait crowd">
              <p class="toned board-figure figures">{names.length}</p>
              <div>
                <p>{titleOf(practiceId, t)}</p>
                <p class="small clamp two">{names.join(', ')}</p>
              </div>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

function Figure({ label, children }: { readonly label: string; readonly children?: Child }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd class="board-figure figures">{children}</dd>
    </div>
  );
}

const CROWDS = 3;

/** Where most trainees are stuck now, the most crowded practice first. */
function crowdsOf(trainees: readonly TraineeProgress[]) {
  return practices
    .map(({ id }) => ({
      practiceId: id,
      names: trainees.filter(({ stuck_on: stuckOn }) => stuckOn === id).map(({ short_name: name }) => name),
    }))
    .filter(({ names }) => names.length > 0)
    .sort((a, b) => b.names.length - a.names.length)
    .slice(0, CROWDS);
}

/** The first practice of each group. */
const opening: ReadonlySet<string> = new Set(
  practiceGroups.map((name) => practices.find(({ group }) => group === name)?.id ?? name),
);

function titleOf(practiceId: string, t: Texts): string {
  return t.maybe(`practice.${practiceId}.title`) ?? practiceId;
}

import { practiceGroups, practices, type TraineeProgress } from '@svc-simulator/core';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { Icon } from '../../kit/icons.tsx';
import { t } from '../../kit/speaking.ts';
import { FactList, Time } from '../parts/parts.tsx';

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
        {completed - half.length}
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

/** The class in figures. */
export function Summary({ trainees }: AllProps) {
  const finished = trainees.filter(({ stuck_on: stuckOn }) => stuckOn === null).length;
  const completed = trainees.reduce((sum, trainee) => sum + trainee.completed - trainee.half.length, 0);
  const number = new Intl.NumberFormat(t.lang, { maximumFractionDigits: 1 });
  const average = number.format(trainees.length === 0 ? 0 : completed / trainees.length);
  return (
    <FactList
      class="board-figures figures"
      facts={[
        [t('console.classes.board.trainees'), trainees.length],
        [t('console.classes.board.average'), `${average} / ${practices.length}`],
        [t('console.classes.board.finishedAll'), finished],
      ]}
    />
  );
}

/** The first practice of each group. */
const opening: ReadonlySet<string> = new Set(
  practiceGroups.map((name) => practices.find(({ group }) => group === name)?.id ?? name),
);

function titleOf(practiceId: string, t: Texts): string {
  return t.maybe(`practice.${practiceId}.title`) ?? practiceId;
}

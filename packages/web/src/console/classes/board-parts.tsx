import { wholeOf } from '@svc-simulator/contract';
import { practiceGroups, practices, type TraineeProgress } from '@svc-simulator/core';
import { Icon } from '../../kit/icons.tsx';
import { t } from '../../kit/speaking.ts';
import { FactList, Time } from '../parts/parts.tsx';

/** A trainee: how many are done, the first that is missing and since when, and each practice in the order of learning. */
export function TraineeRow({ trainee }: Readonly<{ trainee: TraineeProgress }>) {
  const { short_name: name, total, done, half, stuck_on: stuckOn, stuck_since: since } = trainee;
  return (
    <tr>
      <th scope="row" class="who-cell" title={name}>
        <a class="clamp" href={`?trainee=${encodeURIComponent(name)}`}>
          {name}
        </a>
      </th>
      <td class="count figures">
        {wholeOf(trainee)}
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
          (t.maybe(`practice.${stuckOn}.title`) ?? stuckOn)
        )}
      </td>
      <td class="since soft small">{since && <Time atMs={Date.parse(since)} form="since" />}</td>
      {practices.map(({ id }) => {
        const doneAt = done[id];
        // What is half done a tool did, and a program should.
        const kind = half.includes(id) ? 'half' : doneAt ? 'did' : id === stuckOn ? 'here' : 'todo';
        const state = t(`console.classes.board.steps.${kind}`);
        const when = doneAt ? `${state}, ${doneAt.slice(0, 16).replace('T', ' ')} UTC` : state;
        const title = `${t(`practice.${id}.title`)}: ${when}`;
        return (
          <td class={opening.has(id) ? `step ${kind} opens` : `step ${kind}`} title={title}>
            {doneAt ? <Icon name="check" /> : <span aria-hidden="true">{kind === 'here' ? '•' : ''}</span>}
            <span class="unseen">{state}</span>
          </td>
        );
      })}
    </tr>
  );
}

/** How many have done each practice whole. */
export function TotalsRow({ trainees }: Readonly<{ trainees: readonly TraineeProgress[] }>) {
  return (
    <tr class="totals figures">
      <th scope="row" colspan={4}>
        {t('console.classes.board.doneBy')}
      </th>
      {practices.map(({ id }) => (
        <td class={opening.has(id) ? 'step opens' : 'step'}>
          {trainees.filter(({ done, half }) => done[id] !== undefined && !half.includes(id)).length}
        </td>
      ))}
    </tr>
  );
}

/** The class in figures. */
export function Summary({ trainees }: Readonly<{ trainees: readonly TraineeProgress[] }>) {
  const finished = trainees.filter(({ stuck_on: stuckOn }) => stuckOn === null).length;
  const completed = trainees.reduce((sum, trainee) => sum + wholeOf(trainee), 0);
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

import { type TraineeState, traineeFacts } from '@svc-simulator/contract';
import { t } from '../../kit/speaking.ts';
import { PageHead, Panel, Time } from '../parts/parts.tsx';
import { tallyOf } from '../practices/practices-page.tsx';
import { ViewFacts } from '../views/shown-value.tsx';

/** Where a trainee stands: what may keep it from going on, and its practices, those to do with their hints; `back`: the board. */
export function TraineePage({ back, state }: Readonly<{ back: string; state: TraineeState }>) {
  const { short_name: name, practices } = state;
  return (
    <>
      <PageHead title={name} lead={tallyOf(state).tally}>
        <a href={back}>{t('console.classes.trainee.back')}</a>
      </PageHead>
      <Panel title={t('console.classes.trainee.stands')}>
        <ViewFacts noun="trainee" facts={traineeFacts} row={state} />
      </Panel>
      <Panel title={t('console.classes.trainee.missing')}>
        <ol class="lines two-columns">
          {practices
            .filter(({ whole }) => !whole)
            .map(({ id, title, hint, done }, at) => (
              <li>
                <details id={`hint-${id}`} open={at === 0}>
                  <summary>
                    {title} {done && <span class="soft small">◐ {t('console.practices.half')}</span>}
                  </summary>
                  <p class="soft small">{hint}</p>
                </details>
              </li>
            ))}
        </ol>
      </Panel>
      <Panel title={t('console.classes.board.done')}>
        <ol class="lines two-columns">
          {practices
            .filter(({ whole }) => whole)
            .map(({ title, completed_at: at, by }) => (
              <li class="spread">
                {title}
                <span class="soft small">
                  {by && `${t(`console.practices.by.${by}`)} · `}
                  {at && <Time atMs={Date.parse(at)} form="since" />}
                </span>
              </li>
            ))}
        </ol>
      </Panel>
    </>
  );
}

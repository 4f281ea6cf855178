import { shortEvent, type TraineeState } from '@svc-simulator/contract';
import { attemptError, diagnosisTexts } from '@svc-simulator/core';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { FactList, PageHead, Panel, Time } from '../parts/parts.tsx';

interface TraineeProps {
  readonly t: Texts;
  readonly classId: string;
  readonly state: TraineeState;
}

/** Where a trainee stands: what may keep it from going on, and its practices, those to do with their hints. */
export function TraineePage({ t, classId, state }: TraineeProps) {
  const {
    short_name: name,
    completed,
    total,
    practices,
    last_refused: refused,
    last_given_up: givenUp,
  } = state;
  const missing = practices.filter(({ whole }) => !whole);
  const cause = givenUp?.cause;
  return (
    <>
      <PageHead
        title={<span class="clamp">{name}</span>}
        lead={t('console.practices.tally', { completed, total })}
      >
        <a href={`/console/classes/${classId}`}>{t('console.classes.trainee.back')}</a>
      </PageHead>
      <Panel title={t('console.classes.trainee.stands')}>
        <FactList
          facts={[
            [
              t('console.classes.board.stuckSince'),
              <Time atMs={Date.parse(state.progressed_at)} form="since" />,
            ],
            [t('console.classes.trainee.active'), <Time atMs={Date.parse(state.active_at)} form="since" />],
            [t('console.classes.trainee.refusedCalls'), state.refused_calls],
            [
              t('console.classes.trainee.refused'),
              refused && (
                <>
                  <Time atMs={Date.parse(refused.at)} form="since" /> · {refused.method}{' '}
                  <code>{refused.operation}</code> · <strong>{refused.status}</strong> {refused.cause}
                </>
              ),
              'long',
            ],
            [
              t('console.classes.trainee.givenUp'),
              givenUp && (
                <>
                  <Time atMs={Date.parse(givenUp.at)} form="since" /> ·{' '}
                  <code>{shortEvent(givenUp.event)}</code> ·{' '}
                  <strong>{givenUp.status ?? attemptError(givenUp.error, t)}</strong>{' '}
                  {cause && diagnosisTexts(t, cause)?.reason}
                </>
              ),
              'long',
            ],
          ]}
        />
      </Panel>
      <Panel title={t('console.classes.trainee.missing')}>
        <ol class="lines two-columns">
          {missing.map(({ id, title, hint, done }, at) => (
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

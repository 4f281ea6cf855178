import {
  type BodyOf,
  classView,
  createClass,
  type DataOf,
  type Form,
  getClass,
  getClassProgress,
  getTrainee,
  joinForm,
  leaveClass,
  removeTrainee,
  renewJoinCode,
  resetTraineePassword,
  type TraineeState,
  traineeFacts,
  updateClass,
} from '@svc-simulator/contract';
import { t } from '../../kit/parts.tsx';
import { missingPage } from '../error-pages.tsx';
import { type ConsolePage, type PageAnswer, type PageCall, type PageRoute, seeOther } from '../page-call.ts';
import { Action, PageHead, Panel, Time } from '../parts/parts.tsx';
import { tallyOf } from '../practices/practices-page.tsx';
import { listPage } from '../views/list-page.tsx';
import { ViewFacts } from '../views/shown-value.tsx';
import { sendForm, type TypedForm, ViewForm } from '../views/view-form.tsx';
import { boardOrders } from './board-order.ts';
import { Board, type BoardAnswer } from './board-page.tsx';

const HOME = '/console/classes';

/** Joining and leaving a class, and for trainers, creating classes and showing their boards. */
export const classesRoutes: readonly PageRoute[] = [
  { path: HOME, get: (call) => classesPage(call), post: create },
  { path: `${HOME}/join`, post: join },
  { path: `${HOME}/leave`, post: leave },
  { path: `${HOME}/:class_id`, get: (call) => boardPage(call), post: act },
  { path: `${HOME}/:class_id/progress.csv`, get: (call) => progressAs(call, 'text/csv') },
  { path: '/console/live/classes/:class_id', get: (call) => progressAs(call, 'text/event-stream') },
];

const createForm: Form = { operation: createClass, fields: ['title'] };

/** Both sides of classes: the one that somebody learns in, and those that they run. */
async function classesPage(
  call: PageCall,
  typed: { readonly join?: TypedForm; readonly create?: TypedForm } = {},
  status = 200,
): Promise<ConsolePage> {
  const { t, perform } = call;
  const mine = await perform(getClass);
  const page = await listPage(call, classView, {
    area: 'classes',
    [typed.join ? 'before' : 'form']: (
      <Panel title={t('console.classes.mine.title')} name="mine">
        {mine.ok && <Mine membership={mine.data} />}
        <p class="soft">{t(mine.ok ? 'console.classes.mine.move' : 'console.classes.mine.none')}</p>
        <ViewForm
          noun="class"
          form={joinForm}
          to={`${HOME}/join`}
          submit={t('console.classes.mine.join')}
          typed={typed.join}
        />
      </Panel>
    ),
    after: (
      <Panel title={t('view.class.add')} name="add">
        <ViewForm
          noun="class"
          form={createForm}
          to={HOME}
          submit={t('view.class.add')}
          typed={typed.create}
        />
      </Panel>
    ),
  });
  return { ...page, status, ...(status !== 200 && { live: null }) };
}

function Mine({ membership }: { readonly membership: DataOf<typeof getClass> }) {
  return (
    <>
      <div class="spread">
        <p class="amount-large clamp" title={membership.title}>
          {membership.title}
        </p>
        <Action to={`${HOME}/leave`} kind="quiet" text={t('console.classes.mine.leave')} />
      </div>
      <p class="soft">
        {t('console.charts.from')} <Time atMs={Date.parse(membership.joined_at)} /> ·{' '}
        <a href="/console/practices">{t('console.classes.mine.practices')}</a>
      </p>
      <p class="soft">{t('console.classes.mine.seen')}</p>
    </>
  );
}

async function create(call: PageCall): Promise<PageAnswer> {
  const made = await sendForm(call, createForm);
  if (made.typed) return classesPage(call, { create: made.typed }, made.status);
  const { class_id } = made.data as DataOf<typeof createClass>;
  return seeOther(`${HOME}/${class_id}`, 'class_created');
}

async function join(call: PageCall): Promise<PageAnswer> {
  const { typed, status } = await sendForm(call, joinForm);
  return typed ? classesPage(call, { join: typed }, status) : seeOther(HOME, 'class_joined');
}

/** A trainee who has left in another tab sees the same message. */
async function leave({ perform }: PageCall): Promise<Response> {
  await perform(leaveClass);
  return seeOther(HOME, 'class_left');
}

/** `?trainee=NAME`: where one trainee stands; without it the board. */
async function boardPage(call: PageCall, answer: BoardAnswer = {}): Promise<ConsolePage> {
  const { perform, t, url, baseUrl, params } = call;
  const trainee = url.searchParams.get('trainee');
  if (trainee !== null) {
    const found = await perform(getTrainee, { params: { ...params, short_name: trainee } });
    if (!found.ok) return missingPage(t, 'classes');
    const body = <TraineePage back={url.pathname} state={found.data} />;
    return { title: found.data.short_name, area: 'classes', live: null, body };
  }
  const found = await perform(getClassProgress, { params });
  if (!found.ok) return missingPage(t, 'classes');
  const { class_id, title, join_code } = found.data;
  return {
    title,
    area: 'classes',
    status: answer.refused?.status ?? 200,
    live: `/console/live/classes/${class_id}`,
    body: (
      <Board
        board={found.data}
        order={boardOrders.find((known) => known === url.searchParams.get('order')) ?? 'name'}
        given={answer.given}
        refused={answer.refused?.detail}
        invitation={`${baseUrl}/console/register?class_code=${join_code}`}
      />
    ),
  };
}

const changes: Readonly<Record<string, BodyOf<typeof updateClass>>> = {
  close: { closed: true },
  open: { closed: false },
  tools_count: { tools_count: true },
  programs_only: { tools_count: false },
};

/** Runs an action of the trainer. A new password is in the response and in no URL. */
async function act(call: PageCall): Promise<PageAnswer> {
  const { perform, form, params, url } = call;
  const what = form.get('do') ?? '';
  const trainee = { ...params, short_name: form.get('short_name') ?? '' };
  if (what === 'reset_password') {
    const given = await perform(resetTraineePassword, { params: trainee });
    return boardPage(call, given.ok ? { given: given.data } : { refused: given });
  }
  const body = what === 'rename' ? { title: form.get('title') } : changes[what];
  const done = await (what === 'remove'
    ? perform(removeTrainee, { params: trainee })
    : what === 'new_code'
      ? perform(renewJoinCode, { params })
      : perform(updateClass, { params, body }));
  if (!done.ok) return boardPage(call, { refused: done });
  return seeOther(url.pathname, what === 'remove' ? 'trainee_removed' : 'class_changed');
}

/** The board as a table, or as a stream that tells when a trainee gets on, comes or goes. */
async function progressAs({ respond, t, params }: PageCall, type: string): Promise<PageAnswer> {
  return (await respond(getClassProgress, type, { params })) ?? missingPage(t, 'classes');
}

function TraineePage({ back, state }: Readonly<{ back: string; state: TraineeState }>) {
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
                    {title}{' '}
                    {done && (
                      <span class="soft small">◐ {t('console.practices.states.half').toLowerCase()}</span>
                    )}
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

import type { DataOf, FormDeclaration, Operation } from '@svc-simulator/contract';
import * as api from '@svc-simulator/contract';
import { classView, isNameOf, joinForm } from '@svc-simulator/contract';
import { practices } from '@svc-simulator/core';
import { t } from '../../kit/parts.tsx';
import { consoleNotFoundPage } from '../error-pages.tsx';
import type { ConsolePage, OperationRequest, PageAnswer, PageCall, PageRoute } from '../page-call.ts';
import { rowsIn, seeOther } from '../page-call.ts';
import { ButtonForm, Panel, Time } from '../parts/parts.tsx';
import { renderListPage } from '../views/list-page.tsx';
import { sendForm, type TypedForm, ViewForm } from '../views/view-form.tsx';
import { boardOrders } from './board-order.ts';
import { Board, type BoardActionResult } from './board-page.tsx';
import { TraineePage } from './trainee-page.tsx';

const CLASSES_PATH = '/console/classes';

export const classesRoutes: readonly PageRoute[] = [
  { path: CLASSES_PATH, get: (call) => classesPage(call), post: createClassByForm },
  { path: `${CLASSES_PATH}/join`, post: joinClassByForm },
  { path: `${CLASSES_PATH}/leave`, post: leaveCurrentClass },
  { path: `${CLASSES_PATH}/:class_id`, get: (call) => boardPage(call), post: runClassAction },
  { path: `${CLASSES_PATH}/:class_id/progress.csv`, get: (call) => progressResponse(call, 'text/csv') },
  { path: '/console/live/classes/:class_id', get: (call) => progressResponse(call, 'text/event-stream') },
];

const createForm: FormDeclaration = { operation: api.createClass, fields: ['title'] };

async function classesPage(
  call: PageCall,
  forms: { readonly join?: TypedForm; readonly create?: TypedForm } = {},
  status = 200,
): Promise<ConsolePage> {
  const { t, perform } = call;
  const [ownClass, ledClasses] = await Promise.all([
    perform(api.getClass),
    perform(api.listClasses, { query: { limit: '1' } }),
  ]);
  const isTrainer = rowsIn(ledClasses).length > 0;
  const page = await renderListPage(call, classView, {
    area: 'classes',
    [status === 200 ? 'form' : 'before']: (
      <div class="columns even">
        <Panel title={t('console.classes.mine.title')} name="mine">
          {ownClass.ok && <MembershipPanel membership={ownClass.data} />}
          <p class="soft">{t(ownClass.ok ? 'console.classes.mine.move' : 'console.classes.mine.none')}</p>
          <ViewForm
            noun="class"
            form={joinForm}
            to={`${CLASSES_PATH}/join`}
            submit={t('console.classes.mine.join')}
            typed={forms.join}
            isSecondary={isTrainer}
          />
        </Panel>
        <Panel title={t('view.class.add')} name="add">
          <ViewForm
            noun="class"
            form={createForm}
            to={CLASSES_PATH}
            submit={t('view.class.add')}
            typed={forms.create}
            isSecondary={!isTrainer}
          />
        </Panel>
      </div>
    ),
  });
  return { ...page, status, ...(status !== 200 && { live: null }) };
}

function MembershipPanel({ membership }: { readonly membership: DataOf<typeof api.getClass> }) {
  return (
    <>
      <div class="spread">
        <p class="amount-large clamp" title={membership.title}>
          {membership.title}
        </p>
        <ButtonForm to={`${CLASSES_PATH}/leave`} kind="quiet" text={t('console.classes.mine.leave')} />
      </div>
      <p class="soft">
        {t('console.charts.from')} <Time atMs={Date.parse(membership.joined_at)} /> ·{' '}
        <a href="/console/practices">{t('console.classes.mine.practices')}</a>
      </p>
      <p class="soft">{t('console.classes.mine.seen')}</p>
    </>
  );
}

async function createClassByForm(call: PageCall): Promise<PageAnswer> {
  const creation = await sendForm(call, createForm);
  if (creation.typed) return classesPage(call, { create: creation.typed }, creation.status);
  const { class_id } = creation.data as DataOf<typeof api.createClass>;
  return seeOther(`${CLASSES_PATH}/${class_id}`, 'class_created');
}

async function joinClassByForm(call: PageCall): Promise<PageAnswer> {
  const { typed, status } = await sendForm(call, joinForm);
  return typed ? classesPage(call, { join: typed }, status) : seeOther(CLASSES_PATH, 'class_joined');
}

/** Leaves the class. Reports success even if the account has already left the class in another tab. */
async function leaveCurrentClass({ perform }: PageCall): Promise<Response> {
  await perform(api.leaveClass);
  return seeOther(CLASSES_PATH, 'class_left');
}

async function boardPage(call: PageCall, answer: BoardActionResult = {}): Promise<ConsolePage> {
  const { perform, t, url, baseUrl, params } = call;
  const trainee = url.searchParams.get('trainee');
  if (trainee !== null) {
    const traineeResult = await perform(api.getTrainee, { params: { ...params, short_name: trainee } });
    if (!traineeResult.ok) return consoleNotFoundPage(t, 'classes');
    const otherClasses = rowsIn(await perform(api.listClasses, { query: { limit: '1000' } })).filter(
      ({ class_id }) => class_id !== params.class_id,
    );
    const body = <TraineePage board={url.pathname} state={traineeResult.data} otherClasses={otherClasses} />;
    return { title: traineeResult.data.short_name, area: 'classes', live: null, body };
  }
  const progressResult = await perform(api.getClassProgress, { params });
  if (!progressResult.ok) return consoleNotFoundPage(t, 'classes');
  const { class_id, title, join_code } = progressResult.data;
  return {
    title,
    area: 'classes',
    status: answer.refusal?.status ?? 200,
    live: `/console/live/classes/${class_id}`,
    body: (
      <Board
        board={progressResult.data}
        order={boardOrders.find((name) => name === url.searchParams.get('order')) ?? 'progress'}
        newPassword={answer.newPassword}
        fault={answer.refusal?.detail}
        invitation={`${baseUrl}/console/register?class_code=${join_code}`}
      />
    ),
  };
}

function classChange(form: URLSearchParams, actionName: string) {
  const changes = {
    rename: { title: form.get('title') ?? '' },
    mark: { mark: form.get('mark') ?? '' },
    due: { due_at: form.get('due_at') ?? '' },
    practices: { practice_ids: numberedPractices(form) },
    all_practices: { practice_ids: [] },
    close: { closed: true },
    open: { closed: false },
    archive: { archived: true },
    tools_count: { tools_count: true },
    programs_only: { tools_count: false },
  };
  return isNameOf(changes, actionName) ? changes[actionName] : undefined;
}

/** Returns the practices that have a number, in the order of the numbers. */
function numberedPractices(form: URLSearchParams): string[] {
  return practices
    .map(({ id }) => ({ id, number: Number(form.get(`practice.${id}`) ?? '') }))
    .filter(({ number }) => number > 0)
    .toSorted((a, b) => a.number - b.number)
    .map(({ id }) => id);
}

type ClassAction = readonly [operation: Operation, request: OperationRequest, to: string, notice: string];

const confirmedActions = ['archive', 'new_code', 'remove', 'reset_password', 'revoke'];

/** Runs an action of the trainer. A new password is in the response itself, so that no URL contains it. */
async function runClassAction(call: PageCall): Promise<PageAnswer> {
  const { perform, form, params, url, t } = call;
  const actionName = form.get('do') ?? '';
  if (confirmedActions.includes(actionName) && !form.has('understood')) return boardPage(call);
  const fieldOf = (name: string) => ({ [name]: form.get(name) ?? '' });
  const trainee = { ...params, ...fieldOf('short_name') };
  if (actionName === 'reset_password') {
    const reset = await perform(api.resetTraineePassword, { params: trainee });
    return boardPage(call, reset.ok ? { newPassword: reset.data } : { refusal: reset });
  }
  // The form refuses an empty list, because the operation would understand it as all practices.
  if (actionName === 'practices' && numberedPractices(form).length === 0) {
    const detail = t('console.classes.actions.noPractices');
    return boardPage(call, { refusal: { ok: false, status: 400, detail, faults: {} } });
  }
  const board = url.pathname;
  const page = `${board}?${new URLSearchParams({ trainee: form.get('short_name') ?? '' })}`;
  const query = form.has('keep_certificate') ? { keep_certificate: 'true' } : {};
  const actions: Readonly<Record<string, ClassAction>> = {
    note: [api.sendNote, { params: trainee, body: fieldOf('text') }, `${page}#notes`, 'note_sent'],
    certify: [
      api.issueCertificate,
      { params: trainee, body: fieldOf('full_name') },
      page,
      'trainee_certified',
    ],
    revoke: [api.revokeCertificate, { params: fieldOf('code') }, page, 'certificate_revoked'],
    move: [api.moveTrainee, { params: trainee, body: fieldOf('to_class_id') }, board, 'trainee_moved'],
    remove: [api.removeTrainee, { params: trainee, query }, board, 'trainee_removed'],
    new_code: [api.renewJoinCode, { params }, board, 'class_changed'],
  };
  const body = classChange(form, actionName);
  const change: ClassAction = [api.updateClass, { params, body }, board, 'class_changed'];
  const action = isNameOf(actions, actionName) ? actions[actionName] : change;
  const [operation, request, to, notice] = action ?? change;
  const result = await perform(operation, request);
  return result.ok ? seeOther(to, notice) : boardPage(call, { refusal: result });
}

async function progressResponse({ respond, t, params }: PageCall, type: string): Promise<PageAnswer> {
  return (await respond(api.getClassProgress, type, { params })) ?? consoleNotFoundPage(t, 'classes');
}

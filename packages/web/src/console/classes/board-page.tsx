import {
  certifiedCountOf,
  type DataOf,
  type getClassProgress,
  type resetTraineePassword,
} from '@svc-simulator/contract';
import { practiceGroups, practices, type TraineeProgress } from '@svc-simulator/core';
import { CopyButton, Icon, LinkButton, SelectField, TextField, t } from '../../kit/parts.tsx';
import type { OperationRefusal } from '../page-call.ts';
import { EmptyState } from '../parts/list.tsx';
import { ActionSubmit, CodeBlock, FactList, Folded, Notice, PageHead, Tabs, Time } from '../parts/parts.tsx';
import { type BoardOrder, boardOrders, sortTrainees } from './board-order.ts';

export interface BoardAnswer {
  /** A new one-time password; only this response shows it. */
  readonly newPassword?: DataOf<typeof resetTraineePassword>;
  readonly refusal?: OperationRefusal;
}

interface BoardProps {
  readonly board: DataOf<typeof getClassProgress>;
  readonly order: BoardOrder;
  /** Where trainees register, with the code in it. */
  readonly invitation: string;
  readonly newPassword: BoardAnswer['newPassword'];
  readonly fault: string | undefined;
}

/** Shows the board of a class to its trainer: the invitation, the figures, and trainees by practices. */
export function Board({ board, order, invitation, newPassword, fault }: BoardProps) {
  const { class_id, title, join_code, closed_at, trainees } = board;
  return (
    <div class="stack loose board">
      <PageHead title={title}>
        <div class="row">
          <a href="/console/classes">{t('console.classes.board.back')}</a>
          <LinkButton
            href={`/console/classes/${class_id}/progress.csv`}
            download
            text={t('console.classes.board.csv')}
          />
        </div>
      </PageHead>
      {closed_at === null ? (
        <Invitation code={join_code} invitation={invitation} />
      ) : (
        <Notice kind="plain" text={t('console.classes.actions.closed')} />
      )}
      {fault && <Notice kind="danger" text={fault} />}
      {newPassword && (
        <Notice kind="good" text={`${t('console.classes.actions.given')} ${newPassword.short_name}`}>
          <CodeBlock text={newPassword.password} what={t('console.classes.actions.password')} />
        </Notice>
      )}
      <ClassActions board={board} isOpen={fault !== undefined} />
      <div class="stack loose" data-live="board">
        {trainees.length === 0 ? (
          <EmptyState title={t('console.classes.board.empty')} text={t('console.classes.board.emptyText')}>
            <ul class="soft bullets">
              <li>{t('console.classes.board.withAccount')}</li>
              <li>{t('console.classes.board.withoutAccount')}</li>
            </ul>
          </EmptyState>
        ) : (
          <>
            <ClassFigures trainees={trainees} />
            <div class="row">
              <span class="soft" aria-hidden="true">
                {t('console.classes.board.order')}
              </span>
              <Tabs
                label={t('console.classes.board.order')}
                here={`?order=${order}`}
                tabs={boardOrders.map((name) => [
                  `?order=${name}`,
                  t(`console.classes.board.orders.${name}`),
                ])}
              />
            </div>
            <div class="panel">
              <ProgressGrid trainees={sortTrainees(trainees, order)} />
            </div>
          </>
        )}
      </div>
    </div>
  );
}

function ClassActions({ board, isOpen }: Pick<BoardProps, 'board'> & { readonly isOpen: boolean }) {
  const { class_id, title, closed_at, tools_count, trainees } = board;
  const action = `/console/classes/${class_id}`;
  const close = closed_at === null ? 'close' : 'open';
  const count = tools_count ? 'programs_only' : 'tools_count';
  return (
    <Folded title={t('console.classes.actions.title')} open={isOpen}>
      <form method="post" action={action} class="filters">
        <TextField name="title" label={t('field.label.title')} value={title} maxlength={500} required />
        <ActionSubmit what="rename" text={t('console.classes.actions.rename')} />
      </form>
      <form method="post" action={action} class="row">
        {[close, 'new_code', count].map((actionName) => (
          <ActionSubmit what={actionName} text={t.maybe(`console.classes.actions.${actionName}`)} />
        ))}
      </form>
      {trainees.length > 0 && (
        <form method="post" action={action} class="filters">
          <SelectField
            name="short_name"
            label={t('console.classes.actions.trainee')}
            selected={undefined}
            options={trainees.map(({ short_name: name }) => [name, name])}
          />
          <ActionSubmit what="reset_password" text={t('console.classes.actions.resetPassword')} />
          <ActionSubmit what="remove" text={t('console.classes.actions.remove')} kind="danger" />
        </form>
      )}
    </Folded>
  );
}

function Invitation({ code, invitation }: Readonly<{ code: string; invitation: string }>) {
  return (
    <section class="panel invitation">
      <div>
        <p class="hint">{t('console.classes.board.code')}</p>
        <p class="row">
          <strong class="code-digits mono">{code}</strong>
          <CopyButton text={code} what={t('console.classes.board.code')} />
        </p>
      </div>
      <div>
        <p class="hint">{t('console.classes.board.invitation')}</p>
        <p class="row">
          <code>{invitation}</code>
          <CopyButton text={invitation} what={t('console.classes.board.invitation')} />
        </p>
      </div>
    </section>
  );
}

/** Trainees × practices. On narrow screens each trainee is a card with a strip of practices. */
function ProgressGrid({ trainees }: { readonly trainees: readonly TraineeProgress[] }) {
  return (
    <table class="board-grid">
      <caption class="unseen">{t('console.classes.board.caption')}</caption>
      <colgroup>
        <col class="who-column" />
        <col class="count-column" />
        <col class="stuck-column" />
        <col class="since-column" />
      </colgroup>
      <thead>
        <tr>
          <th scope="col" rowspan={2}>
            {t('console.classes.board.who')}
          </th>
          <th scope="col" rowspan={2} class="count">
            {t('console.classes.board.done')}
          </th>
          <th scope="col" rowspan={2}>
            {t('console.classes.board.stuckOn')}
          </th>
          <th scope="col" rowspan={2}>
            {t('field.label.progressed_at')}
          </th>
          {practiceGroups.map((id) => {
            const { length } = practices.filter(({ group }) => group === id);
            return (
              <th scope="colgroup" class="opens" colspan={length} title={t(`practice.group.${id}`)}>
                <span class="unseen">{t(`practice.group.${id}`)}</span>
              </th>
            );
          })}
        </tr>
        <tr>
          {practices.map(({ id, group }, index) => (
            <th
              scope="col"
              class={group === practices[index - 1]?.group ? 'upright' : 'upright opens'}
              title={t(`practice.${id}.title`)}
            >
              <span class="cut">{t(`practice.${id}.title`)}</span>
            </th>
          ))}
        </tr>
        <TotalsRow trainees={trainees} />
      </thead>
      <tbody>
        {trainees.map((trainee) => (
          <TraineeRow trainee={trainee} />
        ))}
      </tbody>
    </table>
  );
}

function TraineeRow({ trainee }: Readonly<{ trainee: TraineeProgress }>) {
  const { short_name: name, total, done, half, stuck_on: stuckOn, stuck_since: since } = trainee;
  return (
    <tr>
      <th scope="row" class="who-cell" title={name}>
        <a class="clamp" href={`?trainee=${encodeURIComponent(name)}`}>
          {name}
        </a>
      </th>
      <td class="count figures">
        {certifiedCountOf(trainee)}
        <span class="soft"> / {total}</span>
        {half.length > 0 && (
          <span class="soft small" title={t('practice.half.tool')}>
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
        // A practice is half done if a tool did it instead of a program.
        const kind = half.includes(id) ? 'half' : doneAt ? 'did' : id === stuckOn ? 'here' : 'todo';
        const state = t(`console.classes.board.steps.${kind}`);
        const stateText = doneAt ? `${state}, ${doneAt.slice(0, 16).replace('T', ' ')} UTC` : state;
        const title = `${t(`practice.${id}.title`)}: ${stateText}`;
        return (
          <td class={groupOpeners.has(id) ? `step ${kind} opens` : `step ${kind}`} title={title}>
            {doneAt ? <Icon name="check" /> : <span aria-hidden="true">{kind === 'here' ? '•' : ''}</span>}
            <span class="unseen">{state}</span>
          </td>
        );
      })}
    </tr>
  );
}

function TotalsRow({ trainees }: Readonly<{ trainees: readonly TraineeProgress[] }>) {
  return (
    <tr class="totals figures">
      <th scope="row" colspan={4}>
        {t('console.classes.board.doneBy')}
      </th>
      {practices.map(({ id }) => (
        <td class={groupOpeners.has(id) ? 'step opens' : 'step'}>
          {trainees.filter(({ done, half }) => done[id] !== undefined && !half.includes(id)).length}
        </td>
      ))}
    </tr>
  );
}

function ClassFigures({ trainees }: Readonly<{ trainees: readonly TraineeProgress[] }>) {
  const finishedCount = trainees.filter(({ stuck_on: stuckOn }) => stuckOn === null).length;
  const completedCount = trainees.reduce((sum, trainee) => sum + certifiedCountOf(trainee), 0);
  const number = new Intl.NumberFormat(t.lang, { maximumFractionDigits: 1 });
  const average = number.format(trainees.length === 0 ? 0 : completedCount / trainees.length);
  return (
    <FactList
      class="board-figures figures"
      facts={[
        [t('console.classes.board.trainees'), trainees.length],
        [t('console.classes.board.average'), `${average} / ${practices.length}`],
        [t('console.classes.board.finishedAll'), finishedCount],
      ]}
    />
  );
}

/** The first practice of each group. */
const groupOpeners: ReadonlySet<string> = new Set(
  practiceGroups.map((name) => practices.find(({ group }) => group === name)?.id ?? name),
);

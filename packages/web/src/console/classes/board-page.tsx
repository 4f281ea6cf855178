import type { DataOf, getClassProgress, resetTraineePassword } from '@svc-simulator/contract';
import { certifiedCountOf, formatDueDate, troubleText, troubleTime } from '@svc-simulator/contract';
import { practices as allPractices } from '@svc-simulator/core';
import { CopyableCode, CopyButton, Icon, LinkButton, TextField, t } from '../../kit/parts.tsx';
import type { OperationRefusal } from '../page-call.ts';
import { EmptyState } from '../parts/list.tsx';
import {
  Back,
  ButtonForm,
  CodeBlock,
  FactList,
  Folded,
  Notice,
  PageHead,
  Submit,
  Tabs,
  Time,
  Understood,
} from '../parts/parts.tsx';
import { dayText } from '../practices/certificate.tsx';
import { type BoardOrder, type BoardRow, boardOrders, sortTrainees } from './board-order.ts';

export interface BoardActionResult {
  /** A new one-time password; only this response shows it. */
  readonly newPassword?: DataOf<typeof resetTraineePassword>;
  readonly refusal?: OperationRefusal;
}

interface BoardProps {
  readonly board: DataOf<typeof getClassProgress>;
  readonly order: BoardOrder;
  /** Registration URL that contains the class code. */
  readonly invitation: string;
  readonly newPassword: BoardActionResult['newPassword'];
  readonly fault: string | undefined;
}

export function Board({ board, order, invitation, newPassword, fault }: BoardProps) {
  const { class_id, title, join_code, closed_at, archived_at, due_at, trainees } = board;
  return (
    <div class="stack loose board">
      <Back to="/console/classes" text={t('view.class.title')} />
      <PageHead
        title={title}
        lead={due_at ? `${t('field.label.due_at')}: ${dayText(Date.parse(due_at), t)}` : undefined}
      >
        <LinkButton
          href={`/console/classes/${class_id}/progress.csv`}
          download
          text={t('console.classes.board.csv')}
        />
      </PageHead>
      {closed_at === null ? (
        <Invitation code={join_code} invitation={invitation} />
      ) : (
        <Notice
          kind="plain"
          text={t(
            archived_at === null ? 'console.classes.actions.closed' : 'console.classes.actions.archived',
          )}
        />
      )}
      {fault && <Notice kind="danger" text={fault} />}
      {newPassword && (
        <Notice kind="good" text={`${t('console.classes.actions.passwordOnce')} ${newPassword.short_name}`}>
          <CodeBlock text={newPassword.password} objectName={t('console.classes.actions.password')} />
        </Notice>
      )}
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
            <Tabs
              label={t('console.classes.board.order')}
              currentPath={`?order=${order}`}
              tabs={boardOrders.map((name) => [`?order=${name}`, t(`console.classes.board.orders.${name}`)])}
            />
            <div class="panel stack">
              <ClassFigures board={board} />
              <ProgressGrid practices={board.practices} trainees={sortTrainees(trainees, order)} />
            </div>
          </>
        )}
      </div>
      <ClassActions board={board} isOpen={fault !== undefined} />
    </div>
  );
}

function ClassActions({ board, isOpen }: Pick<BoardProps, 'board'> & { readonly isOpen: boolean }) {
  const { class_id, title, closed_at, archived_at, tools_count } = board;
  const to = `/console/classes/${class_id}`;
  const toggles = [
    closed_at === null ? 'close' : 'open',
    tools_count ? 'programs_only' : 'tools_count',
  ] as const;
  const dueDate = board.due_at ? formatDueDate(board.due_at).slice(0, 10) : '';
  const fields = [
    ['rename', { name: 'title', value: title, maxlength: 500, required: true }],
    ['mark', { name: 'mark', value: board.mark ?? '', maxlength: 120 }],
    ['due', { name: 'due_at', type: 'date', value: dueDate }],
  ] as const;
  return (
    <Folded title={t('console.classes.actions.title')} open={isOpen}>
      {fields.map(([action, field]) => (
        <ButtonForm to={to} class="row filters" action={action} text={t(`console.classes.actions.${action}`)}>
          <TextField label={t(`field.label.${field.name}`)} {...field} />
        </ButtonForm>
      ))}
      <form method="post" action={to} class="row">
        {toggles.map((action) => (
          <Submit action={action} text={t(`console.classes.actions.${action}`)} />
        ))}
      </form>
      <form method="post" action={to} class="row">
        <Understood text={t('console.classes.actions.codeStops')} />
        {archived_at === null && (
          <Submit action="archive" text={t('console.classes.actions.archive')} kind="danger" />
        )}
        <Submit action="new_code" text={t('console.classes.actions.new_code')} kind="danger" />
      </form>
      <CurriculumForm board={board} to={to} />
      <p class="soft">{t('console.classes.actions.ofTrainee')}</p>
    </Folded>
  );
}

function CurriculumForm({ board, to }: Pick<BoardProps, 'board'> & { readonly to: string }) {
  return (
    <details id="curriculum">
      <summary>{t('console.classes.actions.practices')}</summary>
      <form method="post" action={to} class="stack">
        <p class="hint">{t('console.classes.actions.practicesHint')}</p>
        <ol class="two-columns">
          {allPractices.map(({ id }) => {
            const index = board.practices.findIndex((practice) => practice.id === id);
            return (
              <li>
                <label class="row">
                  <input
                    class="place"
                    type="number"
                    name={`practice.${id}`}
                    min={1}
                    max={999}
                    value={index < 0 ? '' : String(index + 1)}
                  />
                  {t(`practice.${id}.title`)}
                </label>
              </li>
            );
          })}
        </ol>
        <p>
          <Submit action="practices" text={t('console.classes.actions.savePractices')} />{' '}
          <Submit action="all_practices" text={t('console.classes.actions.all_practices')} kind="quiet" />
        </p>
      </form>
    </details>
  );
}

function Invitation({ code, invitation }: Readonly<{ code: string; invitation: string }>) {
  return (
    <section class="panel grid wide">
      <div>
        <p class="hint">{t('console.classes.board.code')}</p>
        <p class="row">
          <strong class="code-digits mono">{code}</strong>
          <CopyButton text={code} objectName={t('console.classes.board.code')} />
        </p>
      </div>
      <div>
        <p class="hint">{t('console.classes.board.invitation')}</p>
        <CopyableCode text={invitation} objectName={t('console.classes.board.invitation')} />
      </div>
    </section>
  );
}

type GridProps = Readonly<{ practices: BoardProps['board']['practices']; trainees: readonly BoardRow[] }>;

/** Renders a table of trainees and practices. On narrow screens, each trainee is a card. */
function ProgressGrid({ practices, trainees }: GridProps) {
  return (
    <table class="board-grid">
      <caption class="unseen">{t('console.classes.board.caption')}</caption>
      <thead>
        <tr>
          <th scope="col" class="who-column">
            {t('field.label.name')}
          </th>
          <th scope="col" class="count-column">
            {t('console.classes.board.done')}
          </th>
          <th scope="col" class="stuck-column">
            {t('console.classes.board.stuckOn')}
          </th>
          <th scope="col" class="since-column">
            {t('field.label.progressed_at')}
          </th>
          {practices.map(({ title, group }, index) => (
            <th
              scope="col"
              class={isFirstOfGroup(practices, index) ? 'upright opens' : 'upright'}
              title={`${t.maybe(`practice.group.${group}`) ?? group}: ${title}`}
            >
              <span class="cut">{title}</span>
            </th>
          ))}
        </tr>
        <TotalsRow practices={practices} trainees={trainees} />
      </thead>
      <tbody>
        {trainees.map((trainee) => (
          <TraineeRow practices={practices} trainee={trainee} />
        ))}
      </tbody>
    </table>
  );
}

function TraineeRow({ practices, trainee }: Pick<GridProps, 'practices'> & { readonly trainee: BoardRow }) {
  const { short_name: name, total, done, half, stuck_on: stuckOn, stuck_since: since } = trainee;
  return (
    <tr>
      <th scope="row" class="who-cell" title={name}>
        <a class="clamp" href={`?trainee=${encodeURIComponent(name)}`}>
          {name}
        </a>
        {trainee.asked_at && (
          <p class="small toned next">
            {t('console.classes.board.wroteToYou')}, <Time atMs={Date.parse(trainee.asked_at)} form="since" />
          </p>
        )}
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
          <>
            <strong class="toned good">{t('console.classes.board.finished')}</strong>
            {trainee.certificate && (
              <p class="small">
                <a href={`/verificar/${trainee.certificate}`}>{t('console.certificate.title')}</a>
              </p>
            )}
          </>
        ) : (
          <>
            {t.maybe(`practice.${stuckOn}.title`) ?? stuckOn}
            <Trouble row={trainee} />
          </>
        )}
      </td>
      <td class="since soft small">
        {trainee.completed === 0
          ? t('word.trouble.not_started')
          : since && <Time atMs={Date.parse(since)} form="since" />}
      </td>
      {practices.map(({ id, title: practiceTitle }, index) => {
        const doneAt = done[id];
        // A practice is half done if a tool did it instead of the trainee's own program.
        const kind = half.includes(id) ? 'half' : doneAt ? 'did' : id === stuckOn ? 'here' : 'todo';
        const state = t(`console.classes.board.steps.${kind}`);
        const stateText = doneAt ? `${state}, ${doneAt.slice(0, 16).replace('T', ' ')} UTC` : state;
        const title = `${practiceTitle}: ${stateText}`;
        return (
          <td class={isFirstOfGroup(practices, index) ? `step ${kind} opens` : `step ${kind}`} title={title}>
            {doneAt ? <Icon name="check" /> : <span aria-hidden="true">{kind === 'here' ? '•' : ''}</span>}
            <span class="unseen">{state}</span>
          </td>
        );
      })}
    </tr>
  );
}

function Trouble({ row }: { readonly row: BoardRow }) {
  const [text, at] = [troubleText(row, t), troubleTime(row)];
  if (text === undefined || at === null) return null;
  const call = row.stuck_because === 'call' ? row.last_refused : null;
  return (
    <p class="small toned bad cut" title={text}>
      {t(`console.classes.board.trouble.${row.stuck_because ?? 'call'}`)},{' '}
      <Time atMs={Date.parse(at)} form="since" />
      {' · '}
      <span class="soft">{call ? `${call.status} ${call.cause}` : text}</span>
    </p>
  );
}

function TotalsRow({ practices, trainees }: GridProps) {
  return (
    <tr class="totals figures">
      <th scope="row" colspan={4}>
        {t('console.classes.board.doneBy')}
      </th>
      {practices.map(({ id }, index) => (
        <td class={isFirstOfGroup(practices, index) ? 'step opens' : 'step'}>
          {trainees.filter(({ done, half }) => done[id] !== undefined && !half.includes(id)).length}
        </td>
      ))}
    </tr>
  );
}

function ClassFigures({ board: { trainees, practices } }: Pick<BoardProps, 'board'>) {
  const stuckCount = trainees.filter((row) => row.stuck_because !== null).length;
  const finishedCount = trainees.filter(({ stuck_on: stuckOn }) => stuckOn === null).length;
  const completedCount = trainees.reduce((sum, trainee) => sum + certifiedCountOf(trainee), 0);
  const number = new Intl.NumberFormat(t.lang, { maximumFractionDigits: 1 });
  const average = number.format(trainees.length === 0 ? 0 : completedCount / trainees.length);
  return (
    <FactList
      class="grid figures"
      facts={[
        [t('console.classes.board.trainees'), trainees.length],
        [t('console.classes.board.average'), `${average} / ${practices.length}`],
        [t('console.classes.board.finishedAll'), finishedCount],
        [
          t('console.classes.board.stuck'),
          <span class={stuckCount > 0 ? 'toned bad' : undefined}>{stuckCount}</span>,
        ],
      ]}
    />
  );
}

function isFirstOfGroup(practices: GridProps['practices'], index: number): boolean {
  return practices[index]?.group !== practices[index - 1]?.group;
}

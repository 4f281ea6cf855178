import { createClass as createClassOperation, updateClass } from '@svc-simulator/contract';
import { csvDownload } from '@svc-simulator/server/classes/class-csv.ts';
import { classProgress, createClass, ownClass } from '@svc-simulator/server/classes/class-service.ts';
import {
  changeClass,
  removeTrainee,
  renewJoinCode,
  resetPassword,
} from '@svc-simulator/server/classes/class-trainer.ts';
import { joinClass, leaveClass, membershipOf } from '@svc-simulator/server/classes/membership.ts';
import { traineeState } from '@svc-simulator/server/classes/trainee-state.ts';
import { eventBytes, openEventStream } from '@svc-simulator/server/http/event-stream.ts';
import { missingPage } from '../error-pages.tsx';
import {
  type ConsolePage,
  isLater,
  type PageCall,
  type PageRoute,
  seeOther,
  tryPassword,
} from '../page-call.ts';
import { boardOrders } from './board-order.ts';
import { Board } from './board-page.tsx';
import type { GivenPassword } from './class-actions.tsx';
import { Classes, type ClassFault } from './classes-page.tsx';
import { TraineePage } from './trainee-page.tsx';

const PAGE = 50;

/** Classes: joining and leaving one, and for whoever runs some, making them and their boards. */
export const classesRoutes: readonly PageRoute[] = [
  { path: '/console/classes', get: (call) => classesPage(call), post: create },
  { path: '/console/classes/join', post: join },
  { path: '/console/classes/leave', post: leave },
  { path: '/console/classes/:id', get: (call) => traineePage(call), post: act },
  { path: '/console/classes/:id/progress.csv', get: csv },
  { path: '/console/live/classes/:id', get: stream },
];

async function classesPage(call: PageCall, fault?: ClassFault, status = 200): Promise<ConsolePage> {
  const { services, account, t, url } = call;
  const cursor = url.searchParams.get('cursor');
  const query = { limit: PAGE, ...(cursor === null ? {} : { cursor }) };
  const { items, nextCursor } = await services.runtime.store.list('class', account.id, query);
  const membership = await membershipOf(services.runtime, account);
  return {
    title: t('console.frame.areas.classes'),
    area: 'classes',
    status,
    body: (
      <Classes
        t={t}
        url={url}
        membership={membership.ok ? membership.value : undefined}
        own={items}
        nextCursor={nextCursor}
        fault={fault}
      />
    ),
  };
}

async function create(call: PageCall): Promise<ConsolePage | Response> {
  const { services, account, form } = call;
  const title = form.get('title') ?? '';
  const parsed = createClassOperation.body().safeParse({ title });
  if (!parsed.success) return classesPage(call, { field: 'title', typed: title }, 400);
  const { id } = await createClass(services.runtime, account.id, parsed.data.title);
  return seeOther(`/console/classes/${id}`, 'class_created');
}

async function join(call: PageCall): Promise<ConsolePage | Response> {
  const { services, account, form, t } = call;
  const typed = form.get('class_code') ?? '';
  const attempt = call.attempt('class_code');
  if (attempt.refusal ?? attempt.named(account.shortName))
    return classesPage(call, { field: 'class_code', typed, why: t('console.account.tooOften') }, 429);
  const joined = await joinClass(services.runtime, account.id, typed);
  attempt.ended(joined.ok);
  if (joined.ok) return seeOther('/console/classes', 'class_joined');
  return classesPage(call, { field: 'class_code', typed }, joined.refusal.status);
}

/** Who is in no class any more, perhaps by another tab, is told the same. */
async function leave({ services, account }: PageCall): Promise<Response> {
  await leaveClass(services.runtime, account.id);
  return seeOther('/console/classes', 'class_left');
}

async function boardPage(
  { services, account, t, url, baseUrl, params }: PageCall,
  { given, refused, status = 200 }: BoardAnswer = {},
): Promise<ConsolePage> {
  const found = await ownClass(services.runtime, account.id, params.id ?? '');
  if (!found.ok) return missingPage(t, 'classes');
  const { trainees } = await classProgress(services.runtime, found.value, t.lang);
  const order = boardOrders.find((known) => known === url.searchParams.get('order')) ?? 'name';
  const { id, title, joinCode } = found.value;
  return {
    title,
    area: 'classes',
    status,
    live: `/console/live/classes/${id}`,
    body: (
      <Board
        t={t}
        classRecord={found.value}
        trainees={trainees}
        order={order}
        given={given}
        refused={refused}
        invitation={`${baseUrl}/console/register?class_code=${joinCode}`}
      />
    ),
  };
}

/** `?trainee=NAME`: where one trainee stands; without it the board. */
async function traineePage(call: PageCall): Promise<ConsolePage> {
  const { services, account, t, url, params } = call;
  const wanted = url.searchParams.get('trainee');
  if (wanted === null) return boardPage(call);
  const own = { accountId: account.id, classId: params.id ?? '' };
  const found = await traineeState(services.runtime, own, wanted, t.lang);
  if (!found.ok) return missingPage(t, 'classes');
  return {
    title: found.value.short_name,
    area: 'classes',
    live: null,
    body: <TraineePage t={t} classId={own.classId} state={found.value} />,
  };
}

/** What a board says of the action that it answers. */
interface BoardAnswer {
  readonly given?: GivenPassword;
  readonly refused?: string;
  readonly status?: number;
}

/** An action of the trainer. A password that is given out stands in the answer, and in no address. */
async function act(call: PageCall): Promise<ConsolePage | Response> {
  const { services, account, form, t, params } = call;
  const { runtime } = services;
  const own = { accountId: account.id, classId: params.id ?? '' };
  const shortName = form.get('short_name') ?? '';
  const todo = form.get('do') ?? '';
  if (todo === 'reset_password') {
    const given = await tryPassword(call, () => resetPassword(runtime, own, shortName));
    return given.ok
      ? boardPage(call, { given: { shortName, password: given.value.password } })
      : boardPage(call, {
          refused: isLater(given.refusal.status)
            ? t('console.account.tooOften')
            : t('console.classes.actions.refused'),
          status: given.refusal.status,
        });
  }
  if (todo === 'remove') {
    const removed = await removeTrainee(runtime, own, shortName);
    return removed.ok
      ? seeOther(`/console/classes/${own.classId}`, 'trainee_removed')
      : boardPage(call, { refused: t('console.classes.actions.refused'), status: removed.refusal.status });
  }
  if (todo === 'rename') {
    const parsed = updateClass.body().safeParse({ title: form.get('title') });
    if (!parsed.success)
      return boardPage(call, { refused: t('console.classes.actions.refusedTitle'), status: 400 });
    await changeClass(runtime, own, parsed.data);
  } else if (todo === 'close' || todo === 'open')
    await changeClass(runtime, own, { closed: todo === 'close' });
  else if (todo === 'tools_count' || todo === 'programs_only')
    await changeClass(runtime, own, { tools_count: todo === 'tools_count' });
  else if (todo === 'new_code') await renewJoinCode(runtime, own);
  // A class of somebody else is missing there too.
  return seeOther(`/console/classes/${own.classId}`, 'class_changed');
}

async function csv({ services, account, t, params }: PageCall): Promise<ConsolePage | Response> {
  const found = await ownClass(services.runtime, account.id, params.id ?? '');
  if (!found.ok) return missingPage(t, 'classes');
  return csvDownload(await classProgress(services.runtime, found.value, t.lang));
}

/** Tells the page that it is out of date whenever a trainee gets on, comes or goes. */
async function stream({ services, account, params }: PageCall): Promise<Response> {
  const { runtime, boards, closing } = services;
  const found = await ownClass(runtime, account.id, params.id ?? '');
  if (!found.ok) return new Response(null, { status: 404 });
  return openEventStream({ clock: runtime.clock, closing }, (reader) =>
    boards.follow(found.value, ({ kind }) => {
      if (kind === 'ended') reader.end();
      else reader.write(outdated);
    }),
  );
}

const outdated = eventBytes('{}');

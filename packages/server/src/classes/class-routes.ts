import {
  createClass as createClassOperation,
  getClass,
  getClassProgress,
  getTrainee,
  joinClass as joinClassOperation,
  leaveClass as leaveClassOperation,
  listClasses as listClassesOperation,
  removeTrainee as removeTraineeOperation,
  renewJoinCode as renewJoinCodeOperation,
  resetTraineePassword,
  updateClass,
} from '@svc-simulator/contract';
import { type ClassRecord, type Clock, isoOf } from '@svc-simulator/core';
import { pickLanguage } from '@svc-simulator/texts/pick-language.ts';
import { eventBytes, openEventStream } from '../http/event-stream.ts';
import { listReply } from '../http/list-reply.ts';
import { presented, reply } from '../http/reply.ts';
import { type RequestContext, type Route, route } from '../http/request-context.ts';
import type { Runtime } from '../runtime.ts';
import type { ClassBoards } from './class-boards.ts';
import { csvDownload } from './class-csv.ts';
import { classData, classProgress, createClass, ownClass } from './class-service.ts';
import { changeClass, type OwnClass, removeTrainee, renewJoinCode, resetPassword } from './class-trainer.ts';
import { joinClass, leaveClass, type Membership, membershipOf } from './membership.ts';
import { traineeState } from './trainee-state.ts';

/** Classes: their owners' side and their trainees'. `closing` ends the live boards. */
export function classRoutes(runtime: Runtime, boards: ClassBoards, closing: AbortSignal): readonly Route[] {
  return [
    route(createClassOperation, async ({ account, body }) =>
      reply(classData(await createClass(runtime, account.id, body.title))),
    ),
    route(listClassesOperation, ({ account, query }) =>
      listReply(runtime.store, 'class', { ...query, accountId: account.id, present: classData }),
    ),
    route(getClassProgress, async (call) => {
      const found = await ownClass(runtime, call.account.id, call.params.class_id ?? '');
      if (!found.ok) return found;
      const accepted = call.header('accept') ?? '';
      if (accepted.includes('text/event-stream'))
        return boardStream(boards, found.value, runtime.clock, closing);
      const progress = await classProgress(
        runtime,
        found.value,
        pickLanguage(call.header('accept-language')),
      );
      return accepted.includes('text/csv') ? csvDownload(progress) : reply(progress);
    }),
    route(updateClass, async (call) =>
      presented(await changeClass(runtime, ownOf(call), call.body), classData),
    ),
    route(renewJoinCodeOperation, async (call) =>
      presented(await renewJoinCode(runtime, ownOf(call)), classData),
    ),
    route(getTrainee, async (call) =>
      presented(
        await traineeState(
          runtime,
          ownOf(call),
          call.params.short_name ?? '',
          pickLanguage(call.header('accept-language')),
        ),
        (state) => state,
      ),
    ),
    route(removeTraineeOperation, async (call) => {
      const { class_id = '', short_name = '' } = call.params;
      const removed = await removeTrainee(runtime, ownOf(call), short_name);
      return presented(removed, ({ shortName }) => ({ class_id, short_name: shortName }));
    }),
    route(resetTraineePassword, async (call) => {
      const { short_name = '' } = call.params;
      const given = await resetPassword(runtime, ownOf(call), short_name);
      return presented(given, ({ password, until }) => ({ short_name, password, expires_at: isoOf(until) }));
    }),
    route(joinClassOperation, async ({ account, body }) =>
      presented(await joinClass(runtime, account.id, body.class_code), membershipData),
    ),
    route(getClass, async ({ account }) => presented(await membershipOf(runtime, account), membershipData)),
    route(leaveClassOperation, async ({ account }) =>
      presented(await leaveClass(runtime, account.id), ({ classId }) => ({ class_id: classId })),
    ),
  ];
}

function ownOf({
  account,
  params,
}: Pick<RequestContext<typeof updateClass>, 'account' | 'params'>): OwnClass {
  return { accountId: account.id, classId: params.class_id ?? '' };
}

function membershipData({ classRecord, member }: Membership) {
  return { class_id: classRecord.id, title: classRecord.title, joined_at: isoOf(member.joinedAt) };
}

/**
 * The live board of a class as an event stream: `board` with all trainees, then `row` and `left` as they happen, each
 * with its JSON as `data`. For callers that may see the class (`ownClass`).
 */
function boardStream(
  boards: ClassBoards,
  classRecord: ClassRecord,
  clock: Clock,
  closing: AbortSignal,
): Response {
  return openEventStream({ clock, closing }, (reader) =>
    boards.follow(classRecord, ({ kind, json }) => {
      if (kind === 'ended') reader.end();
      else reader.write(eventBytes(json, { event: kind }));
    }),
  );
}

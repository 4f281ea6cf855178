import {
  createClass as createClassOperation,
  getClass,
  getClassProgress,
  joinClass as joinClassOperation,
  leaveClass as leaveClassOperation,
  listClasses as listClassesOperation,
} from '@svc-simulator/contract';
import { type ClassRecord, isoOf } from '@svc-simulator/core';
import { type Route, reply, route } from '../http/call.ts';
import { listReply } from '../http/list-reply.ts';
import { pickLanguage } from '../pages/language.ts';
import type { Runtime } from '../runtime.ts';
import { boardStream } from './board-stream.ts';
import type { ClassBoards } from './class-boards.ts';
import { csvDownload } from './class-csv.ts';
import { classProgress, createClass, ownClass } from './class-service.ts';
import { joinClass, leaveClass, type Membership, membershipOf } from './membership.ts';

/** Classes: their owners' side and their trainees'. `closing` ends the live boards. */
export function classRoutes(runtime: Runtime, boards: ClassBoards, closing: AbortSignal): readonly Route[] {
  return [
    route(createClassOperation, async ({ account, body }) =>
      reply(classData(await createClass(runtime, account.id, body.title))),
    ),
    route(listClassesOperation, ({ account, query }) =>
      listReply(runtime.store, 'class', account.id, query, classData),
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
    route(joinClassOperation, async ({ account, body }) => {
      const joined = await joinClass(runtime, account.id, body.class_code);
      return joined.ok ? reply(membershipData(joined.value)) : joined;
    }),
    route(getClass, async ({ account }) => {
      const found = await membershipOf(runtime, account);
      return found.ok ? reply(membershipData(found.value)) : found;
    }),
    route(leaveClassOperation, async ({ account }) => {
      const left = await leaveClass(runtime, account.id);
      return left.ok ? reply({ class_id: left.value.classId }) : left;
    }),
  ];
}

function classData({ id, title, joinCode, createdAt }: ClassRecord) {
  return { class_id: id, title, join_code: joinCode, created_at: isoOf(createdAt) };
}

function membershipData({ classRecord, member }: Membership) {
  return { class_id: classRecord.id, title: classRecord.title, joined_at: isoOf(member.joinedAt) };
}

import * as api from '@svc-simulator/contract';
import {
  accept,
  callsKept,
  type Outcome,
  type Refusal,
  type TraineeState,
  wholeOf,
  withoutUnseen,
} from '@svc-simulator/contract';
import { type ClassRecord, type Clock, classMemberKey, GAVE_UP, isoOf } from '@svc-simulator/core';
import { type Message, message, worded } from '@svc-simulator/texts/message.ts';
import { pickLanguage } from '@svc-simulator/texts/pick-language.ts';
import type { Language, Texts } from '@svc-simulator/texts/texts.ts';
import type { Call } from '../calls/call-log.ts';
import { adviceOn } from '../calls/presented-call.ts';
import { eventBytes, openEventStream } from '../http/event-stream.ts';
import { listReply } from '../lists/list-reply.ts';
import { progressData, progressOf } from '../practices/progress.ts';
import { problemTexts } from '../refusal-words.ts';
import { presentOutcome, type RequestContext, type Route, reply, route } from '../route.ts';
import type { Runtime } from '../runtime.ts';
import type { ClassBoards } from './class-boards.ts';
import { type ClassProgress, classData, classProgress, createClass, ownClass } from './class-service.ts';
import {
  changeClass,
  type OwnClass,
  removeTrainee,
  renewJoinCode,
  resetPassword,
  traineeNamed,
} from './class-trainer.ts';
import { joinClass, leaveClass, type Membership, membershipOf } from './membership.ts';

export function classRoutes(runtime: Runtime, boards: ClassBoards, closing: AbortSignal): readonly Route[] {
  return [
    route(api.createClass, async ({ account, body }) =>
      reply(classData(await createClass(runtime, account.id, body.title))),
    ),
    route(api.listClasses, ({ account, query }) =>
      listReply(runtime.store, 'class', { ...query, accountId: account.id, present: classData }),
    ),
    route(api.getClassProgress, async (call) => {
      const outcome = await ownClass(runtime, call.account.id, call.params.class_id ?? '');
      if (!outcome.ok) return outcome;
      const acceptHeader = call.header('accept') ?? '';
      if (acceptHeader.includes('text/event-stream'))
        return boardStream(boards, outcome.value, runtime.clock, closing);
      const progress = await classProgress(
        runtime,
        outcome.value,
        pickLanguage(call.header('accept-language')),
      );
      return acceptHeader.includes('text/csv') ? csvDownload(progress) : reply(progress);
    }),
    route(api.updateClass, async (call) =>
      presentOutcome(await changeClass(runtime, ownOf(call), call.body), classData),
    ),
    route(api.renewJoinCode, async (call) =>
      presentOutcome(await renewJoinCode(runtime, ownOf(call)), classData),
    ),
    route(api.getTrainee, async (call) =>
      presentOutcome(
        await traineeState(
          runtime,
          ownOf(call),
          call.params.short_name ?? '',
          pickLanguage(call.header('accept-language')),
        ),
        (state) => state,
      ),
    ),
    route(api.removeTrainee, async (call) => {
      const { class_id = '', short_name = '' } = call.params;
      const removed = await removeTrainee(runtime, ownOf(call), short_name);
      return presentOutcome(removed, ({ shortName }) => ({ class_id, short_name: shortName }));
    }),
    route(api.resetTraineePassword, async (call) => {
      const { short_name = '' } = call.params;
      const reset = await resetPassword(runtime, ownOf(call), short_name);
      return presentOutcome(reset, ({ password, until }) => ({
        short_name,
        password,
        expires_at: isoOf(until),
      }));
    }),
    route(api.joinClass, async ({ account, body }) =>
      presentOutcome(await joinClass(runtime, account.id, body.class_code), membershipData),
    ),
    route(api.getClass, async ({ account }) =>
      presentOutcome(await membershipOf(runtime, account), membershipData),
    ),
    route(api.leaveClass, async ({ account }) =>
      presentOutcome(await leaveClass(runtime, account.id), ({ classId }) => ({ class_id: classId })),
    ),
  ];
}

function ownOf({
  account,
  params,
}: Pick<RequestContext<typeof api.updateClass>, 'account' | 'params'>): OwnClass {
  return { accountId: account.id, classId: params.class_id ?? '' };
}

function membershipData({ classRecord, member }: Membership) {
  return { class_id: classRecord.id, title: classRecord.title, joined_at: isoOf(member.joinedAt) };
}

/**
 * Streams the live board of a class that the caller may see (`ownClass`): `board`, then `row` and `left` with
 * JSON `data`.
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

/**
 * Shows the trainer where a trainee is stuck: practices, times and causes, without any sent or returned data.
 */
async function traineeState(
  runtime: Runtime,
  target: OwnClass,
  shortName: string,
  lang: Language,
): Promise<Outcome<TraineeState>> {
  const { store, calls } = runtime;
  const lookup = await traineeNamed(runtime, target, shortName);
  if (!lookup.ok) return lookup;
  const account = lookup.value;
  const { id } = account;
  const [progress, member, givenUp, events, t] = await Promise.all([
    progressOf(runtime, account),
    store.get('class_member', classMemberKey(target.classId, id)),
    store.list('delivery', id, { tag: GAVE_UP, limit: 1 }),
    store.trace.page(id, { order: 'desc', limit: 1 }),
    problemTexts(lang),
  ]);
  const refusals = calls.page(id, {
    onlyErrors: true,
    order: 'desc',
    limit: callsKept.calls,
    maxBytes: Number.POSITIVE_INFINITY,
  }).items;
  const [latestCall] = calls.page(id, { order: 'desc', limit: 1 }).items;
  const [delivery] = givenUp.items;
  const [event] = events.items;
  const joinedAt = member?.joinedAt ?? 0;
  const progressedAt = Math.max(
    joinedAt,
    ...progress.practices.map(({ record }) => record?.completedAt ?? 0),
  );
  const eventAt = event ? Date.parse(JSON.parse(event.json).at) : 0;
  const { practices, ...counts } = progressData(progress, lang);
  return accept({
    ...counts,
    // The evidence is private to the trainee.
    practices: practices.map(({ evidence: _, ...practice }) => practice),
    short_name: account.shortName,
    joined_at: isoOf(joinedAt),
    progressed_at: isoOf(progressedAt),
    active_at: isoOf(Math.max(progressedAt, eventAt, latestCall?.at ?? 0)),
    refused_calls: refusals.length,
    last_refused: refusals[0] ? refusedData(refusals[0], t) : null,
    last_given_up: delivery
      ? {
          at: isoOf(delivery.updatedAt),
          event: delivery.event,
          status: delivery.last?.status ?? null,
          error: delivery.last?.error ?? null,
          cause: delivery.last?.cause ?? null,
        }
      : null,
  });
}

function refusedData(call: Call, t: Texts) {
  const { at, method, operation = null, status, refusal } = call;
  return { at: isoOf(at), method, operation, status, cause: causeOf(call, refusal, t) };
}

const FAULTS = 3;
/** Parameters that hold numbers or words of the contract. All others may hold sent data. */
const harmless = ['max', 'min', 'limit', 'values', 'wanted', 'count', 'whole', 'leg'];

function causeOf(call: Call, refusal: Refusal | undefined, t: Texts): string {
  const causes = (refusal?.errors ?? []).flatMap(({ pointer, code, params = {} }) => {
    if (!/^[\w/]{0,80}$/.test(pointer)) return [];
    return [`${pointer} ${isHarmless(params) ? worded(t, { code, params }) : '…'}`];
  });
  if (causes.length > 0)
    return [...causes.slice(0, FAULTS), ...(causes.length > FAULTS ? ['…'] : [])].join('; ');
  const advice = adviceOn(call).map((key) => t(key));
  return [...(refusal ? [worded(t, message(refusal.title))] : []), ...advice].join('. ');
}

/** Nested messages may also hold sent data. */
function isHarmless(params: NonNullable<Message['params']>): boolean {
  return Object.entries(params).every(
    ([name, value]) =>
      harmless.includes(name) ||
      (typeof value === 'object' && [value].flat().every((each) => isHarmless(each.params ?? {}))),
  );
}

/** Characters at which spreadsheets begin a formula, including wide forms; some also split cells at `;`. */
const FORMULA = /^ *[=+\-@;＝＋－＠；]/;

/**
 * Formats a class board as CSV (RFC 4180), with a line per trainee and a column per practice. Every cell is
 * quoted, and none can become a formula.
 */
export function classCsv({ practices, trainees }: ClassProgress): string {
  const fields = [
    'short_name',
    'joined_at',
    'completed',
    'total',
    'half',
    'stuck_on',
    'stuck_since',
  ] as const;
  const ids = practices.map(({ id }) => id);
  const rows = trainees.map((trainee) => {
    const { done, half } = trainee;
    const facts = { ...trainee, completed: wholeOf(trainee), half: half.length };
    return [
      ...fields.map((field) => facts[field] ?? ''),
      ...ids.map((id) => (half.includes(id) ? `half ${done[id]}` : (done[id] ?? ''))),
    ];
  });
  return [[...fields, ...ids], ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(value: string | number): string {
  // The file may also be shown in a terminal.
  const visible = withoutUnseen(String(value)).replace(/\p{Cc}/gu, ' ');
  const harmless = FORMULA.test(visible) ? `'${visible}` : visible;
  return `"${harmless.replaceAll('"', '""')}"`;
}

function csvDownload(progress: ClassProgress): Response {
  return new Response(classCsv(progress), {
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${progress.class_id}.csv"`,
      'x-content-type-options': 'nosniff',
    },
  });
}

import * as api from '@svc-simulator/contract';
import {
  accept,
  callLogLimits,
  certifiedCountOf,
  type Outcome,
  type Refusal,
  type TraineeState,
  withoutFormatCharacters,
} from '@svc-simulator/contract';
import { type ClassRecord, type Clock, classMemberKey, GAVE_UP, isoOf } from '@svc-simulator/core';
import { type Message, message, wordsOf } from '@svc-simulator/texts/message.ts';
import { pickLanguage } from '@svc-simulator/texts/pick-language.ts';
import type { Language, Texts } from '@svc-simulator/texts/texts.ts';
import type { Call } from '../calls/call-log.ts';
import { adviceOn } from '../calls/presented-call.ts';
import { eventBytes, openEventStream } from '../http/event-stream.ts';
import { listReply } from '../lists/list-reply.ts';
import { presentProgress, readProgress } from '../practices/progress.ts';
import { problemTexts } from '../refusal-words.ts';
import { presentOutcome, type RequestContext, type Route, reply, route } from '../route.ts';
import type { Runtime } from '../runtime.ts';
import type { ClassBoards } from './class-boards.ts';
import { type ClassProgress, classProgress, createClass, ownClass, presentClass } from './class-service.ts';
import {
  changeClass,
  findTraineeByName,
  type OwnClass,
  removeTrainee,
  renewJoinCode,
  resetPassword,
} from './class-trainer.ts';
import { joinClass, leaveClass, type Membership, membershipOf } from './membership.ts';

export function classRoutes(runtime: Runtime, boards: ClassBoards, closing: AbortSignal): readonly Route[] {
  return [
    route(api.createClass, async ({ account, body }) =>
      reply(presentClass(await createClass(runtime, account.id, body.title))),
    ),
    route(api.listClasses, ({ account, query }) =>
      listReply(runtime.store, 'class', { ...query, accountId: account.id, present: presentClass }),
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
      presentOutcome(await changeClass(runtime, ownClassTarget(call), call.body), presentClass),
    ),
    route(api.renewJoinCode, async (call) =>
      presentOutcome(await renewJoinCode(runtime, ownClassTarget(call)), presentClass),
    ),
    route(api.getTrainee, async (call) =>
      presentOutcome(
        await traineeState(
          runtime,
          ownClassTarget(call),
          call.params.short_name ?? '',
          pickLanguage(call.header('accept-language')),
        ),
        (state) => state,
      ),
    ),
    route(api.removeTrainee, async (call) => {
      const { class_id = '', short_name = '' } = call.params;
      const removal = await removeTrainee(runtime, ownClassTarget(call), short_name);
      return presentOutcome(removal, ({ shortName }) => ({ class_id, short_name: shortName }));
    }),
    route(api.resetTraineePassword, async (call) => {
      const { short_name = '' } = call.params;
      const reset = await resetPassword(runtime, ownClassTarget(call), short_name);
      return presentOutcome(reset, ({ password, until }) => ({
        short_name,
        password,
        expires_at: isoOf(until),
      }));
    }),
    route(api.joinClass, async ({ account, body }) =>
      presentOutcome(await joinClass(runtime, account.id, body.class_code), presentMembership),
    ),
    route(api.getClass, async ({ account }) =>
      presentOutcome(await membershipOf(runtime, account), presentMembership),
    ),
    route(api.leaveClass, async ({ account }) =>
      presentOutcome(await leaveClass(runtime, account.id), ({ classId }) => ({ class_id: classId })),
    ),
  ];
}

function ownClassTarget({
  account,
  params,
}: Pick<RequestContext<typeof api.updateClass>, 'account' | 'params'>): OwnClass {
  return { accountId: account.id, classId: params.class_id ?? '' };
}

function presentMembership({ classRecord, member }: Membership) {
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

/** Returns a trainee's progress for the trainer, without any sent or returned data. */
async function traineeState(
  runtime: Runtime,
  target: OwnClass,
  shortName: string,
  lang: Language,
): Promise<Outcome<TraineeState>> {
  const { store, calls } = runtime;
  const lookup = await findTraineeByName(runtime, target, shortName);
  if (!lookup.ok) return lookup;
  const account = lookup.value;
  const { id } = account;
  const [progress, member, abandonedDeliveries, events, t] = await Promise.all([
    readProgress(runtime, account),
    store.get('class_member', classMemberKey(target.classId, id)),
    store.list('delivery', id, { tag: GAVE_UP, limit: 1 }),
    store.trace.page(id, { order: 'desc', limit: 1 }),
    problemTexts(lang),
  ]);
  const refusals = calls.page(id, {
    onlyErrors: true,
    order: 'desc',
    limit: callLogLimits.calls,
    maxBytes: Number.POSITIVE_INFINITY,
  }).items;
  const [latestCall] = calls.page(id, { order: 'desc', limit: 1 }).items;
  const [delivery] = abandonedDeliveries.items;
  const [event] = events.items;
  const joinedAt = member?.joinedAt ?? 0;
  const progressedAt = Math.max(
    joinedAt,
    ...progress.practices.map(({ record }) => record?.completedAt ?? 0),
  );
  const eventAt = event ? Date.parse(JSON.parse(event.json).at) : 0;
  const { practices, ...counts } = presentProgress(progress, lang);
  return accept({
    ...counts,
    practices: practices.map(({ evidence: _, ...practice }) => practice),
    short_name: account.shortName,
    joined_at: isoOf(joinedAt),
    progressed_at: isoOf(progressedAt),
    active_at: isoOf(Math.max(progressedAt, eventAt, latestCall?.receivedAt ?? 0)),
    refused_calls: refusals.length,
    last_refused: refusals[0] ? refusedCallData(refusals[0], t) : null,
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

function refusedCallData(call: Call, t: Texts) {
  const { receivedAt, method, operation = null, status, refusal } = call;
  return { at: isoOf(receivedAt), method, operation, status, cause: refusalCause(call, refusal, t) };
}

const MAX_REFUSAL_CAUSES = 3;
/** Parameters that hold numbers or words of the contract. All others may hold sent data. */
const safeParameters = ['max', 'min', 'limit', 'values', 'wanted', 'count', 'whole', 'leg'];

function refusalCause(call: Call, refusal: Refusal | undefined, t: Texts): string {
  const causes = (refusal?.errors ?? []).flatMap(({ pointer, code, params = {} }) => {
    if (!/^[\w/]{0,80}$/.test(pointer)) return [];
    return [`${pointer} ${areSafe(params) ? wordsOf(t, { code, params }) : '…'}`];
  });
  if (causes.length > 0)
    return [
      ...causes.slice(0, MAX_REFUSAL_CAUSES),
      ...(causes.length > MAX_REFUSAL_CAUSES ? ['…'] : []),
    ].join('; ');
  const advice = adviceOn(call).map((key) => t(key));
  return [...(refusal ? [wordsOf(t, message(refusal.title))] : []), ...advice].join('. ');
}

/** Checks nested messages as well, because they may hold sent data. */
function areSafe(params: NonNullable<Message['params']>): boolean {
  return Object.entries(params).every(
    ([name, value]) =>
      safeParameters.includes(name) ||
      (typeof value === 'object' && [value].flat().every((part) => areSafe(part.params ?? {}))),
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
    const facts = { ...trainee, completed: certifiedCountOf(trainee), half: half.length };
    return [
      ...fields.map((field) => facts[field] ?? ''),
      ...ids.map((id) => (half.includes(id) ? `half ${done[id]}` : (done[id] ?? ''))),
    ];
  });
  return [[...fields, ...ids], ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

function csvCell(value: string | number): string {
  // The file may also be shown in a terminal.
  const visible = withoutFormatCharacters(String(value)).replace(/\p{Cc}/gu, ' ');
  const escapedText = FORMULA.test(visible) ? `'${visible}` : visible;
  return `"${escapedText.replaceAll('"', '""')}"`;
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

import * as api from '@svc-simulator/contract';
import { accept, type Outcome, type TraineeState } from '@svc-simulator/contract';
import { accountTime, type ClassRecord, type Clock, classMemberKey, isoOf } from '@svc-simulator/core';
import { pickLanguage } from '@svc-simulator/texts/pick-language.ts';
import type { Language } from '@svc-simulator/texts/texts.ts';
import { presentCertificate } from '../certificates/certificates.ts';
import { loadProblemTexts } from '../format-refusal.ts';
import { eventBytes, openEventStream } from '../http/event-stream.ts';
import { filteredPage } from '../lists/filtered-page.ts';
import { presentProgress, readProgress } from '../practices/progress.ts';
import { notFound } from '../refusals.ts';
import { presentOutcome, type RequestContext, type Route, reply, route } from '../route.ts';
import type { Runtime } from '../runtime.ts';
import type { ClassBoards } from './class-boards.ts';
import {
  issuedCodeOf,
  issueTraineeCertificate,
  removeTraineeAndCertificate,
  revokeIssuedCertificate,
} from './class-certificates.ts';
import { csvDownload } from './class-csv.ts';
import { presentNote, storeTraineeNote, storeTrainerNote } from './class-notes.ts';
import { classProgress, createClass, findOwnClass, presentClass } from './class-service.ts';
import {
  changeClass,
  findTraineeByName,
  moveMember,
  type OwnClass,
  renewJoinCode,
  resetPassword,
} from './class-trainer.ts';
import { joinClass, leaveClass, type Membership, membershipOf } from './membership.ts';
import { troubleOf } from './trainee-trouble.ts';

export function classRoutes(runtime: Runtime, boards: ClassBoards, closing: AbortSignal): readonly Route[] {
  return [
    route(api.createClass, async ({ account, body }) =>
      reply(presentClass(await createClass(runtime, account.id, body.title))),
    ),
    route(api.listClasses, async ({ account, query: { archived, ...query } }) => {
      const isListed = ({ archivedAt }: ClassRecord) =>
        archived === 'all' || (archivedAt !== undefined) === (archived === 'only');
      const page = await filteredPage(runtime.store, ['class', account.id], query, (records) =>
        records.map((record) => (isListed(record) ? presentClass(record) : undefined)),
      );
      return reply(page.items, { nextCursor: page.nextCursor });
    }),
    route(api.getClassProgress, async (call) => {
      const outcome = await findOwnClass(runtime, call.account.id, call.params.class_id ?? '');
      if (!outcome.ok) return outcome;
      const acceptHeader = call.header('accept') ?? '';
      if (acceptHeader.includes('text/event-stream'))
        return boardStream(boards, outcome.value, runtime.clock, closing);
      const language = pickLanguage(call.header('accept-language'));
      const board = await classBoard(runtime, outcome.value, language);
      return acceptHeader.includes('text/csv') ? csvDownload(board, language) : reply(board);
    }),
    route(api.updateClass, async (call) =>
      presentOutcome(await changeClass(runtime, ownClassTarget(call), call.body), presentClass),
    ),
    route(api.renewJoinCode, async (call) =>
      presentOutcome(await renewJoinCode(runtime, ownClassTarget(call)), presentClass),
    ),
    route(api.getTrainee, async (call) =>
      presentOutcome(
        await readTraineeState(
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
      const keepsCertificate = call.query.keep_certificate === 'true';
      const target = ownClassTarget(call);
      const removal = await removeTraineeAndCertificate(runtime, target, short_name, keepsCertificate);
      return presentOutcome(removal, ({ shortName }) => ({ class_id, short_name: shortName }));
    }),
    route(api.moveTrainee, async (call) => {
      const { short_name = '' } = call.params;
      const { to_class_id: toClassId } = call.body;
      const move = await moveMember(runtime, ownClassTarget(call), short_name, toClassId);
      return presentOutcome(move, ({ id, title }) => ({ class_id: id, title, short_name }));
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
    route(api.issueCertificate, async (call) => {
      const { short_name = '' } = call.params;
      const target = ownClassTarget(call);
      const issue = await issueTraineeCertificate(runtime, target, short_name, call.body.full_name);
      return presentOutcome(issue, (certificate) => presentCertificate(certificate, runtime.settings));
    }),
    route(api.revokeCertificate, async ({ account, params }) =>
      presentOutcome(
        await revokeIssuedCertificate(runtime, account.id, params.code ?? ''),
        ({ code, revokedAt }) => ({ code, revoked_at: isoOf(revokedAt) }),
      ),
    ),
    route(api.sendNote, async (call) =>
      presentOutcome(
        await storeTrainerNote(runtime, ownClassTarget(call), call.params.short_name ?? '', call.body.text),
        presentNote,
      ),
    ),
    route(api.answerNote, async ({ account, body }) =>
      presentOutcome(await storeTraineeNote(runtime, account, body.text), presentNote),
    ),
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
 * Streams the live board of a class as events `board`, `row` and `left` with JSON data. Callers must check
 * with `findOwnClass` that the class is the account's.
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

async function classBoard(runtime: Runtime, classRecord: ClassRecord, language: Language) {
  const t = await loadProblemTexts(language);
  const { trainees, ...board } = await classProgress(runtime, classRecord, language);
  return {
    ...board,
    trainees: await Promise.all(
      trainees.map(async (trainee) => {
        const { stuck_since: stuckSince } = trainee.progress;
        // A trainee who has finished isn't stuck, even if calls fail.
        const progressedAt = stuckSince === null ? Number.POSITIVE_INFINITY : Date.parse(stuckSince);
        const lastNote = trainee.member.notes?.at(-1);
        return {
          ...trainee.progress,
          half: [...trainee.progress.half],
          ...(await troubleOf(runtime, trainee, progressedAt, t)),
          certificate:
            stuckSince === null
              ? await issuedCodeOf(runtime, classRecord.accountId, trainee.accountId)
              : null,
          asked_at: lastNote?.by === 'trainee' ? isoOf(lastNote.at) : null,
        };
      }),
    ),
  };
}

/**
 * The types of events that a trainee's own acts cause. Other types come from the trainer, the operator or
 * timers.
 */
const traineeEvents = api.traceTypes.filter(
  (type) =>
    !/^(class|certificate|chaos)\.|^account\.(suspended|resumed|quotas|password_reset)|^login\.ended|^session\.(expired|accredit)|^webhook\.(emitted|attempted|delivered|gave_up)/.test(
      type,
    ),
);

/** Returns a trainee's progress for the trainer, without any data that the trainee sent or received. */
async function readTraineeState(
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
  const [progress, member, events, t] = await Promise.all([
    readProgress(runtime, account),
    store.get('class_member', classMemberKey(target.classId, id)),
    store.trace.page(id, { types: traineeEvents, order: 'desc', limit: 1 }),
    loadProblemTexts(lang),
  ]);
  if (!member) return notFound('trainee');
  const [latestCall] = calls.page(id, { order: 'desc', limit: 1 }).items;
  const [event] = events.items;
  const progressedAt = Math.max(
    member.joinedAt,
    ...progress.practices.map(({ record }) => record?.completedAt ?? 0),
  );
  const eventAt = event ? Date.parse(JSON.parse(event.json).at) : 0;
  const latestNote = member.notes?.findLast(({ by }) => by === 'trainee');
  const noteAt = latestNote ? accountTime(account.clock, latestNote.at) : 0;
  const { practices, ...counts } = presentProgress(progress, lang);
  return accept({
    ...counts,
    practices: practices.map(({ evidence: _, ...practice }) => practice),
    short_name: account.shortName,
    joined_at: isoOf(member.joinedAt),
    progressed_at: isoOf(progressedAt),
    active_at: isoOf(Math.max(progressedAt, eventAt, latestCall?.receivedAt ?? 0, noteAt)),
    ...(await troubleOf(runtime, { accountId: id, member }, progressedAt, t)),
    certificate: await issuedCodeOf(runtime, target.accountId, id),
  });
}

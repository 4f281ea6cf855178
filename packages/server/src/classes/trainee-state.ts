import { accept, callsKept, type Outcome, type Refusal, type TraineeState } from '@svc-simulator/contract';
import { classMemberKey, GAVE_UP, isoOf } from '@svc-simulator/core';
import { type Message, message, worded } from '@svc-simulator/texts/message.ts';
import type { Language, Texts } from '@svc-simulator/texts/texts.ts';
import { adviceOn } from '../calls/call-advice.ts';
import type { Call } from '../calls/call-log.ts';
import { problemTexts } from '../http/problem-words.ts';
import { progressData, progressOf } from '../practices/progress.ts';
import type { Runtime } from '../runtime.ts';
import { type OwnClass, traineeNamed } from './class-trainer.ts';

/** What keeps a trainee from going on, for whoever runs the class: practices, times and causes, nothing that was sent or answered. */
export async function traineeState(
  runtime: Runtime,
  own: OwnClass,
  shortName: string,
  lang: Language,
): Promise<Outcome<TraineeState>> {
  const { store, calls } = runtime;
  const found = await traineeNamed(runtime, own, shortName);
  if (!found.ok) return found;
  const account = found.value;
  const { id } = account;
  const [progress, member, givenUp, events, t] = await Promise.all([
    progressOf(runtime, account),
    store.get('class_member', classMemberKey(own.classId, id)),
    store.list('delivery', id, { tag: GAVE_UP, limit: 1 }),
    store.trace.page(id, { order: 'desc', limit: 1 }),
    problemTexts(lang),
  ]);
  const refused = calls.page(id, {
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
    // What proves them is the trainee's own.
    practices: practices.map(({ evidence: _, ...practice }) => practice),
    short_name: account.shortName,
    joined_at: isoOf(joinedAt),
    progressed_at: isoOf(progressedAt),
    active_at: isoOf(Math.max(progressedAt, eventAt, latestCall?.at ?? 0)),
    refused_calls: refused.length,
    last_refused: refused[0] ? refusedData(refused[0], t) : null,
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

/** Faults that are told: more of them would not be read. */
const FAULTS = 3;
/** What a fault may be told with: numbers, and words of the contract. Anything else is what somebody sent. */
const harmless = ['max', 'min', 'limit', 'values', 'wanted', 'count', 'whole', 'leg'];

/** Why a call was refused, without a word of what was sent in it. */
function causeOf(call: Call, refusal: Refusal | undefined, t: Texts): string {
  const told = (refusal?.errors ?? []).flatMap(({ pointer, code, params = {} }) => {
    if (!/^[\w/]{0,80}$/.test(pointer)) return [];
    return [`${pointer} ${isHarmless(params) ? worded(t, { code, params }) : '…'}`];
  });
  if (told.length > 0) return [...told.slice(0, FAULTS), ...(told.length > FAULTS ? ['…'] : [])].join('; ');
  const advice = adviceOn(call).map((key) => t(key));
  return [...(refusal ? [worded(t, message(refusal.title))] : []), ...advice].join('. ');
}

/** A text within may hold what was sent as well as one by itself. */
function isHarmless(params: NonNullable<Message['params']>): boolean {
  return Object.entries(params).every(
    ([name, value]) =>
      harmless.includes(name) ||
      (typeof value === 'object' && [value].flat().every((each) => isHarmless(each.params ?? {}))),
  );
}

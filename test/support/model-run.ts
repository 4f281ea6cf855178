import fc from 'fast-check';
import { expect } from 'vitest';
import { paymentForm } from '../../packages/test-support/src/simulator.ts';
import {
  AccountModel,
  type Leg1,
  type Leg2,
  type ModelSession,
  type ReceiverKind,
  receiverKinds,
} from './model-state.ts';
import { embeddedPlace, ModelSubject, postgresPlace, type SubjectResponse } from './model-subject.ts';
import { startReceiver } from './receiver.ts';

/** The simulators that are compared. All must return the same responses. */
type World = readonly ModelSubject[];
type Command = fc.AsyncCommand<AccountModel, { readonly subjects: World }>;

async function ask(
  subjects: World,
  question: (subject: ModelSubject) => Promise<SubjectResponse>,
): Promise<SubjectResponse> {
  const [first, ...others] = await Promise.all(subjects.map(question));
  for (const other of others) expect(other, 'the answer over another store').toEqual(first);
  return first as SubjectResponse;
}

/** Runs everything that is due, in the model and in all simulators. */
async function settle(model: AccountModel, subjects: World): Promise<void> {
  for (let due = model.nextDue(); due !== undefined && due <= model.now; due = model.nextDue()) model.tick();
  await Promise.all(subjects.map((subject) => subject.settle(model)));
}

/** Returns the state in a session's data, in the same form as `modelSession`. */
// biome-ignore lint/suspicious/noExplicitAny: what was answered, whatever it is
const servedSession = ({ id, status, session_payment }: any) => [
  id,
  status,
  (session_payment.receiver_credits ?? null) !== null,
];
const modelSession = ({ id, status, accreditation }: ModelSession) => [
  id,
  status,
  accreditation === 'accredited' || accreditation === 'failed',
];

/** Compares everything in the model with all simulators. */
async function expectSameState(model: AccountModel, subjects: World): Promise<void> {
  const { text } = await ask(subjects, (subject) => subject.sessions());
  expect(JSON.parse(text).data.map(servedSession)).toEqual(model.sessions.map(modelSession).reverse());
  for (const subject of subjects) {
    expect(await subject.countEvents(model.counts.keys())).toEqual(model.counts);
    const trace = await subject.trace();
    const first = trace[0]?.id ?? 1;
    expect(trace.map(({ id }) => id)).toEqual(trace.map((_, at) => first + at));
    for (const { id, events } of model.sessions) {
      const sessionEvents = trace.filter(
        ({ type, session_id }) => session_id === id && model.counts.has(type),
      );
      const eventTypes = sessionEvents.map(({ type }) => type);
      expect(eventTypes.filter((type) => !/^webhook\.(attempted|delivered|gave_up)/.test(type))).toEqual(
        events,
      );
    }
  }
}

/** Creates a command of a history; a counterexample shows its text. */
function command(
  text: string,
  run: (model: AccountModel, subjects: World) => Promise<void>,
  check: Command['check'] = () => true,
): Command {
  return {
    check,
    async run(model, { subjects }) {
      await run(model, subjects);
      await settle(model, subjects);
    },
    toString: () => text,
  };
}

/** Creates a command on one of the sessions. It doesn't run while there is no session. */
const onSession = (
  name: string,
  which: number,
  run: (session: ModelSession, model: AccountModel, subjects: World) => Promise<void>,
) =>
  command(
    `${name} of session ${which}`,
    (model, subjects) => run(model.sessions[which % model.sessions.length] as ModelSession, model, subjects),
    ({ sessions }) => sessions.length > 0,
  );

const create = (receiver: ReceiverKind | null, minutes: number, key: string | null) =>
  command(`create(${receiver}, ${minutes} min, key ${key})`, async (model, subjects) => {
    const { status, text } = await ask(subjects, (subject) =>
      subject.api('POST', '/api/v1/ext/payment-sessions/buttons', {
        body: subject.buttonBody(receiver, minutes),
        ...(key !== null && { headers: { 'idempotency-key': key } }),
      }),
    );
    const request = `${receiver} ${minutes}`;
    const expectation = key === null ? 'new' : model.expectationForKey(key, request);
    if (expectation === 'refused') return expect(status, text).toBe(409) as undefined;
    expect(status, text).toBe(201);
    if (expectation !== 'new') return expect(text).toBe(expectation.replay) as undefined;
    const { id } = JSON.parse(text).data;
    expect(model.sessions.map((session) => session.id)).not.toContain(id);
    model.create(id, receiver, minutes);
    if (key !== null) model.keep(key, request, text);
  });

const force = (which: number, outcome: Leg1 | Leg2) =>
  onSession(outcome, which, async (session, model, subjects) => {
    const leg = outcome.startsWith('accredit') ? 2 : 1;
    const { status, text } = await ask(subjects, (subject) =>
      subject.api('POST', `/control/sessions/${session.id}/outcome`, { body: { leg, outcome } }),
    );
    expect(status, text).toBe(model.force(session, outcome) ? 200 : 500);
  });

const pay = (which: number, pays: boolean) =>
  onSession(pays ? 'a payment' : 'a payment with the wrong key', which, async (session, model, subjects) => {
    const form = paymentForm({ otp: pays ? '000000' : '222222' });
    const { status } = await ask(subjects, async (subject) => ({
      status: (await subject.send('POST', `/pay/${session.id}`, form)).status,
      text: '',
    }));
    const before = session.status;
    expect(status, `a payment of a ${before} session`).toBe(model.payOnPage(session, pays) ? 303 : 409);
  });

const expire = (which: number) =>
  onSession('expire', which, async (session, model, subjects) => {
    const { status, text } = await ask(subjects, (subject) =>
      subject.api('POST', `/api/v1/ext/payment-sessions/${session.id}/expire`),
    );
    expect(status, text).toBe(model.expire(session));
  });

const look = (which: number) =>
  onSession('look', which, async (session, _, subjects) => {
    const { text } = await ask(subjects, (subject) =>
      subject.api('GET', `/api/v1/ext/payment-sessions/status/${session.id}`),
    );
    expect(servedSession(JSON.parse(text).data)).toEqual(modelSession(session));
  });

const reset = () =>
  command('reset', async (model, subjects) => {
    expect((await ask(subjects, (subject) => subject.api('POST', '/control/reset'))).status).toBe(200);
    model.reset();
    await Promise.all(subjects.map((subject) => subject.newAgreement()));
  });

const advance = (ms: number) =>
  command(`advance(${ms} ms)`, async (model, subjects) => {
    const end = model.now + ms;
    while (model.now < end) {
      model.now = Math.min(end, model.nextDue() ?? end);
      await Promise.all(subjects.map((subject) => subject.clock.advanceTo(model.now)));
      await settle(model, subjects);
    }
  });

const restart = (killed: boolean, pauseMs: number) =>
  command(`${killed ? 'kill' : 'restart'}(${pauseMs} ms)`, async (model, subjects) => {
    await Promise.all(subjects.map((subject) => subject.restart(killed, pauseMs)));
    model.now += pauseMs;
    await settle(model, subjects);
    await expectSameState(model, subjects);
  });

const which = fc.nat(5);
const keys = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.constantFrom('k1', 'k2') },
);
const outcomes = ['paid', 'failed', 'expired', 'accredited', 'accreditation_to_recipient_failed'] as const;
const creation = fc
  .tuple(fc.constantFrom(null, ...receiverKinds), fc.constantFrom(5, 20), keys)
  .map((args) => create(...args));
const histories = fc.commands(
  [
    creation,
    creation,
    fc.tuple(which, fc.constantFrom(...outcomes)).map((args) => force(...args)),
    fc.tuple(which, fc.boolean()).map((args) => pay(...args)),
    which.map(expire),
    which.map(look),
    fc.constantFrom(1000, 2000, 5000, 60_000, 600_000, 25 * 3_600_000).map(advance),
    fc.tuple(fc.boolean(), fc.constantFrom(0, 3000, 1_200_000)).map((args) => restart(...args)),
    fc.constant(null).map(reset),
  ],
  { maxCommands: 40, size: 'max' },
);

/** Starts a receiver that accepts, refuses once, or always refuses, according to its path. */
async function pathReceiver() {
  const seenIds = new Set<string>();
  const { url } = await startReceiver((webhook, response) => {
    const [kind, key] = [webhook.url.slice(1) as ReceiverKind, String(webhook.headers['idempotency-key'])];
    response.writeHead(kind === 'ok' || (kind === 'flaky' && seenIds.has(key)) ? 200 : 500).end();
    seenIds.add(key);
  });
  // Idempotency keys repeat in every history, so the receiver must forget them.
  return { url, forget: () => seenIds.clear() };
}

/**
 * Runs random histories on a simulator with each store and on the model. All must have the same results.
 * Returns the number of commands.
 */
export async function runHistories(runs: number, seed: number): Promise<number> {
  const receivers = [await pathReceiver(), await pathReceiver()];
  let commands = 0;
  const history = async (steps: Iterable<Command>) => {
    const subjects: ModelSubject[] = [];
    try {
      for (const [at, place] of [embeddedPlace, postgresPlace].entries()) {
        receivers[at]?.forget();
        subjects.push(await ModelSubject.open(await place(), receivers[at]?.url ?? ''));
      }
      const model = new AccountModel(subjects[0]?.clock.now() ?? 0);
      await fc.asyncModelRun(() => ({ model, real: { subjects } }), steps);
      await expectSameState(model, subjects);
    } finally {
      for (const subject of subjects) await subject.close();
    }
    for (const _ of steps) commands++;
  };
  // After a failure, a short run shrinks its counterexample. A long run stops, and its seed reproduces it.
  await fc.assert(fc.asyncProperty(histories, history), { numRuns: runs, seed, endOnFailure: runs > 100 });
  return commands;
}

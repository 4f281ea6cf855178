import fc from 'fast-check';
import { expect } from 'vitest';
import { paymentForm } from './api.ts';
import { Command, chosen } from './model-command.ts';
import { type AccountModel, type Leg1, type Leg2, type ReceiverKind, receiverKinds } from './model-state.ts';
import { expectHeld, heldOf, shown } from './model-world.ts';

const hasSessions = ({ sessions }: Pick<AccountModel, 'sessions'>) => sessions.length > 0;

function create(receiver: ReceiverKind | null, minutes: number, key: string | null): Command {
  return new Command(`create(${receiver}, ${minutes} min, key ${key})`, async (model, world) => {
    const { status, text } = await world.ask((subject) =>
      subject.api('POST', '/api/v1/ext/payment-sessions/buttons', {
        body: subject.buttonBody(receiver, minutes),
        ...(key !== null && { headers: { 'idempotency-key': key } }),
      }),
    );
    const request = `${receiver} ${minutes}`;
    const wanted = key === null ? 'new' : model.keyed(key, request);
    if (wanted === 'refused') return expect(status, text).toBe(409) as undefined;
    expect(status, text).toBe(201);
    if (wanted !== 'new') return expect(text).toBe(wanted.replay) as undefined;
    const { id } = JSON.parse(text).data;
    expect(model.sessions.map((session) => session.id)).not.toContain(id);
    model.create(id, receiver, minutes);
    if (key !== null) model.keep(key, request, text);
  });
}

function force(which: number, outcome: Leg1 | Leg2): Command {
  const leg = outcome === 'accredited' || outcome === 'accreditation_to_recipient_failed' ? 2 : 1;
  return new Command(
    `force(${which}, ${outcome})`,
    async (model, world) => {
      const session = chosen(model.sessions, which);
      const { status, text } = await world.ask((subject) =>
        subject.api('POST', `/control/sessions/${session.id}/outcome`, { body: { leg, outcome } }),
      );
      expect(status, text).toBe(model.force(session, outcome) ? 200 : 500);
    },
    hasSessions,
  );
}

function pay(which: number, pays: boolean): Command {
  return new Command(
    `pay(${which}, ${pays ? 'well' : 'with the wrong key'})`,
    async (model, world) => {
      const session = chosen(model.sessions, which);
      const form = paymentForm(pays ? '000000' : '222222', { metodo: 'mobile_payment' }).toString();
      const { status } = await world.ask(async (subject) => {
        const told = await subject.send('POST', `/pay/${session.id}`, { form });
        return { status: told.status, text: '' };
      });
      const before = session.status;
      const taken = model.payOnPage(session, pays);
      expect(status, `a payment of a ${before} session`).toBe(taken ? 303 : 409);
    },
    hasSessions,
  );
}

function expire(which: number): Command {
  return new Command(
    `expire(${which})`,
    async (model, world) => {
      const session = chosen(model.sessions, which);
      const { status, text } = await world.ask((subject) =>
        subject.api('POST', `/api/v1/ext/payment-sessions/${session.id}/expire`),
      );
      expect(status, text).toBe(model.expire(session));
    },
    hasSessions,
  );
}

function look(which: number): Command {
  return new Command(
    `look(${which})`,
    async (model, world) => {
      const session = chosen(model.sessions, which);
      const { text } = await world.ask((subject) =>
        subject.api('GET', `/api/v1/ext/payment-sessions/status/${session.id}`),
      );
      expect(shown(JSON.parse(text).data)).toEqual(heldOf(session));
    },
    hasSessions,
  );
}

const reset = () =>
  new Command('reset', async (model, world) => {
    expect((await world.ask((subject) => subject.api('POST', '/control/reset'))).status).toBe(200);
    model.reset();
    await world.all((subject) => subject.newAgreement());
  });

const advance = (ms: number) => new Command(`advance(${ms} ms)`, (model, world) => world.advance(model, ms));

const restart = (killed: boolean, pauseMs: number) =>
  new Command(`${killed ? 'kill' : 'restart'}(${pauseMs} ms)`, async (model, world) => {
    await world.all((subject) => subject.restart(killed, pauseMs));
    model.now += pauseMs;
    await world.settle(model);
    await expectHeld(model, world);
  });

const which = fc.nat(5);
const receiver = fc.constantFrom(null, ...receiverKinds);
const key = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.constantFrom('k1', 'k2') },
);
const outcomes = ['paid', 'failed', 'expired', 'accredited', 'accreditation_to_recipient_failed'] as const;

/** Histories of up to this many commands. */
export function histories(maxCommands: number) {
  const creation = fc.tuple(receiver, fc.constantFrom(5, 20), key).map((args) => create(...args));
  return fc.commands(
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
    { maxCommands, size: 'max' },
  );
}

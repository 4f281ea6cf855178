import { describe, expect, it } from 'vitest';
import { CREATED_AT, NOW, sampleContext, sampleSession } from '../../test/samples.ts';
import { commands, decideIn, states } from '../../test/session-cases.ts';
import { actionDueAt, RETENTION_MS, timerOf } from '../policy.ts';
import type { SessionRecord } from '../records.ts';
import type { ScriptedStep } from '../script/script-records.ts';
import { canBePaid, decideSession } from './session-machine.ts';

const step = (outcome: ScriptedStep['outcome'], dueAt: number | null = null): ScriptedStep => ({
  scriptId: 's1',
  rule: 2,
  step: 1,
  outcome,
  dueAt,
});
const withScript = (script: ScriptedStep, changes: Partial<SessionRecord> = {}) =>
  sampleSession({ script, ...changes });
const script = '/rules/2/outcomes/1';
const types = ({ effects }: ReturnType<typeof decideIn>) => [
  ...effects.events.map(({ type }) => type),
  ...effects.emissions,
];

describe('a script that needs no payer', () => {
  it('marks leg 2 as scripted, or as never happening', () => {
    const fails = step({ leg1: 'paid', leg2: 'accreditation_to_recipient_failed', after_ms: 1 }, NOW);
    const { session } = decideIn(withScript(fails), commands.timer);
    const end = decideIn(session, commands.timer, { now: NOW + 5000 });
    expect(end.data).toMatchObject([{ source: 'script' }]);
    expect(end.effects.emissions).toEqual(['payment_session.accreditation_to_recipient_failed']);

    const never = decideIn(
      withScript(step({ leg1: 'paid', leg2: 'none', after_ms: 1 }, NOW)),
      commands.timer,
    );
    expect(never.session).toMatchObject({ status: 'paid', accreditation: 'none', accreditationDue: null });
    expect(never.data).toMatchObject([{ source: 'script', script, accreditation: 'none' }]);
    expect(actionDueAt('session', never.session)).toBeNull();
    expect(decideIn(never.session, commands['force accredited']).session.accreditation).toBe('accredited');
  });

  it('ends the session before it handles any command that comes after the scripted time', () => {
    const before = withScript(step({ leg1: 'failed', after_ms: 1 }, NOW));
    expect(decideIn(before, commands.timer, { now: NOW - 1 }).session).toBe(before);
    expect(decideIn(before, commands.pay, { now: NOW - 1 }).session.status).toBe('failed');
    const late = decideIn(before, commands.pay);
    expect([late.isRefused, late.session.payment?.source]).toEqual([true, 'script']);
    expect(types(decideIn(before, commands['force paid']))).toEqual(['session.failed', 'control.outcome']);
  });

  it('gives precedence to a deadline that is earlier or at the same time', () => {
    const paidStep = step({ leg1: 'paid', after_ms: 1 }, NOW);
    expect(decideIn(withScript(paidStep, { expiresAt: NOW }), commands.timer).session.status).toBe('expired');
    const both = withScript(paidStep, { expiresAt: NOW + 1 });
    expect(decideIn(both, commands.timer, { now: NOW + 60_000 }).session.status).toBe('paid');
  });

  it("sets the session's timer to the scripted end", () => {
    const paidStep = (dueAt: number | null) => step({ leg1: 'paid' }, dueAt);
    expect(actionDueAt('session', withScript(paidStep(NOW)))).toBe(NOW);
    expect(actionDueAt('session', withScript(paidStep(null)))).toBe(CREATED_AT + 600_000);
    expect(actionDueAt('session', withScript(paidStep(NOW), { expiresAt: null }))).toBe(NOW);
    expect(actionDueAt('session', withScript(paidStep(NOW + 600_000)))).toBe(CREATED_AT + 600_000);
    const endedSession = withScript(paidStep(NOW), { status: 'failed' });
    expect(timerOf('session', endedSession)).toBe(CREATED_AT + RETENTION_MS);
  });
});

describe('a script that applies when the payer pays', () => {
  it('responds to the payment like an expired session', () => {
    const outcome = decideSession(withScript(step({ leg1: 'expired' })), commands.pay, sampleContext());
    expect(outcome).toMatchObject({
      ok: false,
      refusal: { status: 409 },
      change: { session: { status: 'expired', expired: { at: NOW, reason: 'script' } } },
    });
  });

  it("uses the step of this attempt instead of the session's step, and traces that step first", () => {
    const scripted = { ...step({ leg1: 'failed' }), rule: 0, step: 0 };
    const before = withScript(step({ leg1: 'paid' }));
    const attempt = decideIn(before, { ...commands.pay, scripted });
    expect(types(attempt)).toEqual(['script.matched', 'session.payment_failed', 'session.failed']);
    expect(attempt.data[0]).toEqual({ rule: 0, step: 0, on: 'payment', leg1: 'failed' });
    expect(attempt.session.script).toEqual(before.script);
    const expires = { ...scripted, outcome: { leg1: 'expired' as const } };
    expect(types(decideIn(before, { ...commands.pay, scripted: expires }))).toEqual([
      'script.matched',
      'session.expired',
    ]);
  });

  it('assigns no outcome to an attempt that is refused for another reason', () => {
    const can = (session: SessionRecord) => canBePaid(session, 'mobile_payment', NOW);
    expect(can(states.button)).toBe(true);
    expect(canBePaid(states.button, 'immediate_debit', NOW)).toBe(false);
    expect(can(states['overdue button'])).toBe(false);
    expect(can(states.paid)).toBe(false);
    expect(can(withScript(step({ leg1: 'paid' }, NOW)))).toBe(false);
  });
});

describe('a forced outcome', () => {
  it('overrides a script', () => {
    const before = withScript(step({ leg1: 'failed', after_ms: 1 }, NOW + 1));
    const { session } = decideIn(before, commands['force paid']);
    expect(session).toMatchObject({ status: 'paid', accreditation: 'none' });
    expect(decideIn(session, commands.timer, { now: NOW + 60_000 }).effects.events).toEqual([]);
  });
});

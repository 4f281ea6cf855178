import { accept, membersOf } from '@svc-simulator/contract';
import type { ServedCall } from '../served-call.ts';
import type { Step } from './step.ts';

/** Slows down attempts to log in, to register and to use codes, hosted, by the client that makes them. */
export const attempts: Step = ({ admission, runtime }, { operation: { attempt: rule } }) => {
  // Whether it is one shows in the body.
  if (!rule || rule.onlyWith !== undefined) return undefined;
  return (call) => {
    const attempt = admission.attempt(rule.kind, call, runtime.clock.elapsed());
    if (attempt.refusal) return attempt.refusal;
    call.attempt = attempt;
    call.onAnswer(({ ok }) => attempt.ended(ok));
    return undefined;
  };
};

/** Slows them down by the name that they are for, and those that only a body tells of. */
export const attemptedName: Step = (
  { admission, runtime },
  { operation: { attempt: rule, alsoAttempt } },
) => {
  const named = rule?.onlyWith === undefined ? rule : undefined;
  const late = named ? alsoAttempt : rule;
  if (!named && !late) return undefined;
  return (call) => {
    const first = named && call.attempt;
    const isLate = late && (fieldOf(call, late.onlyWith ?? '') ?? '') !== '';
    const second = isLate ? admission.attempt(late.kind, call, runtime.clock.elapsed()) : undefined;
    const tooOften =
      first?.named(nameOf(call, named?.name ?? 'none')) ??
      second?.refusal ??
      second?.named(nameOf(call, late?.name ?? 'none'));
    if (tooOften) return tooOften;
    const attempt = first ?? second;
    if (attempt)
      call.inTurn = async (work) => {
        const made = await attempt.inTurn(async () => accept(await work()));
        return made.ok ? made.value : { busy: made.refusal };
      };
    // A registration whose name is taken had the right code.
    if (second) call.onAnswer(({ ok, status }) => second.ended(ok || status === 409));
    return undefined;
  };
};

function nameOf(call: ServedCall, name: 'account' | 'none' | string): string {
  if (name === 'account') return call.account?.shortName ?? '';
  return name === 'none' ? '' : String(fieldOf(call, name));
}

function fieldOf({ body }: ServedCall, name: string): unknown {
  return membersOf(body)[name];
}

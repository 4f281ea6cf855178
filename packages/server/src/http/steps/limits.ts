import { accept, membersOf, type Operation } from '@svc-simulator/contract';
import { bearer } from '../credentials.ts';
import type { Admission } from '../limits/admission.ts';
import { isPublicPage, type LargeReads, readsMuch, takesWhole } from '../limits/large-reads.ts';
import { endWithToken } from '../limits/stream-rights.ts';
import { throttled } from '../refusals.ts';
import type { ServedCall } from '../served-call.ts';
import { TextAnswer } from '../served-call.ts';
import { when } from '../when.ts';
import type { Step } from './step.ts';

/** Counts the requests of the payment-session API, and says in every answer what is left of them. */
export const throttle: Step = ({ throttle }, { operation }) => {
  if (operation.family !== 'session') return undefined;
  return (call) => {
    const { account, now, answerHeaders } = call;
    if (!account) return undefined;
    return when(throttle.count(account, now), (verdict) => {
      if (!verdict) return undefined;
      Object.assign(answerHeaders, verdict.headers);
      return verdict.passed ? undefined : throttled(account).refusal;
    });
  };
};

/** What the account's program calls in production, too; so the surfaces that set chaos and tell of it are never upset. */
const upsettable: readonly Operation['family'][] = ['session', 'merchant', 'pos'];

/** Refuses in place of the operation, or holds its answer back, when chaos says so. */
export const chaos: Step = ({ admission, chaos }, { operation }) => {
  if (!upsettable.includes(operation.family)) return undefined;
  return (call) => {
    const { account, path, requestId } = call;
    if (!account?.chaos) return undefined;
    // What it does stands in the trace, also of calls that only read.
    return when(admission.quotas?.hasRoom(account.id) ?? true, async (hasRoom) => {
      const upset = hasRoom ? await chaos.upset({ operation, account, path, requestId }) : undefined;
      if (!upset) return undefined;
      const { latencyMs, refusal } = upset;
      if (refusal || latencyMs > 0) call.upset = { latencyMs };
      return refusal ?? undefined;
    });
  };
};

/** Refuses what is more than an account may have, and counts its streams while they are open. */
export const admission: Step = ({ admission, runtime }, { operation }) => {
  const mayStream = operation.media?.includes('text/event-stream');
  if (operation.auth === 'none' || (!admission.quotas && !mayStream)) return undefined;
  return (call) => {
    const { account, outgoing } = call;
    if (!account) return undefined;
    const accept = mayStream ? call.header('accept') : undefined;
    return when(admission.refusalOf(operation, account.id, accept), (full) => {
      if (full || !mayStream) return full;
      call.onAnswer((answer) => {
        if (answer instanceof TextAnswer) return;
        admission.streams.hold(answer, account.id, outgoing);
        const token = bearer(call.header('authorization'));
        endWithToken(runtime, answer, outgoing, { accountId: account.id, token });
      });
      return undefined;
    });
  };
};

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

/** Whose turn it waits for who asks for much, hosted. */
export function turnsOf({ snapshots, reads }: Admission, operation: Operation): LargeReads | null {
  if (takesWhole(operation)) return snapshots;
  return readsMuch(operation) ? reads : null;
}

/** Lets them wait for it. Whoever follows something live holds a connection, and no large answer. */
export const largeReads: Step = ({ admission }, { operation }) => {
  const { pages } = admission;
  if (pages && isPublicPage(operation))
    return (call) => {
      call.inTurn = (work) => pages.run(call, work);
      return undefined;
    };
  const reads = turnsOf(admission, operation);
  if (!reads) return undefined;
  const mayStream = operation.media?.includes('text/event-stream');
  return (call) => {
    const { account, outgoing } = call;
    if (account && !(mayStream && call.header('accept')?.includes('text/event-stream')))
      call.inTurn = (work) => reads.run(account.id, outgoing, work);
    return undefined;
  };
};

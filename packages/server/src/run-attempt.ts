import {
  type AttemptRule,
  accept,
  membersOf,
  type Operation,
  type Refusal,
  refuse,
} from '@svc-simulator/contract';
import type { Admission } from './http/limits/admission.ts';
import type { FailedLogins } from './passwords/failed-logins.ts';
import type { ExecutionResult, ReceivedRequest } from './route.ts';

/**
 * Runs `work` as an attempt with a password, name or code (`AttemptRule`), in the client's turn. Refuses it
 * if the client made too many attempts, or if too many were made for the name. Requests without a client
 * aren't counted.
 */
export async function runAttempt(
  { admission, failedLogins }: { readonly admission: Admission; readonly failedLogins: FailedLogins },
  { attempt: rule, alsoAttempt }: Operation,
  request: ReceivedRequest,
  work: () => Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const { client } = request;
  const attempts = [];
  for (const attemptRule of [rule, alsoAttempt]) {
    if (!client || !attemptRule || !isAttempted(attemptRule, request)) continue;
    const attempt =
      (attemptRule === rule && request.attempt) || admission.beginAttempt(attemptRule.kind, client);
    if (!attempt) continue;
    const refusal = attempt.refusal ?? attempt.countName(attemptedName(attemptRule, request));
    if (refusal) {
      reportLogin(attemptRule, refusal);
      return refuse(refusal);
    }
    attempts.push({ attempt, isCode: attemptRule.onlyWith !== undefined });
  }
  const [first] = attempts;
  const runWork = async () => accept(await work());
  const result = await (first ? first.attempt.run(runWork) : runWork());
  const refusal = findRefusal(result.ok ? result.value : result);
  if (rule && refusal) reportLogin(rule, refusal);
  else if (client && rule?.kind === 'login' && isAttempted(rule, request))
    failedLogins.noteSuccess(attemptedName(rule, request));
  if (!result.ok) return result;
  const execution = result.value;
  const status = refusal?.status ?? 200;
  // A registration gets 409 only after its code was accepted, so the code wasn't a wrong guess.
  for (const { attempt, isCode } of attempts) attempt.end(status === 200 || (isCode && status === 409));
  return execution;

  function reportLogin(attemptRule: AttemptRule, loginRefusal: Refusal): void {
    if (client && attemptRule.kind === 'login' && isAttempted(attemptRule, request))
      void failedLogins.report(attemptedName(attemptRule, request), client.incoming, loginRefusal);
  }
}

function findRefusal(execution: ExecutionResult): Refusal | undefined {
  return execution instanceof Response || execution.ok ? undefined : execution.refusal;
}

function isAttempted({ onlyWith }: AttemptRule, { body }: ReceivedRequest): boolean {
  return onlyWith === undefined || (membersOf(body)[onlyWith] ?? '') !== '';
}

function attemptedName({ name }: AttemptRule, { account, body, params }: ReceivedRequest): string {
  if (name === 'account') return account?.shortName ?? '';
  return name === 'none' ? '' : String(membersOf(body)[name] ?? params[name]);
}

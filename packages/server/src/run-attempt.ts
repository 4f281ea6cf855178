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
 * Runs `work` as an attempt to guess a password, name or code (`AttemptRule`): in the client's turn, and refused
 * after too many attempts of the client or for the name. Without a client, nothing is counted.
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
    if (!client || !attemptRule || !isTried(attemptRule, request)) continue;
    const attempt = (attemptRule === rule && request.attempt) || admission.attempt(attemptRule.kind, client);
    if (!attempt) continue;
    const refusal = attempt.refusal ?? attempt.named(triedName(attemptRule, request));
    if (refusal) {
      reportLogin(attemptRule, refusal);
      return refuse(refusal);
    }
    attempts.push({ attempt, isCode: attemptRule.onlyWith !== undefined });
  }
  const [first] = attempts;
  const run = async () => accept(await work());
  const worked = await (first ? first.attempt.inTurn(run) : run());
  const refusal = findRefusal(worked.ok ? worked.value : worked);
  if (rule && refusal) reportLogin(rule, refusal);
  else if (client && rule?.kind === 'login' && isTried(rule, request))
    failedLogins.noteSuccess(triedName(rule, request));
  if (!worked.ok) return worked;
  const execution = worked.value;
  const status = refusal?.status ?? 200;
  // A registration whose name is taken had the right code.
  for (const { attempt, isCode } of attempts) attempt.ended(status === 200 || (isCode && status === 409));
  return execution;

  function reportLogin(attemptRule: AttemptRule, loginRefusal: Refusal): void {
    if (client && attemptRule.kind === 'login' && isTried(attemptRule, request))
      void failedLogins.report(triedName(attemptRule, request), client.incoming, loginRefusal);
  }
}

function findRefusal(execution: ExecutionResult): Refusal | undefined {
  return execution instanceof Response || execution.ok ? undefined : execution.refusal;
}

function isTried({ onlyWith }: AttemptRule, { body }: ReceivedRequest): boolean {
  return onlyWith === undefined || (membersOf(body)[onlyWith] ?? '') !== '';
}

function triedName({ name }: AttemptRule, { account, body, params }: ReceivedRequest): string {
  if (name === 'account') return account?.shortName ?? '';
  return name === 'none' ? '' : String(membersOf(body)[name] ?? params[name]);
}

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
import type { Executed, ReceivedRequest } from './route.ts';

/**
 * Runs `work` as a try of the password, name or code that its operation takes (`AttemptRule`): in the client's turn, and refused
 * after too many tries of the client or of the name. Nothing is counted where no client is known.
 */
export async function runAttempt(
  { admission, failedLogins }: { readonly admission: Admission; readonly failedLogins: FailedLogins },
  { attempt: rule, alsoAttempt }: Operation,
  request: ReceivedRequest,
  work: () => Promise<Executed>,
): Promise<Executed> {
  const { client } = request;
  const attempts = [];
  for (const each of [rule, alsoAttempt]) {
    if (!client || !each || !isTried(each, request)) continue;
    const attempt = (each === rule && request.attempt) || admission.attempt(each.kind, client);
    if (!attempt) continue;
    const refusal = attempt.refusal ?? attempt.named(triedName(each, request));
    if (refusal) {
      noteLogin(each, refusal);
      return refuse(refusal);
    }
    attempts.push({ attempt, isCode: each.onlyWith !== undefined });
  }
  const [first] = attempts;
  const run = async () => accept(await work());
  const worked = await (first ? first.attempt.inTurn(run) : run());
  const refusal = refusalOf(worked.ok ? worked.value : worked);
  if (rule && refusal) noteLogin(rule, refusal);
  if (!worked.ok) return worked;
  const executed = worked.value;
  const status = refusal?.status ?? 200;
  // A registration whose name is taken had the right code.
  for (const { attempt, isCode } of attempts) attempt.ended(status === 200 || (isCode && status === 409));
  return executed;

  function noteLogin(each: AttemptRule, refused: Refusal): void {
    if (client && each.kind === 'login' && isTried(each, request))
      void failedLogins.note(triedName(each, request), client.incoming, refused);
  }
}

function refusalOf(executed: Executed): Refusal | undefined {
  return executed instanceof Response || executed.ok ? undefined : executed.refusal;
}

function isTried({ onlyWith }: AttemptRule, { body }: ReceivedRequest): boolean {
  return onlyWith === undefined || (membersOf(body)[onlyWith] ?? '') !== '';
}

function triedName({ name }: AttemptRule, { account, body }: ReceivedRequest): string {
  if (name === 'account') return account?.shortName ?? '';
  return name === 'none' ? '' : String(membersOf(body)[name]);
}

import {
  canBePaid,
  claimAtCreation,
  claimAtPayment,
  type ScriptClaim,
  type ScriptedStep,
  type ScriptState,
  type SessionCommand,
  type SessionDecision,
  type SessionRecord,
  withStep,
} from '@svc-simulator/core';
import { type DecisionView, type Put, put, ref, type Scope } from '@svc-simulator/store/store.ts';

/** Returns a scope that also locks the account's script, so that no other decision uses its steps. */
export function scopeWithScript(scope: Scope): Scope {
  const { account, lock = [], read = [] } = scope;
  return {
    ...scope,
    lock: [...lock, ref('script_progress', account)],
    read: [...read, ref('script', account)],
  };
}

export class ScriptSteps {
  readonly #accountId: string;
  readonly #initialState: ScriptState | null;
  #state: ScriptState | null;

  /** `view` must belong to a scope of `scopeWithScript`. The account may have no script. */
  constructor(view: DecisionView, accountId: string) {
    this.#accountId = accountId;
    const script = view.get('script', accountId);
    const progress = view.get('script_progress', accountId);
    const isOfScript = progress !== undefined && progress.scriptId === script?.scriptId;
    this.#initialState = script
      ? { script, appliedCounts: isOfScript ? progress.handedOut : script.rules.map(() => 0) }
      : null;
    this.#state = this.#initialState;
  }

  applyToNew(decision: SessionDecision, now: number): SessionDecision {
    const step = this.#useStep(this.#state && claimAtCreation(this.#state, decision.session, now));
    return step ? withStep(decision, step, now) : decision;
  }

  /** Adds a step of the script to a command that tries to pay, if the session accepts the payment method. */
  applyToCommand(session: SessionRecord, command: SessionCommand, now: number): SessionCommand {
    if (!this.#state || command.type !== 'pay' || !canBePaid(session, command.method, now)) return command;
    const step = this.#useStep(claimAtPayment(this.#state, session, command.method, now));
    return step ? { ...command, scripted: step } : command;
  }

  get puts(): readonly Put[] {
    if (!this.#state || this.#state === this.#initialState) return [];
    const { script, appliedCounts } = this.#state;
    const progress = { accountId: this.#accountId, scriptId: script.scriptId, handedOut: appliedCounts };
    return [put('script_progress', this.#accountId, progress)];
  }

  #useStep(claim: ScriptClaim | null): ScriptedStep | undefined {
    if (!claim) return undefined;
    this.#state = claim.state;
    return claim.step;
  }
}

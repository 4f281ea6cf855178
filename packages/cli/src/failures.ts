import {
  InvalidTokenError,
  PROXY_AUTHENTICATION,
  ProblemError,
  UnexpectedAnswerError,
  UnreachableError,
} from '@svc-simulator/client';
import type { ProblemFault } from '@svc-simulator/contract';
import { fileFault } from '@svc-simulator/machine/text-file.ts';
import type { PlainKey, Texts } from '@svc-simulator/texts/texts.ts';
import type { CliContext } from './cli-context.ts';
import { findOptionForField, type ParameterSettings } from './parameters.ts';

/** A failed request through a proxy. The message is about the proxy; `cause` is the original error. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly proxy: string;

  constructor(proxy: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.proxy = proxy;
  }
}

/** Exit codes (contract section 8). */
export const exitCodes = { done: 0, refused: 1, usage: 2, unreachable: 3, timeout: 4 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Ends a command. The message says what happened, why, and what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: ExitCode;

  readonly faults: readonly ProblemFault[];
  readonly details: FailureDetails;

  constructor(
    reason: Exclude<keyof typeof exitCodes, 'done'>,
    message: string,
    {
      faults = [],
      details = noDetails,
    }: { readonly faults?: readonly ProblemFault[]; readonly details?: FailureDetails } = {},
  ) {
    super(message);
    this.exitCode = exitCodes[reason];
    this.faults = faults;
    this.details = details;
  }
}

export class MissingCredentialError extends CommandError {
  /** Calls the simulator, so that an unreachable simulator is reported before a missing credential. */
  readonly checkReachable: () => Promise<unknown>;

  constructor(message: string, checkReachable: () => Promise<unknown>) {
    super('usage', message);
    this.checkReachable = checkReachable;
  }
}

export interface FailureDetails {
  /** Lines below the message, for people. */
  readonly notes: readonly string[];
  /** Added to the object that `--json` prints. */
  readonly members?: object;
}

const noDetails: FailureDetails = { notes: [] };

export function wrongUsage(message: string, faults: readonly ProblemFault[] = []): CommandError {
  return new CommandError('usage', message, { faults });
}

export function refusal(message: string, details?: FailureDetails): CommandError {
  return new CommandError('refused', message, details && { details });
}

/**
 * Returns a `catch` handler that throws a CommandError instead of a system error about a file or a port.
 * `message` is called with the reason of the system error.
 */
export function toCommandError(
  t: Texts,
  message: (code: string) => string,
  reason: Exclude<keyof typeof exitCodes, 'done'> = 'refused',
) {
  return (error: unknown): never => {
    throw new CommandError(reason, message(fileFault(t, error)));
  };
}

/** Ends a command whose failure was already printed; only its exit code is set. */
export class ReportedError extends Error {
  override readonly name = 'ReportedError';
  readonly exitCode: number;

  constructor(exitCode: number) {
    super(`failed with exit code ${exitCode}`);
    this.exitCode = exitCode;
  }
}

/** Parameters of the command whose request caused the problem. They tell which option set a faulty field. */
export const parametersByError = new WeakMap<ProblemError, ParameterSettings>();

export interface CommandFailure {
  readonly exitCode: ExitCode;
  readonly headline: string;
  readonly faults: readonly ProblemFault[];
  /** Shown for a fault whose pointer is empty because it concerns the whole body or file. */
  readonly wholeLabel: string;
  readonly notes: readonly string[];
  /** The output of `--json`: the problem from the API, or one in the same form. */
  readonly problem: object;
}

type FailedCall = Pick<CliContext, 'program' | 'isRelayPackage' | 'words' | 'env'>;

export function toFailure(t: Texts, error: unknown, call: FailedCall): CommandFailure | undefined {
  if (error instanceof ProblemError) return problemFailure(t, error, call);
  if (error instanceof CommandError) {
    return plainFailure(t, error.exitCode, error.message, error);
  }
  if (error instanceof UnreachableError) {
    const { origin } = new URL(error.url);
    const target =
      error.cause instanceof ProxyError
        ? t('machine.through_proxy', { origin, proxy: error.cause.proxy })
        : origin;
    const headline = t('cli.failure.cannot_reach_simulator', {
      place: target,
      error: unreachableReason(t, error, call),
    });
    return plainFailure(t, exitCodes.unreachable, headline);
  }
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return plainFailure(t, exitCodes.unreachable, t('cli.failure.timeout'));
  }
  if (error instanceof InvalidTokenError) {
    const { position, codePoint } = error.invalidCharacter;
    return plainFailure(t, exitCodes.usage, t('machine.foreign_character', { position, codePoint }));
  }
  if (error instanceof UnexpectedAnswerError) {
    const { origin } = new URL(error.url);
    const headline = t('cli.failure.not_a_simulator', { origin, status: error.status });
    return plainFailure(t, exitCodes.unreachable, headline);
  }
  return undefined;
}

function plainFailure(
  t: Texts,
  exitCode: ExitCode,
  headline: string,
  { faults, details }: Pick<CommandError, 'faults' | 'details'> = { faults: [], details: noDetails },
): CommandFailure {
  return {
    exitCode,
    headline,
    faults,
    wholeLabel: t('cli.failure.whole_file'),
    notes: details.notes,
    problem: {
      title: t(titleKeysByExitCode[exitCode] ?? 'cli.failure.refused'),
      detail: headline,
      ...(faults.length > 0 && { errors: faults }),
      ...details.members,
    },
  };
}

const titleKeysByExitCode: Readonly<Record<number, PlainKey | undefined>> = {
  [exitCodes.usage]: 'cli.failure.wrong_usage',
  [exitCodes.unreachable]: 'cli.failure.title_unreachable',
  [exitCodes.timeout]: 'cli.common.timed_out',
};

function problemFailure(t: Texts, error: ProblemError, call: FailedCall): CommandFailure {
  const { program, isRelayPackage, words } = call;
  const { status, title, detail, errors, instance, problem, headers } = error;
  const parameters = parametersByError.get(error) ?? {};
  const isUnauthorized = status === 401 || status === 403;
  const notes: string[] = [];
  const retryAfter = headers.get('retry-after');
  if (retryAfter !== null) notes.push(t('cli.failure.retry_after', { retryAfter }));
  if (status === 401 && !isRelayPackage) notes.push(...unauthorizedHints(t, program, words));
  const list = status === 404 && words[1] !== 'create' ? listCommandsByNoun.get(words[0] ?? '') : undefined;
  if (status === 404 && hasInheritedAgreement(call))
    notes.push(t('cli.failure.agreement_of_environment', { program }));
  if (list !== undefined) notes.push(t('cli.failure.see_help', { program, list }));
  if (instance !== undefined)
    notes.push(t('cli.failure.request', { instance: instance.replace(/^urn:uuid:/, '') }));
  // If there are faults, the detail only repeats the first fault.
  const details = detail === undefined || detail === title || errors.length > 0 ? '' : `: ${detail}`;
  return {
    exitCode: isUnauthorized ? exitCodes.unreachable : exitCodes.refused,
    headline: `${status} ${title}${details}`,
    faults: errors.map(({ pointer, detail }) => {
      const option = findOptionForField(parameters, pointer);
      return { pointer: option === undefined ? pointer : `${pointer} (${option})`, detail };
    }),
    wholeLabel: t('cli.failure.whole_body'),
    notes,
    problem,
  };
}

/**
 * Returns true if the command used SIM_AGREEMENT_ID. In a job of `sim exec` that sets its own SIM_TOKEN, the
 * agreement may belong to another account.
 */
function hasInheritedAgreement({ words: [noun, verb, ...others], env }: FailedCall): boolean {
  const isCreation = noun === 'doctor' || (noun === 'session' && verb === 'create');
  const hasAgreementOption = others.some((word) => word.startsWith('--agreement'));
  return isCreation && !hasAgreementOption && (env.SIM_AGREEMENT_ID ?? '') !== '';
}

/** For commands that require an id: the command that lists such ids. */
const listCommandsByNoun = new Map([
  ['session', 'session list'],
  ['outcome', 'session list'],
  ['probe', 'session list'],
  ['delivery', 'delivery list'],
  ['resend', 'delivery list'],
  ['operator', 'operator accounts'],
]);

function unauthorizedHints(t: Texts, program: string, [noun, verb]: readonly string[]): readonly string[] {
  // Operator commands need no advice, because the response already names the token that they require.
  if (noun === 'operator') return [];
  if (noun === 'account' && verb === 'login') return [t('cli.failure.forgotten_password', { program })];
  return [
    t('cli.failure.default_account', { program }),
    t('cli.failure.token_of_other_account', { program }),
  ];
}

const reasonKeysByCode: Readonly<Record<string, string>> = {
  [PROXY_AUTHENTICATION]: 'proxy_wants_credentials',
  ECONNREFUSED: 'nothing_listens',
  ENOTFOUND: 'unknown_host',
  EAI_AGAIN: 'unknown_host',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_name',
  CERT_HAS_EXPIRED: 'certificate_expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate_authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_authority',
  ERR_SSL_WRONG_VERSION_NUMBER: 'no_https',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'no_https',
};

function unreachableReason(
  t: Texts,
  { code = '', reason }: UnreachableError,
  { program, isRelayPackage }: FailedCall,
): string {
  return (
    t.maybe(`cli.failure.${reasonKeysByCode[code]}`, {
      code,
      program,
      alone: isRelayPackage ? 'yes' : 'no',
    }) ?? reason
  );
}

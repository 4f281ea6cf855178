import {
  InvalidTokenError,
  PROXY_AUTHENTICATION,
  ProblemError,
  UnexpectedAnswerError,
  UnreachableError,
} from '@svc-simulator/client';
import type { ToldFault } from '@svc-simulator/contract';
import { fileFault } from '@svc-simulator/machine/text-file.ts';
import type { PlainKey, Texts } from '@svc-simulator/texts/texts.ts';
import type { CliContext } from './cli-context.ts';
import { optionOfField, type Takes } from './takes.ts';

/** A request through a proxy failed: because of the proxy, as the message says, or behind it, as the cause says. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  /** The proxy as people are shown it: without credentials, with the variable that names it. */
  readonly proxy: string;

  constructor(proxy: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.proxy = proxy;
  }
}

/** What the process ends with (contract section 8). */
export const exitCodes = { done: 0, refused: 1, usage: 2, unreachable: 3, timeout: 4 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A command cannot go on. The message is a whole text for people: what, why, and what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: ExitCode;

  /** What is wrong where, in a file that the command was given. */
  readonly faults: readonly ToldFault[];
  /** Further lines, less important, and what `--json` has of them. */
  readonly more: Further;

  constructor(
    reason: Exclude<keyof typeof exitCodes, 'done'>,
    message: string,
    {
      faults = [],
      more = nothingMore,
    }: { readonly faults?: readonly ToldFault[]; readonly more?: Further } = {},
  ) {
    super(message);
    this.exitCode = exitCodes[reason];
    this.faults = faults;
    this.more = more;
  }
}

/** A command needs a credential and has none. */
export class MissingCredential extends CommandError {
  /** Asks the simulator whether it is there, which is told first. */
  readonly reach: () => Promise<unknown>;

  constructor(message: string, reach: () => Promise<unknown>) {
    super('usage', message);
    this.reach = reach;
  }
}

/** What is told beside a failure: lines for people, and members of the problem for programs. */
export interface Further {
  readonly notes: readonly string[];
  readonly members: object;
}

const nothingMore: Further = { notes: [], members: {} };

/** For what was typed wrongly. */
export function wrongUsage(message: string, faults: readonly ToldFault[] = []): CommandError {
  return new CommandError('usage', message, { faults });
}

/** For what cannot be done, though it was typed well. */
export function refusal(message: string, more?: Further): CommandError {
  return new CommandError('refused', message, more && { more });
}

/** What becomes of the system's error about a file or a port: `message` tells it in words. @throws CommandError */
export function refusing(
  t: Texts,
  message: (code: string) => string,
  reason: Exclude<keyof typeof exitCodes, 'done'> = 'refused',
) {
  return (error: unknown): never => {
    throw new CommandError(reason, message(fileFault(t, error)));
  };
}

/** A command has failed and told its user so; only the exit code is left to be set. */
export class ToldFailure extends Error {
  override readonly name = 'ToldFailure';
  readonly exitCode: number;

  constructor(exitCode: number) {
    super(`failed with exit code ${exitCode}`);
    this.exitCode = exitCode;
  }
}

/** What the command takes that a problem answers, so that faults name its options beside the API's fields. */
export const refusedTakes = new WeakMap<ProblemError, Takes>();

/** A failure as it is told: a headline, faults with their pointers, and what to do next. */
export interface Failure {
  readonly exitCode: ExitCode;
  readonly headline: string;
  readonly faults: readonly ToldFault[];
  /** What a fault without a pointer is about. */
  readonly whole: string;
  /** Further lines, less important. */
  readonly notes: readonly string[];
  /** What `--json` prints instead: the problem as it came, or one in the same form. */
  readonly problem: object;
}

/** How the program that failed was called. */
type Called = Pick<CliContext, 'program' | 'isAlone' | 'words'>;

/** Puts an error into words; undefined for one that nobody foresaw, which is a defect of ours. */
export function failureOf(t: Texts, error: unknown, called: Called): Failure | undefined {
  if (error instanceof ProblemError) return failureOfProblem(t, error, called);
  if (error instanceof CommandError) {
    return plainFailure(t, error.exitCode, error.message, error);
  }
  if (error instanceof UnreachableError) {
    const { origin } = new URL(error.url);
    const place =
      error.cause instanceof ProxyError
        ? t('machine.through_proxy', { origin, proxy: error.cause.proxy })
        : origin;
    const told = t('cli.failure.cannot_reach_simulator', { place, error: reasonOf(t, error, called) });
    return plainFailure(t, exitCodes.unreachable, told);
  }
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return plainFailure(t, exitCodes.unreachable, t('cli.failure.simulator_not_answer_time'));
  }
  if (error instanceof InvalidTokenError) {
    const { position, codePoint } = error.foreign;
    return plainFailure(t, exitCodes.usage, t('machine.foreign_character', { position, codePoint }));
  }
  if (error instanceof UnexpectedAnswerError) {
    const { origin } = new URL(error.url);
    const told = t('cli.failure.no_simulator_answered_without', { origin, status: error.status });
    return plainFailure(t, exitCodes.unreachable, told);
  }
  return undefined;
}

function plainFailure(
  t: Texts,
  exitCode: ExitCode,
  headline: string,
  { faults, more }: Pick<CommandError, 'faults' | 'more'> = { faults: [], more: nothingMore },
): Failure {
  return {
    exitCode,
    headline,
    faults,
    whole: t('cli.failure.whole_file'),
    notes: more.notes,
    problem: {
      title: t(titles[exitCode] ?? 'cli.failure.refused'),
      detail: headline,
      ...(faults.length > 0 && { errors: faults }),
      ...more.members,
    },
  };
}

const titles: Readonly<Record<number, PlainKey | undefined>> = {
  [exitCodes.usage]: 'cli.failure.wrong_usage',
  [exitCodes.unreachable]: 'cli.failure.title_unreachable',
  [exitCodes.timeout]: 'cli.common.timed_out',
};

function failureOfProblem(t: Texts, error: ProblemError, { program, isAlone, words }: Called): Failure {
  const { status, title, detail, errors, instance, problem, headers } = error;
  const takes = refusedTakes.get(error) ?? {};
  const unauthorised = status === 401 || status === 403;
  const notes: string[] = [];
  const retryAfter = headers.get('retry-after');
  if (retryAfter !== null) notes.push(t('cli.failure.try_again_s', { retryAfter }));
  if (status === 401 && !isAlone) notes.push(...afterUnauthorised(t, program, words));
  const list = status === 404 && words[1] !== 'create' ? lists.get(words[0] ?? '') : undefined;
  if (list !== undefined) notes.push(t('cli.failure.see', { program, list }));
  if (instance !== undefined)
    notes.push(t('cli.failure.request', { instance: instance.replace(/^urn:uuid:/, '') }));
  // With faults, the detail only repeats the first of them.
  const more = detail === undefined || detail === title || errors.length > 0 ? '' : `: ${detail}`;
  return {
    exitCode: unauthorised ? exitCodes.unreachable : exitCodes.refused,
    headline: `${status} ${title}${more}`,
    faults: errors.map(({ pointer, detail }) => {
      const option = optionOfField(takes, pointer);
      return { pointer: option === undefined ? pointer : `${pointer} (${option})`, detail };
    }),
    whole: t('cli.failure.whole_body'),
    notes,
    problem,
  };
}

/** The command that lists what a command wants the id of. */
const lists = new Map([
  ['session', 'session list'],
  ['outcome', 'session list'],
  ['probe', 'session list'],
  ['delivery', 'delivery list'],
  ['resend', 'delivery list'],
]);

/** How to go on after a 401. */
function afterUnauthorised(t: Texts, program: string, [noun, verb]: readonly string[]): readonly string[] {
  if (noun === 'account' && verb === 'login') return [t('cli.failure.who_resets', { program })];
  return [
    t('cli.failure.without_key_console_token', { program }),
    t('cli.failure.another_account_account_login', { program }),
  ];
}

/** Why nothing was reached, by the code of the system or of OpenSSL; the end of a text's name. */
const reasons: Readonly<Record<string, string>> = {
  [PROXY_AUTHENTICATION]: 'proxy_wants_credentials',
  ECONNREFUSED: 'nothing_listens_econnrefused_start',
  ENOTFOUND: 'name_unknown_check_mock',
  EAI_AGAIN: 'name_unknown_check_mock',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_another_name_pass',
  CERT_HAS_EXPIRED: 'certificate_expired_start_again',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_authority_not_known',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate_authority_not_known',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_authority_not_known',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_authority_not_known',
  ERR_SSL_WRONG_VERSION_NUMBER: 'not_speak_https_pass',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'not_speak_https_pass',
};

function reasonOf(t: Texts, { code = '', reason }: UnreachableError, { program, isAlone }: Called): string {
  return t.maybe(`cli.failure.${reasons[code]}`, { code, program, alone: isAlone ? 'yes' : 'no' }) ?? reason;
}

import { setImmediate } from 'node:timers/promises';
import { EXPERIMENT_HEADER, type ReceiverFramework, webhookHeaders } from '@svc-simulator/contract';
import {
  type Clock,
  deliveryDiagnosis,
  isAccepted,
  plainTextOf,
  quoteRefusal,
  refusalTextOf,
  sleep,
} from '@svc-simulator/core';
import type { NameIn } from '@svc-simulator/texts/texts.ts';
import { mistakeOf, type SignatureMistake, searchMistakes } from '@svc-simulator/webhooks/mistake-search.ts';
import { diagnosisCodeOf } from '@svc-simulator/webhooks/mistakes.ts';
import { rareGuesses } from '@svc-simulator/webhooks/rare-guesses.ts';
import {
  differOnlyInDigits,
  type ReceiverLanguage,
  type WrongWebhook,
  wrongWebhooks,
} from '@svc-simulator/webhooks/wrong-webhooks.ts';
import { quotedSignaturesIn } from '../webhooks/quoted-mistake.ts';
import { exceptionMistakeOf } from './exception-mistakes.ts';
import { type DiagnosableAnswer, IRREGULAR_ORDER } from './finding.ts';
import { languageOfFramework } from './fix-lines.ts';
import { type ReturnedMistake, returnedMistakes } from './returned-mistakes.ts';
import {
  isSentSignature,
  parseAge,
  type RefusedWebhook,
  readReturnedValues,
  TOLERANCE_S,
  wrongSignatureIn,
} from './returned-values.ts';
import {
  replaceSessionId,
  type SignBody,
  signaturePatterns,
  signUntil,
  withoutSignature,
  withSignature,
} from './webhook-factory.ts';

const MAX_REQUESTS = 40;
/** Seconds in which a receiver can load its secret after it got the first webhook. */
const LOADING_SECONDS = 2;
/** Smallest number of requests that can prove an experiment: the valid webhook and the experiment, again. */
const PROOF_REQUESTS = 2;
const MIN_REPETITIONS = 6;
/** Number of requests in a run after which `MIN_REPETITIONS` are enough. */
const MIN_PROOF_REQUESTS = 14;
const MAX_DURATION_MS = 10_000;
const REQUEST_TIMEOUT_MS = 3000;

export interface ExperimentAnswer {
  readonly status: number | null;
  readonly error: string | null;
  readonly body: string;
  readonly keepAlive?: string;
  readonly date?: string;
}

interface ExperimentWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ExperimentRequest extends ExperimentWebhook {
  readonly method: 'POST' | 'GET';
  /** Path to send the request to instead of the path in the receiver's URL. */
  readonly path?: string | undefined;
}

export interface ExperimentParts {
  readonly attempt: DiagnosableAnswer;
  readonly sessionId: string;
  readonly rawBody: string;
  readonly url: string;
  readonly secret: string;
  readonly signBody: SignBody;
  readonly mode: 'timestamp' | 'body' | 'sha256';
  readonly otherSecrets: Readonly<Record<string, string>>;
  /** Values of the account, by name, which a program could use as the secret by mistake. */
  readonly accountValues: Readonly<Record<string, string>>;
  readonly zoneMs: number;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Account time, with which webhooks are signed. */
  readonly nowMs: () => number;
  readonly framework?: ReceiverFramework | undefined;
  readonly send: (request: ExperimentRequest) => Promise<ExperimentAnswer>;
  /** Runs long work in turn, so that one account can't delay the others. */
  readonly runInTurn: <T>(work: () => T) => Promise<T>;
}

export type VerdictCode = NameIn<'examination.experiment', 'why'>;

interface MistakeVerdict {
  /** A `VerdictCode`, or the code of a diagnosis or a mistake. */
  readonly code: string;
  readonly certainty: 'proven' | 'likely' | 'unknown';
  /** Mistakes that an accepted experiment proves, or that the values in the response show. */
  readonly mistakes?: readonly ReturnedMistake[];
  /** Status of the response to the valid webhook. */
  readonly refusedStatus?: number | null;
  readonly acceptedStatus?: number | null;
  /** Status of the response to a webhook without a signature, if it helps to find the cause. */
  readonly unsignedStatus?: number | null;
  /** Text of the response, or its beginning. */
  readonly quote?: string;
  /** True if the response contains the signature as the code read it, and it is right. */
  readonly isRead?: boolean;
  /** True if the response contains the age of the webhook, and it is right. */
  readonly isRecent?: boolean;
}

export interface SentExperiment extends Omit<ExperimentAnswer, 'body' | 'keepAlive' | 'date'> {
  readonly experiment: string;
}

/** Facts that a run finds out besides its verdict. */
interface RunFindings {
  /** Minutes since the account's secret was replaced. */
  readonly secretMinutes?: number;
  /** The text of the refusal of the valid webhook, if it says more than the status. */
  statement?: string;
  /** True if the receiver accepts a copy of a webhook that it has just refused. */
  acceptsCopies?: boolean;
  /** True if a path that doesn't exist gets the same response as the webhook's path. */
  isOtherPathSame?: boolean;
  /** True if an unsigned GET of a path that doesn't exist gets the response to the valid webhook. */
  isEverywhere?: boolean;
  /** Names of the values that a response contains. */
  returnedNames?: readonly string[];
  /** True if a response contains the signed text, and it is right. */
  isSignedRight?: boolean;
  /** The webhook after which the receiver stopped responding. */
  lastWebhook?: ExperimentWebhook & Pick<SentExperiment, 'experiment'>;
}

export interface ExperimentVerdict extends MistakeVerdict, Readonly<RunFindings> {
  readonly requests: readonly SentExperiment[];
  /** Language that the headers of the responses name. */
  readonly language?: ReceiverLanguage;
}

/** Thrown to end the run when no requests or time are left, or when the receiver stops responding. */
class RunEndError extends Error {
  override readonly name = 'RunEndError';
  readonly code: VerdictCode;
  readonly certainty: MistakeVerdict['certainty'];

  constructor(code: VerdictCode, certainty: MistakeVerdict['certainty'] = 'unknown') {
    super(code);
    this.code = code;
    this.certainty = certainty;
  }
}

interface ValidExchange extends ExperimentWebhook, Pick<ExperimentAnswer, 'status'> {}

type CreateWebhook = () => ExperimentWebhook | Promise<ExperimentWebhook>;

/** A webhook that gets the same response each time if the receiver's responses depend on the webhook. */
interface RepeatableWebhook extends Pick<ExperimentAnswer, 'status'> {
  readonly name: string;
  readonly create: CreateWebhook;
}

/**
 * Finds out why a receiver refuses a valid webhook: sends webhooks with known mistakes until the receiver
 * accepts one. An acceptance counts only if the receiver then refuses the valid webhook and accepts the same
 * mistake in an irregular order.
 */
export async function findMistake(parts: ExperimentParts): Promise<ExperimentVerdict> {
  const run = new ExperimentRun(parts);
  const verdict = await run.findVerdict().catch((error) => {
    if (error instanceof RunEndError) return { code: error.code, certainty: error.certainty };
    throw error;
  });
  const language = serverLanguageOf(parts.attempt);
  return { ...verdict, requests: run.requests, ...run.findings, ...(language && { language }) };
}

const EMPTY_JSON = '[]';
/** The only re-serialization that changes the body `[]`. */
const DOUBLY_QUOTED = 'JSON.stringify(JSON.stringify())';
/**
 * Phases of a clock second, in milliseconds after its beginning. Webhooks are sent in one of these phases.
 */
const EARLY_MS = 20;
const LATE_MS = 750;
/** A webhook can be sent this long after the beginning of a phase. */
const PHASE_MS = 100;

class ExperimentRun {
  readonly requests: SentExperiment[] = [];
  readonly findings: RunFindings = {};
  /** The status of the first refusal of a valid webhook. */
  #refusedStatus: number | undefined;
  #keepAlive = '';
  readonly #parts: ExperimentParts;
  readonly #endMs: number;

  constructor(parts: ExperimentParts) {
    this.#parts = parts;
    this.#endMs = parts.clock.elapsed() + MAX_DURATION_MS;
  }

  async findVerdict(): Promise<MistakeVerdict> {
    const first = this.#validWebhook();
    const firstAnswer = await this.#send('valid', first);
    if (firstAnswer.status === null) throw new RunEndError('unanswered');
    const isFirstAccepted = isAccepted(firstAnswer.status);
    const wrongSource = this.#validWebhook();
    const answerToWrong = isFirstAccepted
      ? undefined
      : await this.#send('wrong_signature', this.#signWrongly(wrongSource));
    if (answerToWrong && isAccepted(answerToWrong.status))
      return this.#prove({ code: 'inverted' }, firstAnswer, answerToWrong, () => this.#signWrongly());
    // Waits for the beginning of a clock second, when even a receiver with a tolerance of less than 1 s
    // accepts a webhook.
    await this.#waitForPhase(EARLY_MS);
    const repeat = this.#validWebhook();
    const refusal = await this.#send('valid', repeat);
    if (!answerToWrong || isAccepted(refusal.status)) {
      if (isFirstAccepted && isAccepted(refusal.status)) return { code: 'accepted', certainty: 'unknown' };
      const firstExchange = { ...first, status: firstAnswer.status };
      const repeatExchange = { ...repeat, status: refusal.status };
      return isFirstAccepted
        ? this.#compareValid(firstExchange, repeatExchange)
        : this.#compareValid(repeatExchange, firstExchange);
    }
    if (refusal.status === null) throw new RunEndError('unanswered');
    this.findings.statement = quoteRefusal(refusal.body);

    const rightSignature = quotedSignaturesIn(answerToWrong.body).find((signature) =>
      wrongSource.headers[webhookHeaders.signature]?.endsWith(signature),
    );
    const returnedMistake = await this.#findReturnedMistake(repeat, refusal, rightSignature !== undefined);
    const statedMistake =
      returnedMistake ?? findNamedHeader(repeat, refusal) ?? (await this.#tryBothShapes(refusal));
    if (statedMistake) return statedMistake;
    const statedVerdict: MistakeVerdict | undefined = rightSignature
      ? {
          code: 'right_hmac',
          certainty: 'likely',
          quote: textOf(answerToWrong.body.replace(rightSignature, '')),
        }
      : await this.#judgeRefusal(refusal, answerToWrong);
    if (![null, refusal.status].includes(answerToWrong.status))
      return this.#judgeLateRefusal(refusal, answerToWrong);
    if (isRedirect(refusal) && statedVerdict) return statedVerdict;
    const signatureVerdict = await this.#judgeSignatures(refusal);
    if (signatureVerdict) return signatureVerdict;
    const createUnsigned = () => withoutSignature(this.#validWebhook());
    const answerToUnsigned = await this.#send('unsigned', createUnsigned());
    if (isAccepted(answerToUnsigned.status))
      return this.#prove({ code: 'unsigned' }, refusal, answerToUnsigned, createUnsigned);
    if (statedVerdict) return statedVerdict;
    if (await this.#acceptsLater()) return { code: 'late_secret', certainty: 'likely' };
    this.findings.isEverywhere = await this.#isEverywhere(refusal);
    const { status: refusedStatus } = refusal;
    const unsignedStatus = this.#tellingStatus(answerToUnsigned, refusal);
    const hasValues = this.findings.returnedNames?.length;
    const quote = hasValues ? '' : changingResult(refusal.body, answerToWrong.body);
    return { code: 'undetermined', certainty: 'unknown', refusedStatus, unsignedStatus, quote };
  }

  /** Sends an unsigned GET to a path that no program has. A relay can't send a GET. */
  async #isEverywhere({ status, body }: ExperimentAnswer): Promise<boolean> {
    const isUnclear = this.#parts.attempt.via !== 'relay' && (status === 401 || status === 403);
    if (!isUnclear || !this.#hasRequestsLeft(1)) return false;
    const answer = await this.#sendUnsignedGet(OTHER_PATH);
    return answer.status === status && isSameText(answer.body, body);
  }

  #sendUnsignedGet(path?: string): Promise<ExperimentAnswer> {
    const { headers } = withoutSignature(this.#validWebhook());
    return this.#send('get', { headers, body: '' }, { method: 'GET', path });
  }

  /**
   * Finds out why the receiver refuses the valid webhook after its signature check. A wrong signature gets
   * another response.
   */
  async #judgeLateRefusal(
    refusal: ExperimentAnswer,
    answerToWrong: ExperimentAnswer,
  ): Promise<MistakeVerdict> {
    const mistake = await this.#tryMistakes(
      refusal,
      ({ mistakes: [{ code, error }] }) => error === 'clock_differs' || code === 'header_name',
    );
    const code = isRedirect(refusal) ? 'redirected' : 'after_signature';
    const verdict = mistake ?? (await this.#tryOtherEvent(refusal));
    if (verdict) return verdict;
    const acceptsRetries =
      (await this.#acceptsRetry(this.#validWebhook())) && (await this.#acceptsRetry(this.#validWebhook()));
    return acceptsRetries && !(await this.#acceptsRetry(this.#signWrongly()))
      ? { code: 'retry_passes', certainty: 'likely' }
      : this.#prove({ code }, refusal, answerToWrong, () => this.#signWrongly());
  }

  /** Looks for a signature that the receiver accepts. */
  async #judgeSignatures(refusal: ExperimentAnswer): Promise<MistakeVerdict | undefined> {
    // A receiver that loses zeros accepts the signature of the body `[]` only at times.
    const lostZeros = await this.#tryMistakes(refusal, ({ mistakes: [{ code }] }) => code === 'padding');
    if (lostZeros) return lostZeros;
    const changesBody = await this.#changesBody(refusal);
    const mistake = await this.#tryMistakes(refusal, ({ mistakes: [{ code, error, detail }] }) => {
      if (code === 'padding') return false;
      if (changesBody === 'unknown') return true;
      if (changesBody) return error === 'signature_raw_body';
      return detail === DOUBLY_QUOTED || (code !== 'rewritten_json' && detail !== 'Latin-1');
    });
    return mistake ?? (changesBody === true ? { code: 'changed_body', certainty: 'likely' } : undefined);
  }

  async #tryMistakes(
    refusal: ExperimentAnswer,
    isPossible: (wrongWebhook: WrongWebhook) => boolean,
  ): Promise<MistakeVerdict | undefined> {
    const valid = this.#validWebhook();
    for (const [index, wrongWebhook] of (await this.#wrongWebhooks(valid)).entries()) {
      if (!isPossible(wrongWebhook)) continue;
      // Fewer mistakes are likely in a known language, so requests are left for a late webhook and a GET.
      if (!this.#hasRequestsLeft(this.#language() ? 4 : 2)) return undefined;
      const { mistakes, headers } = wrongWebhook;
      const webhook = this.findings.acceptsCopies ? await this.#repeatMistake(index) : { ...valid, headers };
      const answer = await this.#send(nameOf(mistakes), webhook);
      // If the webhook differs only in its signature, a different response means that it passed the check.
      const passedCheck =
        ![null, refusal.status].includes(answer.status) && differOnlyInDigits(headers, valid.headers);
      if (!isAccepted(answer.status) && !passedCheck) {
        await this.#sendValidAfter(answer, refusal);
        continue;
      }
      const narrower = await this.#findNarrower(valid, wrongWebhook);
      const { mistakes: foundMistakes } = narrower === undefined ? wrongWebhook : narrower.webhook;
      const verdict = await this.#prove(
        { code: diagnosisCodeOf(foundMistakes[0]), mistakes: foundMistakes },
        refusal,
        answer,
        () => this.#repeatMistake(index, narrower?.index),
      );
      if (verdict !== inconsistentVerdict || this.findings.acceptsCopies) return verdict;
      await this.#compareRefusedCopies();
      return this.#tryMistakes(refusal, isPossible);
    }
    return undefined;
  }

  /** Finds a more specific mistake that the receiver makes as well. */
  async #findNarrower(valid: ExperimentWebhook, { narrower = [] }: WrongWebhook) {
    for (const [index, webhook] of narrower.entries()) {
      if (!this.#hasRequestsLeft(1 + PROOF_REQUESTS)) return undefined;
      const { status } = await this.#send(nameOf(webhook.mistakes), { ...valid, headers: webhook.headers });
      if (isAccepted(status)) return { index, webhook };
    }
    return undefined;
  }

  /**
   * Signs a new webhook with the mistake at `index`. `wrongWebhooks` always returns the mistakes in the same
   * order.
   */
  async #repeatMistake(index: number, narrowerIndex?: number): Promise<ExperimentWebhook> {
    const valid = this.#validWebhook();
    const wrongWebhook = (await this.#wrongWebhooks(valid))[index];
    const webhook = narrowerIndex === undefined ? wrongWebhook : wrongWebhook?.narrower?.[narrowerIndex];
    return { ...valid, headers: webhook?.headers ?? valid.headers };
  }

  /** Returns the language of the receiver if its responses or the caller name it. */
  #language(): ReceiverLanguage | undefined {
    const { attempt, framework } = this.#parts;
    const { server, 'x-powered-by': platform } = attempt.responseHeaders ?? {};
    const bareLanguage = server || platform ? undefined : bareLanguages[this.#keepAlive];
    return serverLanguageOf(attempt) ?? (framework ? languageOfFramework(framework) : bareLanguage);
  }

  #wrongWebhooks({ headers, body }: ExperimentWebhook): Promise<readonly WrongWebhook[]> {
    const { runInTurn } = this.#parts;
    const language = this.#language();
    return runInTurn(() => wrongWebhooks({ ...this.#parts, headers, body: Buffer.from(body), language }));
  }

  /** Returns the verdict if the receiver repeats its responses; otherwise `inconsistentVerdict`. */
  async #prove(
    { code, mistakes }: Pick<MistakeVerdict, 'code' | 'mistakes'>,
    { status: refusedStatus }: ExperimentAnswer,
    { status: acceptedStatus }: ExperimentAnswer,
    create: CreateWebhook,
  ): Promise<MistakeVerdict> {
    const name = mistakes ? nameOf(mistakes) : code;
    const refusedWebhook = this.#repeatRefusal(refusedStatus);
    const certainty = await this.#confirm({ name, status: acceptedStatus, create }, refusedWebhook);
    if (!certainty) return inconsistentVerdict;
    return { code, ...(mistakes && { mistakes }), certainty, refusedStatus, acceptedStatus };
  }

  #repeatRefusal(status: number | null): RepeatableWebhook {
    return { name: 'valid', status, create: () => this.#validWebhook() };
  }

  /**
   * Repeats an accepted and a refused webhook in an irregular order. Returns undefined if one of them gets
   * another response than before. Needs fewer repetitions after many requests, because a receiver that accepts
   * webhooks in turn or at random accepts one of the first.
   */
  async #confirm(
    acceptedWebhook: RepeatableWebhook,
    refusedWebhook: RepeatableWebhook,
  ): Promise<'proven' | 'likely' | undefined> {
    for (const [count, letter] of [...IRREGULAR_ORDER].entries()) {
      if (count >= MIN_REPETITIONS && this.requests.length >= MIN_PROOF_REQUESTS) return 'proven';
      const isLate = this.#endMs - this.#parts.clock.elapsed() < REQUEST_TIMEOUT_MS;
      if (!this.#hasRequestsLeft(1)) return count >= PROOF_REQUESTS ? 'proven' : 'likely';
      if (isLate && count >= PROOF_REQUESTS) return 'likely';
      const { name, status, create } = letter === 'a' ? acceptedWebhook : refusedWebhook;
      if ((await this.#send(name, await create())).status !== status) return undefined;
    }
    return 'proven';
  }

  /**
   * Returns true if the receiver parses and serializes the body again before it checks the signature. Only
   * then does it accept the signature of the body `[]`, which stays the same. Returns `unknown` if `[]` gets
   * no response, or if its wrong signature isn't refused like the valid webhook.
   */
  async #changesBody(refusal: ExperimentAnswer): Promise<boolean | 'unknown'> {
    const create = () => this.#validWebhook(EMPTY_JSON);
    const emptyWebhook = create();
    const answer = await this.#send('empty_body', emptyWebhook);
    if (answer.status === refusal.status) return false;
    if (answer.status === null) return 'unknown';
    const answerToWrong = await this.#send('empty_body_wrong_signature', this.#signWrongly(emptyWebhook));
    if (answerToWrong.status !== refusal.status) {
      await this.#sendValidAfter(answerToWrong, refusal);
      return 'unknown';
    }
    const acceptedWebhook = { name: 'empty_body', status: answer.status, create };
    if (await this.#confirm(acceptedWebhook, this.#repeatRefusal(refusal.status))) return true;
    throw new RunEndError('sometimes');
  }

  /**
   * Finds out why the receiver accepts a valid webhook and refuses another. If it accepts them only early in a
   * clock second, its tolerance is less than 1 s, because timestamps are whole seconds. If each of their copies
   * gets its response again, it accepts only some signatures.
   */
  async #compareValid(
    acceptedWebhook: ValidExchange,
    refusedWebhook: ValidExchange,
  ): Promise<MistakeVerdict> {
    const confirm = (createAccepted: CreateWebhook, createRefused: CreateWebhook) =>
      this.#confirm(
        { name: 'valid', status: acceptedWebhook.status, create: createAccepted },
        { name: 'valid', status: refusedWebhook.status, create: createRefused },
      );
    const createAt = (phaseMs: number) => async () => {
      await this.#waitForPhase(phaseMs);
      return this.#validWebhook();
    };
    if (await confirm(createAt(EARLY_MS), createAt(LATE_MS))) {
      const mistake = mistakeOf('tolerance');
      return { code: diagnosisCodeOf(mistake), certainty: 'proven', mistakes: [mistake] };
    }
    const copy = (exchange: ValidExchange) => () => ({
      ...exchange,
      headers: { ...exchange.headers, [webhookHeaders.idempotencyKey]: this.#parts.newId() },
    });
    return (await confirm(copy(acceptedWebhook), copy(refusedWebhook)))
      ? { code: 'some_signatures', certainty: 'likely' }
      : inconsistentVerdict;
  }

  /**
   * Finds out whether the receiver stores `idempotency-key` before it checks the signature: then it accepts a
   * copy of a webhook that it refused, as a duplicate, even if its signature is wrong.
   * @throws RunEndError if it accepts webhooks without a pattern, or the retries of valid webhooks
   */
  async #compareRefusedCopies(): Promise<void> {
    const webhooks = [this.#validWebhook(), this.#validWebhook()] as const;
    const isAcceptedEach: boolean[] = [];
    for (const index of [0, 1, 1, 0] as const)
      isAcceptedEach.push(isAccepted((await this.#send('copy', webhooks[index])).status));
    if (isAcceptedEach.join() !== 'false,false,true,true') throw new RunEndError('sometimes');
    if (!(await this.#acceptsRetry(this.#signWrongly()))) throw new RunEndError('retry_passes', 'likely');
    this.findings.acceptsCopies = true;
  }

  /** Returns true if the receiver refuses a webhook and then accepts a copy of it. */
  async #acceptsRetry(webhook: ExperimentWebhook): Promise<boolean> {
    if (!this.#hasRequestsLeft(2) || isAccepted((await this.#send('copy', webhook)).status)) return false;
    return isAccepted((await this.#send('copy', webhook)).status);
  }

  /** Returns true if the receiver accepts a valid webhook some time after the first one. */
  async #acceptsLater(): Promise<boolean> {
    if (!this.#hasRequestsLeft(1)) return false;
    for (let seconds = 0; seconds < LOADING_SECONDS; seconds++) {
      await this.#waitForPhase(LATE_MS);
      await this.#waitForPhase(EARLY_MS);
    }
    return isAccepted((await this.#sendValid()).status);
  }

  async #waitForPhase(phaseMs: number): Promise<void> {
    const { clock } = this.#parts;
    const sinceMs = ((clock.now() % 1000) - phaseMs + 1000) % 1000;
    if (sinceMs < PHASE_MS) return;
    await sleep(clock, 1000 - sinceMs);
  }

  /** Finds the mistakes that the values in a response show. */
  async #findReturnedMistake(
    webhook: ExperimentWebhook,
    { body: response, status: refusedStatus, date = '' }: ExperimentAnswer,
    isHmacRight: boolean,
  ): Promise<MistakeVerdict | undefined> {
    const refusedWebhook = { ...this.#refusedWebhook(webhook), clockMs: Date.parse(date) };
    const values = readReturnedValues(response, refusedWebhook, isHmacRight);
    this.findings.returnedNames = Object.keys(values);
    const mistakes = await this.#parts.runInTurn(() => returnedMistakes(values, refusedWebhook));
    if (mistakes.length > 0) return likelyVerdict(mistakes, refusedStatus);
    const exceptionMistake = exceptionMistakeOf(response, refusedWebhook.input.timestamp);
    if (exceptionMistake) return likelyVerdict([exceptionMistake], refusedStatus);
    const { received, signed, computed, age = '' } = values;
    if (signed !== undefined && computed === undefined) this.findings.isSignedRight = true;
    const isRead = isSentSignature(received, refusedWebhook);
    const isRecent = Math.abs(parseAge(age) ?? Number.NaN) <= TOLERANCE_S;
    if (isHmacRight || isRead) {
      const isProven = isSentSignature(computed, refusedWebhook) && (isRead || isRecent);
      return isProven
        ? { code: 'comparison', certainty: 'likely', refusedStatus, isRead, isRecent }
        : undefined;
    }
    const signature = wrongSignatureIn(computed ?? '', values, refusedWebhook);
    if (signature === undefined) return undefined;
    const signatureMistakes = await this.#searchMistakes(signature, refusedWebhook);
    if (signatureMistakes) return likelyVerdict(signatureMistakes, refusedStatus);
    return (await this.#computesOtherSignature(signature, refusedWebhook))
      ? { code: 'changing_signature', certainty: 'likely' }
      : undefined;
  }

  #refusedWebhook({ headers, body }: ExperimentWebhook): RefusedWebhook {
    const { secret, mode, url, otherSecrets, accountValues, nowMs } = this.#parts;
    const { [webhookHeaders.signature]: signature = '', [webhookHeaders.timestamp]: timestamp = '' } =
      headers;
    const idempotencyKey = headers[webhookHeaders.idempotencyKey];
    const input = { secret, timestamp, body: Buffer.from(body), mode, idempotencyKey, url };
    const secrets = { ...otherSecrets, ...accountValues };
    return { headers, body, signature, input, otherSecrets: secrets, nowMs: nowMs() };
  }

  async #searchMistakes(
    signature: string,
    { input, otherSecrets }: RefusedWebhook,
  ): Promise<readonly SignatureMistake[] | undefined> {
    const steps = searchMistakes(signature, input, otherSecrets, rareGuesses);
    for (;;) {
      const { value: mistakes, done } = await this.#parts.runInTurn(() => steps.next());
      if (mistakes || done) return mistakes;
      await setImmediate();
    }
  }

  /**
   * Sends the same webhook in another second. A receiver that then computes another signature signs its own
   * clock, a random value or earlier webhooks.
   */
  async #computesOtherSignature(signature: string, refusedWebhook: RefusedWebhook): Promise<boolean> {
    await this.#waitForPhase(LATE_MS);
    await this.#waitForPhase(EARLY_MS);
    const { body } = await this.#send('valid', refusedWebhook);
    const laterSignature = readReturnedValues(body, refusedWebhook).computed;
    return laterSignature !== undefined && laterSignature !== signature;
  }

  /**
   * Returns a verdict if the text of the refusal shows its cause. An access rule in front of the receiver
   * counts as the cause only if it also refuses an unsigned GET.
   */
  async #judgeRefusal(
    { status, body }: ExperimentAnswer,
    answerToWrong: ExperimentAnswer,
  ): Promise<MistakeVerdict | undefined> {
    const { attempt, mode: variant } = this.#parts;
    // Ignores the headers, because a gateway adds its name even to responses of the program behind it.
    const { responseHeaders: _, ...attemptWithoutHeaders } = attempt;
    const refusedAttempt = { ...attemptWithoutHeaders, status, responseBody: body };
    const [diagnosis] = deliveryDiagnosis({ attempts: [refusedAttempt], probe: null, variant });
    if (diagnosis?.code === 'other_signature') return { code: 'other_signature', certainty: 'unknown' };
    const scheme = attempt.responseHeaders?.['www-authenticate'];
    const isVagueShape = diagnosis?.code === 'body_shape' && !fieldWords.test(body);
    const isPage = isVagueShape && /<html/i.test(body);
    const code = scheme !== undefined || isPage ? 'access_rule' : diagnosis?.code;
    if (!code || (isVagueShape && !isPage) || vagueCodes.includes(code)) return undefined;
    if (code === 'wrong_path') {
      const otherAnswer = await this.#send('other_path', this.#validWebhook(), { path: OTHER_PATH });
      const { pathname } = new URL(this.#parts.url);
      const texts = [otherAnswer, { status, body }].map((each) =>
        `${each.status} ${textOf(each.body)}`.replaceAll(OTHER_PATH, pathname).replace(/\d+/g, '0'),
      );
      this.findings.isOtherPathSame = texts[0] === texts[1];
      return this.findings.isOtherPathSame ? { code, certainty: 'likely' } : undefined;
    }
    // A text that a wrong signature gets as well doesn't show that the time is the cause.
    if (code === 'clock_differs' && isSameText(body, answerToWrong.body)) return undefined;
    if (code === 'header_required') {
      const answerToUnsigned = await this.#send('unsigned', withoutSignature(this.#validWebhook()));
      if (!isSameText(body, answerToUnsigned.body)) return undefined;
    }
    const { location } = attempt.responseHeaders ?? {};
    if (code === 'redirect' && location) return { code, certainty: 'likely', quote: `Location: ${location}` };
    if (code !== 'access_rule') return { code, certainty: 'likely', quote: quoteRefusal(body) };
    const quote = scheme === undefined ? textOf(body) : `WWW-Authenticate: ${scheme}`;
    // A page that says only `403 Forbidden` can come from the receiver's own program, so it proves no access
    // rule.
    if (attempt.via === 'relay' || /^(403|forbidden|\W)*$/i.test(quote)) return undefined;
    // A program can refuse a GET with 400 itself, but not on a path that it doesn't have.
    const getAnswer = await this.#sendUnsignedGet(isPage ? OTHER_PATH : undefined);
    if (getAnswer.status !== status) return undefined;
    return { code: 'access_rule', certainty: 'likely', refusedStatus: status, quote };
  }

  /**
   * Returns null if the response to a webhook without a signature says nothing. A bare 401 to both webhooks is
   * usual, and a page with other texts can differ for each request.
   */
  #tellingStatus(unsigned: ExperimentAnswer, { status, body }: ExperimentAnswer): number | null {
    if (unsigned.status !== status) return unsigned.status;
    const isBare = status === 401 && body === '';
    return isBare || textOf(unsigned.body) !== textOf(body) ? null : status;
  }

  /** Returns a verdict if the receiver accepts the same body with the name of another event. */
  async #tryOtherEvent(refusal: ExperimentAnswer): Promise<MistakeVerdict | undefined> {
    const { event } = JSON.parse(this.#parts.rawBody);
    const other = event === 'payment_session.paid' ? 'payment_session.created' : 'payment_session.paid';
    const create = () => this.#validWebhook(this.#validWebhook().body.replaceAll(`"${event}"`, `"${other}"`));
    const answer = await this.#send('other_event', create());
    return isAccepted(answer.status)
      ? this.#prove({ code: 'event_refused' }, refusal, answer, create)
      : undefined;
  }

  /** Returns a verdict if the receiver accepts the same fields at the root of the body and under `data`. */
  async #tryBothShapes(refusal: ExperimentAnswer): Promise<MistakeVerdict | undefined> {
    const { data: givenData, session_payment: givenPayment } = JSON.parse(this.#parts.rawBody);
    const hasBoth = givenData !== undefined && givenPayment !== undefined;
    if (hasBoth || (refusal.status !== 400 && refusal.status !== 422)) return undefined;
    const create = () => {
      const { event, data, ...fields } = JSON.parse(this.#validWebhook().body);
      return this.#validWebhook(JSON.stringify({ event, ...data, ...fields, data: { ...fields, ...data } }));
    };
    const answer = await this.#send('body_shape', create());
    return isAccepted(answer.status)
      ? this.#prove({ code: 'body_shape' }, refusal, answer, create)
      : undefined;
  }

  /** Returns a valid webhook whose signature has zeros, which some receivers lose. */
  #validWebhook(body?: string): ExperimentWebhook {
    const { signBody, sessionId, rawBody, newId } = this.#parts;
    const sign = () => signBody(body ?? replaceSessionId({ sessionId, rawBody, headers: {} }, newId()));
    const webhook = body === undefined ? signUntil(signaturePatterns.firstZero, sign) : sign();
    return { headers: webhook.headers, body: webhook.body.toString() };
  }

  /**
   * Replaces all digits of the signature by `f`. A receiver that compares with < instead of === accepts it.
   */
  #signWrongly(webhook = this.#validWebhook()): ExperimentWebhook {
    const { [webhookHeaders.signature]: signature = '' } = webhook.headers;
    return withSignature(webhook, signature.replace(/[0-9a-f](?=[0-9a-f]*$)/g, 'f'));
  }

  #sendValid(): Promise<ExperimentAnswer> {
    return this.#send('valid', this.#validWebhook());
  }

  /**
   * Sends the valid webhook if two experiments in a row get another refusal than the valid webhook: a
   * firewall may have begun to block.
   */
  async #sendValidAfter({ status }: ExperimentAnswer, refusal: ExperimentAnswer): Promise<void> {
    const isOther = status !== null && !isAccepted(status) && status !== refusal.status;
    const isRepeated = this.requests.at(-2)?.status === status;
    if (isOther && isRepeated && this.#hasRequestsLeft(1)) await this.#sendValid();
  }

  /** @throws RunEndError if valid webhooks get another refusal than before */
  async #endIfBlocked(status: number): Promise<void> {
    this.#refusedStatus ??= status;
    if (status === this.#refusedStatus) return;
    const isRepeated = this.requests.at(-2)?.status === status;
    if (!isRepeated) await this.#sendValid();
    throw new RunEndError(isRepeated ? 'blocked' : 'sometimes');
  }

  #hasRequestsLeft(count: number): boolean {
    return this.requests.length + count <= MAX_REQUESTS;
  }

  /**
   * @throws RunEndError if no request or time is left, or if the receiver doesn't respond or limits requests
   */
  async #send(
    experiment: string,
    { headers, body }: ExperimentWebhook,
    { method = 'POST', path }: Partial<Pick<ExperimentRequest, 'method' | 'path'>> = {},
  ): Promise<ExperimentAnswer> {
    const { clock, send } = this.#parts;
    const timeoutMs = Math.min(this.#endMs - clock.elapsed(), REQUEST_TIMEOUT_MS);
    if (!this.#hasRequestsLeft(1) || timeoutMs <= 0) throw new RunEndError('stopped');
    // The header names only the experiment, because details can contain characters that headers can't have.
    const markedHeaders = { ...headers, [EXPERIMENT_HEADER]: experiment.replace(/ .*/s, '') };
    const answer = await new Promise<ExperimentAnswer>((resolve, reject) => {
      const cancel = clock.after(timeoutMs, () => resolve({ status: null, error: 'timeout', body: '' }));
      send({ method, headers: markedHeaders, body, path }).then(resolve, reject).finally(cancel);
    });
    const { status, error, keepAlive = '' } = answer;
    this.#keepAlive ||= keepAlive;
    if (status !== null) delete this.findings.lastWebhook;
    else if (error !== 'timeout') this.findings.lastWebhook ??= { experiment, headers, body };
    this.requests.push({ experiment, status, error });
    // A receiver can close the connection because it can't read this webhook. A second failure in a row ends
    // the run.
    const isTolerated = error !== 'timeout' && this.requests.at(-2)?.status !== null;
    if (status === null && !isTolerated)
      throw new RunEndError(clock.elapsed() < this.#endMs ? 'unanswered' : 'stopped');
    if (status === 429 || status === 503) throw new RunEndError('limited');
    if (experiment === 'valid' && status !== null && !isAccepted(status)) await this.#endIfBlocked(status);
    return answer;
  }
}

/** Returns the verdict on mistakes that a response shows; undefined if there are none. */
function likelyVerdict(
  mistakes: readonly ReturnedMistake[],
  refusedStatus: number | null,
): MistakeVerdict | undefined {
  const [first] = mistakes;
  return first && { code: diagnosisCodeOf(first), certainty: 'likely', mistakes, refusedStatus };
}

const inconsistentVerdict: MistakeVerdict = { code: 'sometimes', certainty: 'unknown' };

const MAX_SEARCHED_LENGTH = 2000;
const MAX_TEXT_LENGTH = 120;

/** Names of servers that run programs in one language. */
const serverLanguages: readonly (readonly [words: RegExp, language: ReceiverLanguage])[] = [
  [/python|gunicorn|uvicorn|werkzeug/i, 'python'],
  [/ruby|puma|passenger|webrick/i, 'ruby'],
  [/jetty|tomcat|undertow/i, 'java'],
  [/kestrel|microsoft|asp\.net/i, 'csharp'],
  [/express|next\.js/i, 'javascript'],
  [/php/i, 'php'],
];

function serverLanguageOf({ responseHeaders }: DiagnosableAnswer): ReceiverLanguage | undefined {
  const { server, 'x-powered-by': platform } = responseHeaders ?? {};
  return serverLanguages.find(([words]) => words.test(`${server} ${platform}`))?.[1];
}

/** Values of `keep-alive` in the responses of Node and Tomcat, which don't name the server. */
const bareLanguages: Readonly<Record<string, ReceiverLanguage>> = {
  'timeout=5': 'javascript',
  'timeout=60': 'java',
};

/** A path that no receiver has. */
const OTHER_PATH = '/svc-simulator-other-path';
/** Words of a refusal that says which field of the body is wrong. */
const fieldWords =
  /"body"|session_payment|payment_details|receiver_credits|required|missing|must (be|have)|property|schema/i;
/** Words of a refusal that says which header is wrong. */
const headerWords = /header\W{1,5}(\w+[-_][\w-]+)|(\w+[-_][\w-]+)\W{1,2}header/gi;

/** Returns a verdict if the response names a header of a signature or a time that wasn't sent. */
function findNamedHeader(
  { headers }: ExperimentWebhook,
  { body, status: refusedStatus }: ExperimentAnswer,
): MistakeVerdict | undefined {
  const names = [...body.slice(0, MAX_SEARCHED_LENGTH).matchAll(headerWords)].map(([, a, b]) => a ?? b ?? '');
  const name = names.find((each) => /sign|time|hmac/i.test(each) && !(each.toLowerCase() in headers));
  return name === undefined ? undefined : likelyVerdict([mistakeOf('header_name', name)], refusedStatus);
}

const MIN_RESULT_LENGTH = 8;
const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Returns a response that is one word and differs for another webhook: probably what the code computed. */
function changingResult(...bodies: readonly [string, string]): string {
  const [result, otherResult] = bodies.map((body) => body.trim());
  const isResult = (text = '') =>
    text.length >= MIN_RESULT_LENGTH && /^\S{1,2000}$/.test(text) && !uuidPattern.test(text);
  return result !== otherResult && isResult(result) && isResult(otherResult) ? (result ?? '') : '';
}

const vagueCodes: readonly string[] = ['refused_signature', 'forbidden', 'receiver_error'];

/** Compares what two refusals say, without numbers such as an age. */
function isSameText(...bodies: readonly [string, string]): boolean {
  const [text, otherText] = bodies.map((body) => refusalTextOf(body).replace(/[\d.]+/g, '0'));
  return text === otherText;
}

function isRedirect({ status }: Pick<ExperimentAnswer, 'status'>): boolean {
  return status !== null && status >= 300 && status <= 399;
}

function textOf(body: string): string {
  return plainTextOf(body).slice(0, MAX_TEXT_LENGTH);
}

function nameOf(mistakes: readonly SignatureMistake[]): string {
  return mistakes.map(({ code, detail }) => (detail === undefined ? code : `${code} ${detail}`)).join(', ');
}

import type { IncomingMessage } from 'node:http';
import type { Refusal } from '@svc-simulator/contract';
import type { Clock } from '@svc-simulator/core';
import { type Log, logNotice } from '@svc-simulator/machine/log.ts';
import { type Store, StoreUnavailableError } from '@svc-simulator/store/store.ts';
import { message } from '@svc-simulator/texts/message.ts';
import type { StartReason } from '@svc-simulator/texts/translated-error.ts';
import { formatRefusal, loadProblemTexts } from '../format-refusal.ts';
import type { Admission } from '../http/limits/admission.ts';
import { forgetFailedLogins, noteFailedLogins } from './failed-login-notes.ts';

/** Minimum time between two log lines about one account. */
const PAUSE_MS = 1000;
/** Maximum number of names with a log line of their own at the same time; all others share a line. */
const MAX_NAMED_PAUSES = 100;
const OTHER_NAMES = 'others';
/** Logged instead of a name without an account, which may be a password typed into the wrong field. */
const UNKNOWN_NAME = 'unknown';

interface FailedLoginParts {
  readonly clock: Pick<Clock, 'after' | 'now'>;
  readonly log: Log;
  readonly store: Pick<Store, 'get' | 'transact'>;
}

interface FailedLogin {
  readonly refusal: Refusal;
  readonly client: string;
}

interface Pause {
  count: number;
  /** Failures that the class board doesn't show yet. A successful login sets the number to 0. */
  unnotedCount: number;
  last: FailedLogin;
}

/**
 * Logs failed logins for the operator: the first one immediately, and those of the following second as one
 * line with their count.
 */
export class FailedLogins {
  readonly #runtime: FailedLoginParts;
  readonly #admission: Pick<Admission, 'clientOf'>;
  readonly #notice: StartReason;
  /** Names that were logged less than a second ago. */
  readonly #pauses = new Map<string, Pause>();
  /** The latest change of each name's count on the class board. The next change waits for it. */
  readonly #changes = new Map<string, Promise<void>>();

  constructor(
    runtime: FailedLoginParts,
    admission: Pick<Admission, 'clientOf'>,
    notice: StartReason = message('start.login_failed'),
  ) {
    this.#runtime = runtime;
    this.#admission = admission;
    this.#notice = notice;
  }

  async report(name: string, incoming: IncomingMessage, refusal: Refusal): Promise<void> {
    const last = { refusal, client: this.#admission.clientOf(incoming) };
    const knownName = await this.#knownNameOf(name.toLowerCase());
    const isNamed = this.#pauses.has(knownName) || this.#pauses.size < MAX_NAMED_PAUSES;
    const loggedName = isNamed ? knownName : OTHER_NAMES;
    const pause = this.#pauses.get(loggedName);
    const unnotedCount = countsOnBoard(loggedName, refusal) ? 1 : 0;
    if (pause) {
      pause.count++;
      pause.unnotedCount += unnotedCount;
      pause.last = last;
      return;
    }
    this.#beginPause(loggedName, last);
    await this.#logFailures(loggedName, { count: 1, unnotedCount, last });
  }

  /** Clears the count of failures on the class board. */
  noteSuccess(name: string): void {
    const lowerName = name.toLowerCase();
    const pause = this.#pauses.get(lowerName);
    if (pause) pause.unnotedCount = 0;
    this.#changeNote(lowerName, () => forgetFailedLogins(this.#runtime.store, lowerName));
  }

  async #knownNameOf(name: string): Promise<string> {
    try {
      return (await this.#runtime.store.get('name', name)) ? name : UNKNOWN_NAME;
    } catch {
      return UNKNOWN_NAME;
    }
  }

  #beginPause(loggedName: string, last: FailedLogin): void {
    const pause = { count: 0, unnotedCount: 0, last };
    this.#pauses.set(loggedName, pause);
    this.#runtime.clock.after(PAUSE_MS, () => {
      this.#pauses.delete(loggedName);
      if (pause.count === 0) return;
      void this.#logFailures(loggedName, pause);
      this.#beginPause(loggedName, pause.last);
    });
  }

  async #logFailures(
    loggedName: string,
    { count, unnotedCount, last: { refusal, client } }: Pause,
  ): Promise<void> {
    const { clock, log, store } = this.#runtime;
    if (unnotedCount > 0)
      this.#changeNote(loggedName, () => noteFailedLogins(store, loggedName, unnotedCount, clock.now()));
    const { detail: reason } = formatRefusal(await loadProblemTexts('en'), refusal);
    const { status } = refusal;
    logNotice(log, 'warn', this.#notice, { account: loggedName, client, status, reason, count });
  }

  #changeNote(name: string, work: () => Promise<void>): void {
    const change = (this.#changes.get(name) ?? Promise.resolve())
      .then(work)
      .catch((error: unknown) => {
        // An unavailable store isn't logged, because the login's response has already reported it.
        if (!(error instanceof StoreUnavailableError))
          this.#runtime.log('warn', 'failed logins are not on the class board', { cause: String(error) });
      })
      .finally(() => {
        if (this.#changes.get(name) === change) this.#changes.delete(name);
      });
    this.#changes.set(name, change);
  }
}

/**
 * Returns true if the class board counts the failure: a wrong password of a known account, or a login that
 * was refused after too many of those.
 */
function countsOnBoard(name: string, { status }: Refusal): boolean {
  return name !== UNKNOWN_NAME && name !== OTHER_NAMES && (status === 401 || status === 429);
}

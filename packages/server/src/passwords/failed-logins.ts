import type { IncomingMessage } from 'node:http';
import type { Refusal } from '@svc-simulator/contract';
import type { Clock } from '@svc-simulator/core';
import { type Log, logNotice } from '@svc-simulator/machine/log.ts';
import type { Store } from '@svc-simulator/store/store.ts';
import { message } from '@svc-simulator/texts/message.ts';
import type { StartReason } from '@svc-simulator/texts/translated-error.ts';
import { formatRefusal, loadProblemTexts } from '../format-refusal.ts';
import { isUnavailable } from '../http/errors.ts';
import type { Admission } from '../http/limits/admission.ts';
import { forgetFailedLogins, noteFailedLogins } from './failed-login-notes.ts';

/** Time between two log lines about one account. */
const PAUSE_MS = 1000;
/** Names with a line of their own in one pause; all others share a line. */
const MOST_NAMES = 100;
const OTHER_NAMES = 'others';
/** Stands for names that no account has: people also type their password where the name belongs. */
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
  /** Failures since the latest success, which the class board doesn't show yet. */
  unnoted: number;
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
  /** The latest change of each name's note that is under way. */
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
    const isNamed = this.#pauses.has(knownName) || this.#pauses.size < MOST_NAMES;
    const account = isNamed ? knownName : OTHER_NAMES;
    const pause = this.#pauses.get(account);
    const unnoted = isNoted(account, refusal) ? 1 : 0;
    if (pause) {
      pause.count++;
      pause.unnoted += unnoted;
      pause.last = last;
      return;
    }
    this.#begin(account, last);
    await this.#write(account, { count: 1, unnoted, last });
  }

  /** Ends the count of a name's failures on its class board. */
  noteSuccess(name: string): void {
    const account = name.toLowerCase();
    const pause = this.#pauses.get(account);
    if (pause) pause.unnoted = 0;
    this.#changeNote(account, () => forgetFailedLogins(this.#runtime.store, account));
  }

  async #knownNameOf(name: string): Promise<string> {
    try {
      return (await this.#runtime.store.get('name', name)) ? name : UNKNOWN_NAME;
    } catch {
      return UNKNOWN_NAME;
    }
  }

  #begin(account: string, last: FailedLogin): void {
    const pause = { count: 0, unnoted: 0, last };
    this.#pauses.set(account, pause);
    this.#runtime.clock.after(PAUSE_MS, () => {
      this.#pauses.delete(account);
      if (pause.count === 0) return;
      void this.#write(account, pause);
      this.#begin(account, pause.last);
    });
  }

  async #write(account: string, { count, unnoted, last: { refusal, client } }: Pause): Promise<void> {
    const { clock, store } = this.#runtime;
    if (unnoted > 0) this.#changeNote(account, () => noteFailedLogins(store, account, unnoted, clock.now()));
    const { detail: reason } = formatRefusal(await loadProblemTexts('en'), refusal);
    const { status } = refusal;
    logNotice(this.#runtime.log, 'warn', this.#notice, { account, client, status, reason, count });
  }

  /** Changes the note of a name after its earlier changes. */
  #changeNote(name: string, work: () => Promise<void>): void {
    const change = (this.#changes.get(name) ?? Promise.resolve())
      .then(work)
      .catch((error: unknown) => {
        // The login's own refusal already reported an unavailable store.
        if (!isUnavailable(error))
          this.#runtime.log('warn', 'failed logins are not on the class board', { cause: String(error) });
      })
      .finally(() => {
        if (this.#changes.get(name) === change) this.#changes.delete(name);
      });
    this.#changes.set(name, change);
  }
}

/** Returns true for a wrong password of a known name, and for a login that too many of them hold up. */
function isNoted(account: string, { status }: Refusal): boolean {
  return account !== UNKNOWN_NAME && account !== OTHER_NAMES && (status === 401 || status === 429);
}

import type { IncomingMessage } from 'node:http';
import type { Refusal } from '@svc-simulator/contract';
import type { Clock } from '@svc-simulator/core';
import { type Log, logNotice } from '@svc-simulator/machine/log.ts';
import type { Store } from '@svc-simulator/store/store.ts';
import { message } from '@svc-simulator/texts/message.ts';
import type { Admission } from '../http/limits/admission.ts';
import { problemTexts, toldRefusal } from '../refusal-words.ts';

/** Time between two log lines about one account. */
const PAUSE_MS = 1000;
/** Names with a line of their own in one pause; all others share a line. */
const MOST_NAMES = 100;
const OTHER_NAMES = 'others';
/** Stands for names that no account has: people also type their password where the name belongs. */
const UNKNOWN_NAME = 'unknown';

interface FailedLoginParts {
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Log;
  readonly store: Pick<Store, 'get'>;
}

interface FailedLogin {
  readonly refusal: Refusal;
  readonly client: string;
}

interface Pause {
  count: number;
  last: FailedLogin;
}

/**
 * Logs failed logins for the operator: the first one immediately, and those of the following second as one
 * line with their count.
 */
export class FailedLogins {
  readonly #runtime: FailedLoginParts;
  readonly #admission: Pick<Admission, 'clientOf'>;
  /** Names that were logged less than a second ago. */
  readonly #pauses = new Map<string, Pause>();

  constructor(runtime: FailedLoginParts, admission: Pick<Admission, 'clientOf'>) {
    this.#runtime = runtime;
    this.#admission = admission;
  }

  async report(name: string, incoming: IncomingMessage, refusal: Refusal): Promise<void> {
    const last = { refusal, client: this.#admission.clientOf(incoming) };
    const knownName = await this.#knownNameOf(name.toLowerCase());
    const isNamed = this.#pauses.has(knownName) || this.#pauses.size < MOST_NAMES;
    const account = isNamed ? knownName : OTHER_NAMES;
    const pause = this.#pauses.get(account);
    if (pause) {
      pause.count++;
      pause.last = last;
      return;
    }
    this.#begin(account, last);
    await this.#write(account, { count: 1, last });
  }

  async #knownNameOf(name: string): Promise<string> {
    try {
      return (await this.#runtime.store.get('name', name)) ? name : UNKNOWN_NAME;
    } catch {
      return UNKNOWN_NAME;
    }
  }

  #begin(account: string, last: FailedLogin): void {
    const pause = { count: 0, last };
    this.#pauses.set(account, pause);
    this.#runtime.clock.after(PAUSE_MS, () => {
      this.#pauses.delete(account);
      if (pause.count === 0) return;
      void this.#write(account, pause);
      this.#begin(account, pause.last);
    });
  }

  async #write(account: string, { count, last: { refusal, client } }: Pause): Promise<void> {
    const { detail: reason } = toldRefusal(await problemTexts('en'), refusal);
    const { status } = refusal;
    logNotice(this.#runtime.log, 'warn', message('start.login_failed'), {
      account,
      client,
      status,
      reason,
      count,
    });
  }
}

import type { IncomingMessage } from 'node:http';
import type { Refusal } from '@svc-simulator/contract';
import type { Clock } from '@svc-simulator/core';
import { type Log, logSaid } from '@svc-simulator/machine/log.ts';
import { message } from '@svc-simulator/texts/message.ts';
import type { Admission } from '../http/limits/admission.ts';
import { problemTexts, toldRefusal } from '../refusal-words.ts';

/** Time between two log lines about one account. */
const PAUSE_MS = 1000;
/** Names in one pause that get a line of their own; the others share one line. */
const MOST_NAMES = 100;
const OTHER_NAMES = 'others';
/** Characters of a name, since clients choose it. */
const NAME_LENGTH = 80;

interface Surroundings {
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Log;
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
 * Logs failed logins for the operator: the first one at once, and those of the second after it as one line
 * with their number.
 */
export class FailedLogins {
  readonly #runtime: Surroundings;
  readonly #admission: Pick<Admission, 'clientOf'>;
  /** Accounts that were logged less than a second ago, by name. */
  readonly #pauses = new Map<string, Pause>();

  constructor(runtime: Surroundings, admission: Pick<Admission, 'clientOf'>) {
    this.#runtime = runtime;
    this.#admission = admission;
  }

  note(name: string, incoming: IncomingMessage, refusal: Refusal): void {
    const shortName = name.slice(0, NAME_LENGTH).toLowerCase();
    const isNamed = this.#pauses.has(shortName) || this.#pauses.size < MOST_NAMES;
    const account = isNamed ? shortName : OTHER_NAMES;
    const last = { refusal, client: this.#admission.clientOf(incoming) };
    const pause = this.#pauses.get(account);
    if (pause) {
      pause.count++;
      pause.last = last;
      return;
    }
    void this.#write(account, { count: 1, last });
    this.#begin(account, last);
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
    logSaid(this.#runtime.log, 'warn', message('start.login_failed'), {
      account,
      client,
      status,
      reason,
      count,
    });
  }
}

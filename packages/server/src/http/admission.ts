import type { HttpBindings } from '@hono/node-server';
import type { AttemptRule } from '@svc-simulator/contract';
import type { Context } from 'hono';
import { type Attempt, AttemptLimits } from './attempt-limits.ts';
import type { ClientAddresses } from './client-addresses.ts';
import { OpenStreams } from './open-streams.ts';

/** Event streams of one account at once in hosted mode: a trainer's many tabs fit in. */
const HOSTED_STREAMS = 64;

const free: Attempt = { refusal: undefined, named: () => undefined, ended: () => {} };

/** Who may do how much at once. Everybody everything, unless the simulator is hosted. */
export class Admission {
  readonly streams: OpenStreams;
  readonly #hosted: { readonly attempts: AttemptLimits; readonly clients: ClientAddresses } | null;

  /** `clients` tells clients apart in hosted mode; null: the simulator is local. */
  constructor(clients: ClientAddresses | null) {
    this.streams = new OpenStreams(clients ? HOSTED_STREAMS : undefined);
    this.#hosted = clients && { attempts: new AttemptLimits(), clients };
  }

  /** Begins an attempt to log in or to register. */
  attempt(kind: AttemptRule['kind'], c: Context, now: number): Attempt {
    if (!this.#hosted) return free;
    const { attempts, clients } = this.#hosted;
    return attempts.begin(kind, clients.clientOf((c.env as HttpBindings).incoming), now);
  }

  /** Counts an answer to an account that is a stream, while its connection lasts. */
  holdStream(answer: Response, accountId: string, c: Context): void {
    this.streams.hold(answer, accountId, (c.env as HttpBindings | undefined)?.outgoing);
  }
}

import type { ResultFrame, WebhookFrame } from '@svc-simulator/contract';
import { type Deadline, type DeadlineQueue, type OutboundAnswer, TIMED_OUT } from '@svc-simulator/outbound';

/** No relay connected within the attempt's time (contract section 4). */
export const NO_RELAY = 'no relay connected';
/** The relay disconnected while it had the webhook (contract section 7). */
export const RELAY_LOST = 'relay disconnected';

const emptyBody = Buffer.alloc(0);

/** A relay's result; `localMs` is the duration of the local receiver, if the relay reports it. */
export interface RelayAnswer extends OutboundAnswer {
  readonly localMs?: number;
}

/** An attempt that a relay sends; it ends exactly once. */
export class RelayForward {
  readonly webhook: WebhookFrame;
  /** Removes the ended forward from its relay's lists; null while no relay has it. */
  removeFromRelay: ((forward: RelayForward) => void) | null = null;
  readonly #deadline: Deadline;
  #onEnd: ((answer: RelayAnswer) => void) | null;

  constructor(webhook: WebhookFrame, deadlines: DeadlineQueue, onEnd: (answer: RelayAnswer) => void) {
    this.webhook = webhook;
    this.#onEnd = onEnd;
    this.#deadline = deadlines.start(() => this.fail(this.removeFromRelay ? TIMED_OUT : NO_RELAY));
  }

  get isOpen(): boolean {
    return this.#onEnd !== null;
  }

  /** Identifies the forward on its connection, because an attempt is sent at most once. */
  get key(): string {
    return forwardKey(this.webhook);
  }

  finish({
    status,
    error,
    response_base64,
    response_headers: headers,
    duration_ms: localMs,
  }: ResultFrame): void {
    const body = response_base64 ? Buffer.from(response_base64, 'base64') : emptyBody;
    const timing = localMs === undefined ? {} : { localMs };
    this.#end({ status: status ?? null, error: error ?? null, body, ...(headers && { headers }), ...timing });
  }

  fail(error: string): void {
    this.#end({ status: null, error, body: emptyBody });
  }

  #end(answer: RelayAnswer): void {
    const onEnd = this.#onEnd;
    if (!onEnd) return;
    this.#onEnd = null;
    this.#deadline.end();
    this.removeFromRelay?.(this);
    onEnd(answer);
  }
}

export function forwardKey({ delivery_id, attempt }: { delivery_id: string; attempt: number }): string {
  return `${delivery_id} ${attempt}`;
}

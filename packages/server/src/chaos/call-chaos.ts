import type { ServerResponse } from 'node:http';
import type { ChaosFault, Operation, Refusal } from '@svc-simulator/contract';
import {
  type AccountRecord,
  affectsCalls,
  type CallDraw,
  countInjected,
  drawCall,
  type TraceDraft,
} from '@svc-simulator/core';
import { put, ref } from '@svc-simulator/store/store.ts';
import { message } from '@svc-simulator/texts/message.ts';
import type { Runtime } from '../runtime.ts';

export interface ChaosCall {
  readonly operation: Operation;
  readonly account: AccountRecord;
  readonly path: string;
  readonly requestId: string;
}

/** The fault of a call. If `refusal` is null, the call is executed, and only its response is delayed. */
export interface InjectedFault {
  readonly latencyMs: number;
  readonly refusal: Refusal | null;
}

export class CallChaos {
  readonly #runtime: Pick<Runtime, 'store' | 'clock'>;
  readonly #closing: AbortSignal;

  constructor(runtime: Pick<Runtime, 'store' | 'clock'>, closing: AbortSignal) {
    this.#runtime = runtime;
    this.#closing = closing;
  }

  /**
   * Counts a call and decides on its fault; undefined if the account has no chaos that affects calls.
   * @throws StoreUnavailableError
   */
  async injectFault({ operation, account, path, requestId }: ChaosCall): Promise<InjectedFault | undefined> {
    if (!account.chaos || !affectsCalls(account.chaos)) return undefined;
    const accountRef = ref('account', account.id);
    return this.#runtime.store.transact({ account: account.id, lock: [accountRef] }, (view) => {
      const current = view.get('account', account.id);
      if (!current?.chaos) return { result: undefined };
      const number = current.chaos.calls + 1;
      const draw = drawCall(current.chaos, number);
      const injectedFaults = faultsOfDraw(draw);
      const callData = {
        number,
        operation: operation.id,
        method: operation.method,
        path,
        request_id: requestId,
      };
      const chaos = countInjected(
        { ...current.chaos, calls: number },
        injectedFaults.map(({ fault }) => fault),
      );
      const events = injectedFaults.map(
        ({ fault, data }): TraceDraft => ({
          type: 'chaos.injected',
          at: view.now,
          data: { fault, ...data, ...callData },
        }),
      );
      return {
        result: {
          latencyMs: draw.latencyMs,
          refusal: draw.error && chaosRefusal(draw.error, chaos.seed, number),
        },
        puts: [put('account', account.id, { ...current, chaos })],
        events,
      };
    });
  }

  /** Waits before a response is sent. Ends early if the simulator stops or the client disconnects. */
  delayResponse(latencyMs: number, outgoing: ServerResponse): Promise<void> {
    const { clock } = this.#runtime;
    const closing = this.#closing;
    return new Promise<void>((resolve) => {
      if (closing.aborted || outgoing.destroyed) return resolve();
      const finish = () => {
        cancel();
        closing.removeEventListener('abort', finish);
        outgoing.off('close', finish);
        resolve();
      };
      const cancel = clock.after(latencyMs, finish);
      closing.addEventListener('abort', finish);
      outgoing.once('close', finish);
    });
  }
}

function faultsOfDraw({ latencyMs, error }: CallDraw): { fault: ChaosFault; data: TraceDraft['data'] }[] {
  return [
    ...(latencyMs > 0 ? [{ fault: 'latency' as const, data: { latency_ms: latencyMs } }] : []),
    ...(error ? [{ fault: 'error' as const, data: { status: error } }] : []),
  ];
}

function chaosRefusal(status: 500 | 503, seed: number, number: number): Refusal {
  const headers = { 'x-svc-sim': 'chaos' };
  return {
    status,
    title: status === 500 ? 'problem.title.internal' : 'problem.title.unavailable',
    ...message('problem.chaos', { seed, call: number }),
    headers: status === 503 ? { ...headers, 'retry-after': '1' } : headers,
  };
}

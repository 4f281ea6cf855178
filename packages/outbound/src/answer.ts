import type { ResponseHeaders } from '@svc-simulator/contract';

/** How a request ended: with a status, or without one, with an error. */
export interface Answer {
  /** Null when none came. The status decides, whatever became of the body (contract section 13). */
  readonly status: number | null;
  /** Null when there is a status. Otherwise the cause: `timeout`, `refused address`, `closed` or the system's code. */
  readonly error: string | null;
  /** The beginning of the answer's body, decoded: 4 KiB, unless the client was created with another size. */
  readonly body: Buffer;
  /** Header fields that help to explain a status other than 2xx; absent when the answer had none of them. */
  readonly headers?: ResponseHeaders;
}

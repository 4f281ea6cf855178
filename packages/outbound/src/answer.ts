import type { ResponseHeaders } from '@svc-simulator/contract';

export interface OutboundAnswer {
  /** Null if there was no response. The status decides, even if the body failed (contract section 13). */
  readonly status: number | null;
  /** Null when there is a status. Otherwise the cause: `timeout`, `refused address`, `closed` or the system's code. */
  readonly error: string | null;
  /** Beginning of the decoded response body: 4 KiB by default. */
  readonly body: Buffer;
  /** Header fields that explain a status other than 2xx; absent without any. */
  readonly headers?: ResponseHeaders;
}

import type { ResponseHeaders } from '@svc-simulator/contract';

export interface OutboundAnswer {
  /** Null if there was no response. Set even if the body failed (contract section 13). */
  readonly status: number | null;
  /** Null if there is a status; otherwise `timeout`, `refused address`, `closed` or the system's code. */
  readonly error: string | null;
  /** The first bytes of the decoded response body, 4 KiB by default. */
  readonly body: Buffer;
  /** Header fields that explain a status other than 2xx; absent if there are none. */
  readonly headers?: ResponseHeaders;
  /** The field `keep-alive`, whose value shows which server responds; absent if there is none. */
  readonly keepAlive?: string;
  /** The field `date`, which shows the clock of the receiver or of its proxy. */
  readonly date?: string;
}

import type { AttemptFault, ResponseHeaders } from '@svc-simulator/contract';

export interface AttemptResult {
  /** Which attempt this is the end of, from 1. */
  readonly attempt: number;
  readonly via: AttemptVia;
  /** HTTP status of the answer, or null when there was none. */
  readonly status: number | null;
  /** Why there was no answer: a system's code such as `ECONNREFUSED`, or a sentence; null when there was one. */
  readonly error: string | null;
  /** Of the receiver's answer: as the relay tells it, or else as the simulator measured it. */
  readonly durationMs: number;
  /** What the simulator measured where the relay told it something, its way to the relay and back included. */
  readonly measuredMs?: number;
  /** The beginning of the answer's body, at most 4 KiB. */
  readonly responseBody: string | null;
  /** Of an answer that is not 2xx. */
  readonly responseHeaders?: ResponseHeaders;
  /** What chaos did to it. */
  readonly chaos?: AttemptChaos;
  /** How far its `svc-timestamp` was ahead of the machine's time, in ms, where that is more than a minute either way. */
  readonly timestampOffMs?: number;
  /** The mistake behind another signature that the answer names. */
  readonly mistake?: string;
}

/** How an attempt went on its way; `local` is a relay route that a local simulator delivered from its own machine. */
export type AttemptVia = 'loopback' | 'relay' | 'direct' | 'local';

export interface AttemptChaos {
  /** At least one. */
  readonly faults: readonly AttemptFault[];
  /** Headers that were sent in place of the emission's. */
  readonly headers: Readonly<Record<string, string>>;
}

import { getTrace, type TraceEvent } from '@svc-simulator/contract';
import { followStream, type StreamOptions } from './follow-stream.ts';

export interface FollowOptions extends StreamOptions {
  /** Only events of this type. */
  readonly type?: string | undefined;
  readonly sessionId?: string | undefined;
}

/** Follows an account's live trace (contract section 5), as `followStream` says. */
export function followTrace(options: FollowOptions): AsyncGenerator<TraceEvent> {
  const query = { type: options.type, session_id: options.sessionId };
  return followStream({ operation: getTrace, query }, options);
}

import { membersOf } from '@svc-simulator/contract';
/** What a webhook is about; only looked at, what is sent are the frame's own bytes. */
export interface Subject {
  /** `event` of the body; null when the body is none of the simulator's. */
  readonly event: string | null;
  /** `session_payment` of the body, wherever the account has it. */
  readonly session: Readonly<Record<string, unknown>>;
  readonly sessionId: string | null;
}

export function subjectOf(body: Buffer): Subject {
  try {
    const { event, session_payment, data } = JSON.parse(body.toString());
    const session = membersOf(session_payment ?? data?.session_payment);
    return { event: textOrNull(event), session, sessionId: textOrNull(session.id) };
  } catch {
    return { event: null, session: {}, sessionId: null };
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

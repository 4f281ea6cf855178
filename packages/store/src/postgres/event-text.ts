import type { TraceDraft } from '@svc-simulator/core';

/** A trace event as it is served: the JSON text that every store writes (contract section 5). */
export function eventText(id: number, { type, at, sessionId, data }: TraceDraft): string {
  const session = sessionId === undefined ? '' : `,"session_id":${JSON.stringify(sessionId)}`;
  const when = new Date(at).toISOString();
  return `{"id":${id},"at":"${when}","type":"${type}"${session},"data":${JSON.stringify(data)}}`;
}

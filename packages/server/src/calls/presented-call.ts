import { type CallData, membersOf, pathOf } from '@svc-simulator/contract';
import { isoOf } from '@svc-simulator/core';
import type { Translate } from '../http/phrasebook.ts';
import { adviceOn } from './call-advice.ts';
import type { KeptCall, KeptText } from './call-log.ts';
import { masked } from './masking.ts';

/** A call as it is shown: secrets masked, each fault beside what was sent there, and what to do. */
export function presentedCall(call: KeptCall, translate?: Translate): CallData {
  const request = presentedText(call.request);
  const response = presentedText(call.response);
  const advice = adviceOn(call);
  return {
    id: call.id,
    at: isoOf(call.at),
    method: call.method,
    path: masked(call.target),
    operation: call.operation ?? null,
    status: call.status,
    duration_ms: call.durationMs,
    request_id: call.requestId,
    idempotency_key: call.idempotencyKey ?? null,
    user_agent: call.userAgent ?? null,
    request,
    response,
    faults: call.status < 400 ? [] : faultsOf(request?.text, response?.text),
    what_to_do: (advice && translate?.(advice)) ?? advice ?? null,
  };
}

function presentedText(kept: KeptText | undefined): CallData['request'] {
  if (!kept) return null;
  const { text, characters } = kept;
  return { text: masked(text), characters, cut: text.length < characters };
}

function faultsOf(request = '', response = ''): CallData['faults'] {
  const { errors } = membersOf(parsed(response));
  const sent = parsed(request);
  if (!Array.isArray(errors)) return [];
  return errors.map(membersOf).map(({ pointer, detail }) => ({
    pointer: String(pointer),
    detail: String(detail),
    value: JSON.stringify(valueAt(sent, String(pointer))) ?? null,
  }));
}

function valueAt(root: unknown, pointer: string): unknown {
  return pathOf(pointer).reduce<unknown>((value, step) => {
    if (Array.isArray(value)) return value[Number(step)];
    const members = membersOf(value);
    return Object.hasOwn(members, step) ? members[step] : undefined;
  }, root);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

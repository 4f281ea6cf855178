import { type CallData, type Fault, membersOf, pathOf, type Refusal } from '@svc-simulator/contract';
import { isoOf } from '@svc-simulator/core';
import type { Translate } from '../http/phrasebook.ts';
import { translated } from '../http/problem-language.ts';
import { adviceOn } from './call-advice.ts';
import type { Call } from './call-log.ts';
import { type Hidden, type KeptText, maskedText, shownText } from './masking.ts';

/** A call as it is shown: secrets masked, each fault beside what was sent there, and what to do. */
export function presentedCall(call: Call, translate?: Translate): CallData {
  const { hidden } = call;
  const request = presentedText(call.request, hidden);
  const response = presentedText(call.response, hidden);
  const headerText = (text: string | undefined) => (text === undefined ? null : maskedText(text, hidden));
  const refusal = call.status < 400 ? undefined : refusalIn(response?.text, translate);
  const advice = adviceOn(call).map((sentence) => translate?.(sentence) ?? sentence);
  return {
    id: call.id,
    at: isoOf(call.at),
    method: call.method,
    path: maskedText(call.target, hidden),
    operation: call.operation ?? null,
    status: call.status,
    duration_ms: call.durationMs,
    request_id: call.requestId,
    idempotency_key: headerText(call.idempotencyKey),
    user_agent: headerText(call.userAgent),
    origin: headerText(call.origin),
    request,
    response,
    detail: refusal?.detail ?? null,
    faults: besideWhatWasSent(refusal?.errors, request?.text),
    what_to_do: advice.join(' ') || null,
  };
}

function presentedText(kept: KeptText | undefined, hidden: Hidden | undefined): CallData['request'] {
  if (!kept) return null;
  const { text, characters } = kept;
  const shown = shownText(kept, hidden);
  return { text: shown, characters, cut: text.length < characters || shown.length < Math.min(1, characters) };
}

/** The problem that an answer is. */
function refusalIn(text = '', translate?: Translate): Refusal {
  const { title, detail, errors, status } = membersOf(parsed(text));
  const refusal = {
    status: Number(status),
    title: String(title ?? ''),
    detail: String(detail ?? title ?? text),
    errors: Array.isArray(errors)
      ? errors
          .map(membersOf)
          .map((fault) => ({ pointer: String(fault.pointer), detail: String(fault.detail) }))
      : [],
  };
  return translate ? translated(refusal, translate) : refusal;
}

function besideWhatWasSent(faults: readonly Fault[] = [], request = ''): CallData['faults'] {
  const sent = parsed(request);
  return faults.map(({ pointer, detail }) => ({
    pointer,
    detail,
    value: JSON.stringify(valueAt(sent, pointer)) ?? null,
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

import { type CallData, ignoredFields, membersOf, pathOf, type ToldFault } from '@svc-simulator/contract';
import { isoOf } from '@svc-simulator/core';
import type { KeyOf, Texts } from '@svc-simulator/texts/texts.ts';
import { toldRefusal } from '../http/problem-words.ts';
import type { Call } from './call-log.ts';
import { type Hidden, type KeptText, maskedText, shownText } from './masking.ts';

/** The most ignored fields that are named, and the longest name. */
const IGNORED_TOLD = 5;
const NAME_CHARACTERS = 80;

export function presentedCall(call: Call, t: Texts): CallData {
  const { hidden } = call;
  const request = presentedText(call.request, hidden);
  const response = presentedText(call.response, hidden);
  const headerText = (text: string | undefined) => (text === undefined ? null : maskedText(text, hidden));
  const refusal = call.refusal && toldRefusal(t, call.refusal);
  const sent = parsed(request?.text ?? '');
  const ignored = ignoredFields(call.operation, sent).slice(0, IGNORED_TOLD);
  const advice = adviceOn(call).map((key) => t(key));
  if (ignored.length > 0) {
    const fields = ignored.map((pointer) => pointer.slice(0, NAME_CHARACTERS)).join(', ');
    advice.push(t('advice.ignored', { fields }));
  }
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
    by: call.by ?? 'program',
    request,
    response,
    detail: refusal ? maskedText(refusal.detail, hidden) : null,
    faults: besideWhatWasSent(refusal?.errors, sent, hidden),
    what_to_do: advice.join(' ') || null,
  };
}

function presentedText(kept: KeptText | undefined, hidden: Hidden | undefined): CallData['request'] {
  if (!kept) return null;
  const { text, characters } = kept;
  const shown = shownText(kept, hidden);
  return { text: shown, characters, cut: text.length < characters || shown.length < Math.min(1, characters) };
}

function besideWhatWasSent(
  faults: readonly ToldFault[] = [],
  sent: unknown,
  hidden?: Hidden,
): CallData['faults'] {
  return faults.map(({ pointer, detail }) => ({
    pointer,
    detail: maskedText(detail, hidden),
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

const ofStatus: ReadonlyMap<number, KeyOf<'advice.status'>> = new Map(
  ([400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503] as const).map((status) => [
    status,
    `advice.status.${status}`,
  ]),
);

export function adviceOn({
  status,
  method,
  origin,
  tokenFault,
  refusal,
}: Call): readonly KeyOf<'advice.page' | 'advice.status' | 'advice.token'>[] {
  if (origin !== undefined && method === 'OPTIONS') return ['advice.page.preflight'];
  // The missing record is named in the path, or where a fault points.
  const kind = status === 404 && refusal?.errors ? 400 : status;
  const refused = status === 401 && tokenFault ? (`advice.token.${tokenFault}` as const) : ofStatus.get(kind);
  return [...(refused ? [refused] : []), ...(origin === undefined ? [] : ['advice.page.token' as const])];
}

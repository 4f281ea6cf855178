import {
  type CallData,
  ignoredFields,
  membersOf,
  type ProblemFault,
  splitPointer,
} from '@svc-simulator/contract';
import { isoOf } from '@svc-simulator/core';
import type { KeyOf, Texts } from '@svc-simulator/texts/texts.ts';
import { formatRefusal } from '../format-refusal.ts';
import type { Call } from './call-log.ts';
import { type ChosenSecrets, type LoggedText, maskBody, maskText } from './masking.ts';

/** Maximum number of ignored fields that the advice names, and maximum length of each name. */
const MAX_IGNORED_FIELDS = 5;
const NAME_CHARACTERS = 80;

export function presentCall(call: Call, t: Texts): CallData {
  const { chosenSecrets } = call;
  const request = presentText(call.request, chosenSecrets);
  const response = presentText(call.response, chosenSecrets);
  const maskHeader = (text: string | undefined) =>
    text === undefined ? null : maskText(text, chosenSecrets);
  const refusal = call.refusal && formatRefusal(t, call.refusal);
  const body = tryParse(request?.text ?? '');
  const ignoredPointers = ignoredFields(call.operation, body).slice(0, MAX_IGNORED_FIELDS);
  const advice = adviceOn(call).map((key) => t(key));
  if (ignoredPointers.length > 0) {
    const fields = ignoredPointers.map((pointer) => pointer.slice(0, NAME_CHARACTERS)).join(', ');
    advice.push(t('advice.ignored', { fields }));
  }
  return {
    id: call.id,
    at: isoOf(call.receivedAt),
    method: call.method,
    path: maskText(call.target, chosenSecrets),
    operation: call.operation ?? null,
    status: call.status,
    duration_ms: call.durationMs,
    request_id: call.requestId,
    idempotency_key: maskHeader(call.idempotencyKey),
    user_agent: maskHeader(call.userAgent),
    origin: maskHeader(call.origin),
    by: call.by ?? 'program',
    request,
    response,
    detail: refusal ? maskText(refusal.detail, chosenSecrets) : null,
    faults: presentFaults(refusal?.errors, body, chosenSecrets),
    what_to_do: advice.join(' ') || null,
  };
}

function presentText(
  content: LoggedText | undefined,
  chosenSecrets: ChosenSecrets | undefined,
): CallData['request'] {
  if (!content) return null;
  const { text, characters } = content;
  const masked = maskBody(content, chosenSecrets);
  return {
    text: masked,
    characters,
    cut: text.length < characters || masked.length < Math.min(1, characters),
  };
}

function presentFaults(
  faults: readonly ProblemFault[] = [],
  body: unknown,
  chosenSecrets?: ChosenSecrets,
): CallData['faults'] {
  return faults.map(({ pointer, detail }) => ({
    pointer,
    detail: maskText(detail, chosenSecrets),
    value: JSON.stringify(valueAtPointer(body, pointer)) ?? null,
  }));
}

function valueAtPointer(root: unknown, pointer: string): unknown {
  return splitPointer(pointer).reduce<unknown>((value, step) => {
    if (Array.isArray(value)) return value[Number(step)];
    const members = membersOf(value);
    return Object.hasOwn(members, step) ? members[step] : undefined;
  }, root);
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const adviceByStatus: ReadonlyMap<number, KeyOf<'advice.status'>> = new Map(
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
  // A 404 with faults means that a field of the body names an unknown record, so the advice for 400 fits.
  const adviceStatus = status === 404 && refusal?.errors ? 400 : status;
  const statusAdvice =
    status === 401 && tokenFault ? (`advice.token.${tokenFault}` as const) : adviceByStatus.get(adviceStatus);
  // The problem of an unknown path already names the right path.
  const isPathFault = refusal?.code.startsWith('problem.path.');
  return [
    ...(statusAdvice && !isPathFault ? [statusAdvice] : []),
    ...(origin === undefined ? [] : ['advice.page.token' as const]),
  ];
}

import { labelOf, type Operation, type Refusal, wordOf } from '@svc-simulator/contract';
import type { Execute } from '@svc-simulator/server/execute.ts';
import { loadProblemTexts } from '@svc-simulator/server/format-refusal.ts';
import { createInternalInput, type InternalRequest } from '@svc-simulator/server/input.ts';
import { dataOf } from '@svc-simulator/server/route.ts';
import { type Message, messageText } from '@svc-simulator/texts/message.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { capital } from '../kit/parts.tsx';
import type { OperationRefusal, PageCall } from './page-call.ts';

type Caller = Pick<PageCall, 't' | 'bindings'> & Partial<Pick<PageCall, 'account' | 'token'>>;

export function createPageOperations(
  { account, t, token, bindings: client }: Caller,
  execute: Execute,
): Pick<PageCall, 'perform' | 'respond'> {
  const run = (operation: Operation, request: InternalRequest = {}) => {
    const contentType = operation.rawBody?.mediaType;
    const input = createInternalInput('page', { ...request, lang: t.lang, token, client, contentType });
    return execute(operation, input, account ? { account } : {});
  };
  const perform = async (operation: Operation, request?: InternalRequest) => {
    const outcome = await run(operation, request);
    if (outcome instanceof Response) throw new Error(`${operation.id} returns no data`);
    if (!outcome.ok) return explainRefusal(t, outcome.refusal);
    const { nextCursor = null, total } = outcome.value;
    return { ok: true, data: dataOf(outcome.value), nextCursor, total };
  };
  return {
    perform: perform as PageCall['perform'],
    respond: async (operation, accept, request) => {
      const outcome = await run(operation, { ...request, accept });
      return outcome instanceof Response ? outcome : undefined;
    },
  };
}

/** Explains a refusal with the labels of the pages instead of the API's names. */
export async function explainRefusal(t: Texts, refusal: Refusal): Promise<OperationRefusal> {
  const { status, errors = [] } = refusal;
  const words = await loadProblemTexts(t.lang);
  const explain = (message: Message) =>
    t.maybe(`console.${message.code}`) ?? messageText(words, withLabels(t, message));
  const faults = Object.fromEntries(errors.map((fault) => [fault.pointer, toSentence(explain(fault))]));
  return { ok: false, status, detail: explain(refusal), faults, headers: refusal.headers };
}

function withLabels(t: Texts, { code, params = {} }: Message): Message {
  const labels = Object.entries(params).map(([name, value]) => [name, labelOfParam(t, name, value)]);
  return { code, params: Object.fromEntries(labels) };
}

function labelOfParam(t: Texts, name: string, value: NonNullable<Message['params']>[string]): typeof value {
  if (typeof value === 'object' && 'code' in value) return withLabels(t, value);
  if (typeof value !== 'string') return value;
  if (name === 'place') return labelOf(t, 'simulate', value.slice(value.lastIndexOf('/') + 1));
  if (name === 'name') return labelOf(t, 'access', value).toLowerCase();
  if (name !== 'values') return value;
  const words = value.split(', ').map((word) => wordOf(t, 'method', word));
  return words.join(', ');
}

function toSentence(fault: string): string {
  return `${capital(fault)}${/[.!?…]$/.test(fault) ? '' : '.'}`;
}

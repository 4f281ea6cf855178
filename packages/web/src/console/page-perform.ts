import { labelOf, type Operation, type Refusal, wordOf } from '@svc-simulator/contract';
import type { Execute } from '@svc-simulator/server/execute.ts';
import { type InternalRequest, inputWithin } from '@svc-simulator/server/input.ts';
import { problemTexts } from '@svc-simulator/server/refusal-words.ts';
import { dataOf } from '@svc-simulator/server/route.ts';
import { type Message, worded } from '@svc-simulator/texts/message.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { capital } from '../kit/parts.tsx';
import type { PageCall, Refused } from './page-call.ts';

/** Carries out operations for the reader of a page, and says in words why one is refused. */
export function operationsOf(
  { account, t, token, client }: Pick<PageCall, 'account' | 't' | 'token' | 'client'>,
  execute: Execute,
): Pick<PageCall, 'perform' | 'respond'> {
  const run = (operation: Operation, asked: InternalRequest = {}) => {
    const contentType = operation.rawBody?.mediaType;
    const input = inputWithin('page', { ...asked, lang: t.lang, token, client, contentType });
    return execute(operation, input, { account });
  };
  const perform = async (operation: Operation, asked?: InternalRequest) => {
    const executed = await run(operation, asked);
    if (executed instanceof Response) throw new Error(`${operation.id} answers no data`);
    if (!executed.ok) return explainRefusal(t, executed.refusal);
    const { nextCursor = null, total } = executed.value;
    return { ok: true, data: dataOf(executed.value), nextCursor, total };
  };
  return {
    perform: perform as PageCall['perform'],
    respond: async (operation, accept, asked) => {
      const executed = await run(operation, { ...asked, accept });
      return executed instanceof Response ? executed : undefined;
    },
  };
}

/** Explains a refusal with the labels of the pages instead of the API's names. */
export async function explainRefusal(t: Texts, refusal: Refusal): Promise<Refused> {
  const { status, errors = [] } = refusal;
  const words = await problemTexts(t.lang);
  const said = (why: Message) => t.maybe(`console.${why.code}`) ?? worded(words, labelled(t, why));
  const faults = Object.fromEntries(errors.map((fault) => [fault.pointer, sentence(said(fault))]));
  return { ok: false, status, detail: said(refusal), faults };
}

function labelled(t: Texts, { code, params = {} }: Message): Message {
  const named = Object.entries(params).map(([name, value]) => [name, labelOfParam(t, name, value)]);
  return { code, params: Object.fromEntries(named) };
}

function labelOfParam(t: Texts, name: string, value: NonNullable<Message['params']>[string]): typeof value {
  if (typeof value === 'object' && 'code' in value) return labelled(t, value);
  if (typeof value !== 'string') return value;
  if (name === 'place') return labelOf(t, 'simulate', value.slice(value.lastIndexOf('/') + 1));
  if (name === 'name') return labelOf(t, 'access', value).toLowerCase();
  return name === 'values'
    ? value
        .split(', ')
        .map((one) => wordOf(t, 'method', one))
        .join(', ')
    : value;
}

function sentence(fault: string): string {
  return `${capital(fault)}${/[.!?…]$/.test(fault) ? '' : '.'}`;
}

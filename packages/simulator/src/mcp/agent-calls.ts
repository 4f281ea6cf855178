import { type FollowOptions, followTrace, type LooseRequest, ProblemError } from '@svc-simulator/client';
import {
  getTrace,
  mapValues,
  type Operation,
  type Outcome,
  type ProblemEnvelope,
  refuse,
} from '@svc-simulator/contract';
import { type AccountRecord, accountTime } from '@svc-simulator/core';
import type { Bench } from '@svc-simulator/mcp/tool.ts';
import type { Admission } from '@svc-simulator/server/http/limits/admission.ts';
import type { Throttle } from '@svc-simulator/server/http/limits/throttle.ts';
import { problemTexts, toldRefusal } from '@svc-simulator/server/http/problem-words.ts';
import { throttled } from '@svc-simulator/server/http/refusals.ts';
import { turnsOf } from '@svc-simulator/server/http/steps/limits.ts';
import type { Answer, Performed } from '@svc-simulator/server/performer.ts';
import type { Runtime } from '@svc-simulator/server/runtime.ts';
import type { Language } from '@svc-simulator/texts/texts.ts';

interface Parts {
  readonly runtime: Runtime;
  readonly admission: Admission;
  readonly throttle: Throttle;
  readonly answer: Answer;
}

const EVENT_STREAM = 'text/event-stream';

/** The calls of a bench within the process: of an account, and within the limits that the API has for it. */
export function callsWithin(
  { runtime, admission, throttle, answer }: Parts,
  account: AccountRecord,
  lang: Language,
): Pick<Bench, 'call' | 'follow'> {
  return {
    async call(operation, request = {}) {
      const { data, nextCursor } = await asked(operation, request, 'application/problem+json');
      const whole = data instanceof Response ? await data.json().catch(() => ({})) : data;
      return { data: whole, nextCursor };
    },
    async *follow(from, withinMs) {
      const signal = AbortSignal.timeout(withinMs);
      const streamed: FollowOptions['fetch'] = async (url) => {
        const query = Object.fromEntries(new URL(String(url)).searchParams);
        const { body, headers } = (await asked(getTrace, { query }, EVENT_STREAM)).data as Response;
        return new Response(body?.pipeThrough(new TransformStream(), { signal }) ?? null, { headers });
      };
      const release = admission.streams.take(account.id);
      try {
        yield* followTrace({ baseUrl: runtime.settings.publicUrl, fetch: streamed, ...from, signal });
      } finally {
        release();
      }
    },
  };

  async function asked(operation: Operation, request: LooseRequest, accept: string): Promise<Performed> {
    const { params, query = {}, body = {}, form } = request;
    const turns = accept === EVENT_STREAM ? null : turnsOf(admission, operation);
    const work = () =>
      answer(operation, {
        ...{ account, params, lang, accept, body },
        query: mapValues(query, String),
        bytes: Buffer.from(form ? String(new URLSearchParams(form)) : JSON.stringify(body)),
      });
    const refused = await refusalOf(operation, accept);
    const outcome = refused ?? (await (turns ? turns.inTurn(account.id, work) : work()));
    if (outcome.ok) return outcome.value;
    const { refusal } = outcome;
    const problem = toldRefusal(await problemTexts(lang), refusal) as ProblemEnvelope;
    throw new ProblemError(refusal.status, problem, new Headers(refusal.headers));
  }

  /** What a request of its own would be refused for before its operation. */
  async function refusalOf({ family }: Operation, accept: string): Promise<Outcome<never> | undefined> {
    const refusal = admission.streams.refusalOf(accept, account.id);
    if (refusal) return refuse(refusal);
    if (family !== 'session') return undefined;
    const verdict = await throttle.count(account, accountTime(account.clock, runtime.clock.now()));
    if (verdict?.passed !== false) return undefined;
    return refuse({ ...throttled(account).refusal, headers: verdict.headers });
  }
}

import { problemOf } from '@svc-simulator/client';
import * as api from '@svc-simulator/contract';
import { membersOf } from '@svc-simulator/contract/fields/objects.ts';
import { eventSentence } from '@svc-simulator/core';
import * as z from 'zod';
import { type Arguments, anySession, type Bench, type Tool, ToolError } from './tool.ts';

/** Events of one session that are told. */
const STORY = 200;
const WAIT_S = 20;
const LONGEST_WAIT_S = 25;

/** Creates a session of an amount alone: what else production wants is filled in. */
const createSession: Tool = {
  name: 'create_session',
  example: { amount_reference: 25.5, webhook_url: 'http://localhost:3000/webhooks/payments' },
  actions: { button: api.createButtonSession, request: api.createRequestSession },
  chooser: 'kind',
  takes: api.lazy(() => z.object({ amount_reference: z.number() })),
  without: ['late_notice_message', 'due_date_reached_behavior'],
  fills: {
    currency_reference: () => 'USD',
    identifier: ({ newId }) => `agent-${newId().slice(0, 8)}`,
    identifier_label: () => 'Order',
    description: () => 'Agent',
    title: () => 'Agent',
    success_url: ({ url }) => `${url}/?paid`,
    failure_url: ({ url }) => `${url}/?failed`,
    agreement_id: (bench) => agreementOf(bench),
  },
};

/** The account's newest agreement. */
export async function agreementOf(bench: Bench): Promise<unknown> {
  const { data } = await bench.call(api.listAgreements, { query: { limit: 1 } });
  return membersOf(Array.isArray(data) ? data[0] : undefined).agreement_id;
}

const getSession: Tool = {
  name: 'get_session',
  example: { session_id: anySession },
  reads: true,
  takes: api.lazy(() => z.object({ session_id: z.string() })),
  answers: api.lazy(() => z.object({ session: api.statusData(), story: z.array(z.string()) })),
  run: async (bench, { session_id }) => {
    const session = await statusOf(bench, session_id);
    return { session, story: await storyOf(bench, String(session_id)) };
  },
};

async function statusOf(bench: Bench, session_id: unknown): Promise<object> {
  const { data } = await bench.call(api.getSessionStatus, { params: { session_id: String(session_id) } });
  return membersOf(data);
}

/** What happened to a session, an event a line. */
export async function storyOf(bench: Bench, session_id: string): Promise<readonly string[]> {
  const { data } = await bench.call(api.getTrace, { query: { session_id, limit: STORY } });
  return (data as readonly api.TraceEvent[]).map((event) => lineOf(bench, event));
}

export function lineOf({ t }: Bench, event: api.TraceEvent): string {
  return `${event.at} ${event.type}: ${eventSentence(t, event)}`;
}

/** Pays on the payment page as a person would, or ends the session without one. */
const paySession: Tool = {
  name: 'pay_session',
  example: { session_id: anySession },
  takes: api.lazy(() =>
    z.object({
      session_id: z.string(),
      force: z.enum(api.outcomes).exactOptional(),
      reason: z.enum(api.failureReasons).exactOptional(),
      otp: z.string().exactOptional(),
      method: z.enum(['immediate_debit', 'mobile_payment', 'crypto']).exactOptional(),
    }),
  ),
  answers: api.statusData,
  run: async (bench, args) => {
    const { session_id, force, reason } = args;
    if (force === undefined) return paid(bench, args);
    const body = {
      leg: api.isOneOf(api.legOutcomes[1], force) ? 1 : 2,
      outcome: force,
      ...(reason ? { reason } : {}),
    };
    const { data } = await bench.call(api.forceOutcome, { params: { session_id: String(session_id) }, body });
    return membersOf(data);
  },
};

async function paid(bench: Bench, { session_id, otp = '000000', method = 'immediate_debit' }: Arguments) {
  // The page pays for whoever knows the session; here it has to be one of the account.
  await statusOf(bench, session_id);
  const response = await bench.send(api.submitPayment, {
    params: { id: String(session_id) },
    form: {
      metodo: String(method),
      otp: String(otp),
      tipo: 'V',
      cedula: '12345678',
      telefono: '04141234567',
      banco: '0102',
    },
    headers: { accept: 'application/problem+json' },
  });
  if (response.status !== 303 && response.status !== 200) throw await problemOf(response);
  await response.body?.cancel();
  return statusOf(bench, session_id);
}

const waitForEvent: Tool = {
  name: 'wait_for_event',
  example: { event: 'payment_session.paid', session_id: anySession },
  reads: true,
  takes: api.lazy(() =>
    z.object({
      event: z.string(),
      session_id: z.string().exactOptional(),
      timeout_s: z.int().min(0).max(LONGEST_WAIT_S).exactOptional(),
    }),
  ),
  answers: api.lazy(() =>
    z.object({ found: z.boolean(), event: z.string().nullable(), seen: z.array(z.string()) }),
  ),
  run: async (bench, { event: wanted, session_id, timeout_s = WAIT_S }) => {
    const names: readonly string[] = [...api.traceTypes, ...api.webhookEvents];
    if (!names.includes(String(wanted)))
      throw new ToolError(
        'unknown_value',
        bench.t('mcp.error.unknown_value', {
          name: 'event',
          value: JSON.stringify(wanted),
          values: names.join(', '),
        }),
      );
    // Of a session all that has happened counts; without one, what happens from now on.
    const sessionId = session_id === undefined ? undefined : String(session_id);
    if (sessionId !== undefined) await statusOf(bench, sessionId);
    const after = sessionId === undefined ? await latestId(bench) : 0;
    const seen: string[] = [];
    const withinMs = Math.min(Number(timeout_s), LONGEST_WAIT_S) * 1000;
    for await (const event of bench.follow({ after, ...(sessionId && { sessionId }) }, withinMs)) {
      const line = lineOf(bench, event);
      seen.push(line);
      if (tells(event, wanted)) return { found: true, event: line, seen: seen.slice(-LIMIT) };
    }
    return { found: false, event: null, seen: seen.slice(-LIMIT) };
  },
};

const LIMIT = 20;

/** A webhook has come when it was delivered. */
function tells({ type, data }: api.TraceEvent, wanted: unknown): boolean {
  return type === wanted || (type === 'webhook.delivered' && data.event === wanted);
}

async function latestId(bench: Bench): Promise<number> {
  const { data } = await bench.call(api.getTrace, { query: { order: 'desc', limit: 1 } });
  return Number(membersOf(Array.isArray(data) ? data[0] : undefined).id ?? 0);
}

export const sessionTools: readonly Tool[] = [createSession, getSession, paySession, waitForEvent];

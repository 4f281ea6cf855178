import type { LooseRequest } from '@svc-simulator/client';
import * as api from '@svc-simulator/contract';
import { diagnosisTexts, eventSentence, preventionBy } from '@svc-simulator/core';
import { verifyWebhook, WebhookError, type WebhookHeaders } from '@svc-simulator/webhooks';
import * as z from 'zod';
import { EXAMPLE_ID, type Tool, type ToolArguments, type ToolContext, ToolError } from './tool.ts';

const MAX_STORY_EVENTS = 200;
const DEFAULT_WAIT_S = 20;
const MAX_WAIT_S = 25;
const MAX_SEEN_EVENTS = 20;

const createSessionTool: Tool = {
  name: 'create_session',
  example: { amount_reference: 25.5, webhook_url: 'http://localhost:3000/webhooks/payments' },
  actions: { button: api.createButtonSession, request: api.createRequestSession },
  chooser: 'kind',
  takes: () => z.object({ amount_reference: z.number() }),
  without: ['late_notice_message', 'due_date_reached_behavior'],
  fills: {
    currency_reference: () => 'USD',
    identifier: ({ newId }) => `agent-${newId().slice(0, 8)}`,
    identifier_label: () => 'Order',
    description: () => 'Agent',
    title: () => 'Agent',
    success_url: ({ url }) => `${url}/?paid`,
    failure_url: ({ url }) => `${url}/?failed`,
    agreement_id: (context) => latestAgreementId(context),
  },
};

export async function latestAgreementId(context: ToolContext): Promise<unknown> {
  return (await listItems(context, api.listAgreements, { limit: 1 }))[0]?.agreement_id;
}

export async function callForData({ call }: ToolContext, operation: api.Operation, request?: LooseRequest) {
  return api.membersOf((await call(operation, request)).data);
}

async function listItems(
  context: ToolContext,
  operation: api.Operation,
  query: Readonly<Record<string, string | number>>,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { data } = await context.call(operation, { query });
  return Array.isArray(data) ? data : [];
}

const getSession: Tool = {
  name: 'get_session',
  reads: true,
  takes: () => z.object({ session_id: z.string() }),
  answers: () => z.object({ session: api.statusSchema(), story: z.array(z.string()) }),
  run: async (context, { session_id }) => {
    const session = await callSessionStatus(context, session_id);
    return { session, story: await sessionEventLines(context, String(session_id)) };
  },
};

function callSessionStatus(context: ToolContext, session_id: unknown): Promise<object> {
  return callForData(context, api.getSessionStatus, { params: { session_id: String(session_id) } });
}

export async function sessionEventLines(
  context: ToolContext,
  session_id: string,
  isIncluded: (event: api.TraceEvent) => boolean = () => true,
): Promise<readonly string[]> {
  const events = (await listItems(context, api.getTrace, { session_id, limit: MAX_STORY_EVENTS })) as unknown;
  return (events as readonly api.TraceEvent[])
    .filter(isIncluded)
    .map((event) => eventLineText(context, event));
}

function eventLineText({ t }: ToolContext, event: api.TraceEvent): string {
  return `${event.at} ${event.type}: ${eventSentence(t, event)}`;
}

/** Pays on the payment page as a payer does. With `force`, sets the outcome without the payment page. */
const paySessionTool: Tool = {
  name: 'pay_session',
  takes: () =>
    z.object({
      session_id: z.string(),
      force: z.enum(api.forcedOutcomes).exactOptional(),
      reason: z.enum(api.failureReasons).exactOptional(),
      otp: z.string().exactOptional(),
      method: z.enum(['immediate_debit', 'mobile_payment', 'crypto']).exactOptional(),
    }),
  answers: api.statusSchema,
  run: async (context, args) => {
    const { session_id, force: outcome, reason } = args;
    const params = { session_id: String(session_id) };
    if (outcome === undefined) return payOnPage(context, args);
    const leg = api.legOfOutcome(outcome);
    return callForData(context, api.forceOutcome, { params, body: { leg, outcome, reason } });
  },
};

async function payOnPage(
  context: ToolContext,
  { session_id, otp = '000000', method = 'immediate_debit' }: ToolArguments,
) {
  // The payment page works without a token, so this call checks that the session belongs to the account.
  await callSessionStatus(context, session_id);
  const form = { ...api.examplePayer, metodo: String(method), otp: String(otp) };
  const headers = { accept: 'application/problem+json' };
  await context.call(api.submitPayment, { params: { id: String(session_id) }, form, headers });
  return callSessionStatus(context, session_id);
}

const waitForEvent: Tool = {
  name: 'wait_for_event',
  example: { event: 'payment_session.paid', session_id: EXAMPLE_ID },
  reads: true,
  takes: () =>
    z.object({
      event: z.enum([...api.webhookEvents, ...api.traceTypes]),
      session_id: z.string().exactOptional(),
      timeout_s: z.int().min(0).exactOptional(),
    }),
  answers: () =>
    z.object({
      found: z.boolean(),
      event: z.string().nullable(),
      seen: z.array(z.string()),
      why: z.string().nullable(),
    }),
  run: async (context, { event: wantedEvent, session_id, timeout_s = DEFAULT_WAIT_S }) => {
    // For a session, all its events count. Without a session, only events after the call count.
    const sessionId = session_id === undefined ? undefined : String(session_id);
    if (sessionId !== undefined) await callSessionStatus(context, sessionId);
    const [latest] = sessionId ? [] : await listItems(context, api.getTrace, { order: 'desc', limit: 1 });
    const from = { after: Number(latest?.id ?? 0), ...(sessionId && { sessionId }) };
    const lines: string[] = [];
    const webhook = api.webhookEvents.find((event) => event === wantedEvent);
    const target = webhook ? { type: 'webhook.delivered', webhook } : { type: String(wantedEvent) };
    const withinMs = Math.min(Number(timeout_s), MAX_WAIT_S) * 1000;
    for await (const event of context.follow(from, withinMs)) {
      const line = eventLineText(context, event);
      lines.push(line);
      if (isAwaitedEvent(event, wantedEvent))
        return { found: true, event: line, seen: lines.slice(-MAX_SEEN_EVENTS), why: null };
      const prevention = sessionId && preventionBy(target, event);
      if (prevention) {
        const explanation = context.t('mcp.wait.prevented', { state: '', attempts: 0, ...prevention });
        return { found: false, event: null, seen: lines.slice(-MAX_SEEN_EVENTS), why: explanation };
      }
    }
    return { found: false, event: null, seen: lines.slice(-MAX_SEEN_EVENTS), why: null };
  },
};

/** Returns true if the event is the wanted one. A webhook's event counts once the webhook was delivered. */
function isAwaitedEvent({ type, data }: api.TraceEvent, wantedEvent: unknown): boolean {
  return type === wantedEvent || (type === 'webhook.delivered' && data.event === wantedEvent);
}

export const sessionTools: readonly Tool[] = [createSessionTool, getSession, paySessionTool, waitForEvent];

const nullableText = () => z.string().nullable();

const explainDelivery: Tool = {
  name: 'explain_delivery',
  example: {},
  reads: true,
  takes: () => z.object({ delivery_id: z.string().exactOptional(), session_id: z.string().exactOptional() }),
  answers: () =>
    z.object({
      delivery: api.listDeliveries.data().element,
      reason: nullableText(),
      advice: nullableText(),
      attempts: z.array(z.string()),
    }),
  run: async (context, args) => {
    const delivery = await findDelivery(context, args);
    if (!delivery)
      throw new ToolError(
        'not_found',
        context.t('mcp.error.none', { what: String(args.delivery_id ?? 'delivery') }),
        { tool: 'list', arguments: { what: 'deliveries' } },
      );
    const { delivery_id, session_id, last_attempt } = delivery;
    const diagnosis = last_attempt?.cause ? diagnosisTexts(context.t, last_attempt.cause) : undefined;
    const attempts = await sessionEventLines(
      context,
      session_id,
      ({ data }) => data.delivery_id === delivery_id,
    );
    return { delivery, reason: diagnosis?.reason ?? null, advice: diagnosis?.advice ?? null, attempts };
  },
};

/**
 * Returns the delivery with `delivery_id`. Without an id, returns the latest delivery that failed or is still
 * open, and prefers a delivery whose cause is known.
 */
async function findDelivery(context: ToolContext, { delivery_id, session_id }: ToolArguments) {
  const pages = await Promise.all(
    (await deliveryQueries(context, delivery_id, session_id)).map(
      async (query) =>
        (await listItems(context, api.listDeliveries, {
          by: 'all',
          limit: 20,
          ...query,
        })) as unknown as api.RowOf<typeof api.listDeliveries>[],
    ),
  );
  const all = pages
    .flat()
    .filter((delivery) => delivery_id === undefined || delivery.delivery_id === delivery_id)
    .sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
  const failures = all.filter(({ state }) => state === 'gave_up' || state === 'open');
  return failures.find((failure) => failure.last_attempt?.cause) ?? failures[0] ?? all[0];
}

async function deliveryQueries(context: ToolContext, delivery_id: unknown, session_id: unknown) {
  if (delivery_id !== undefined) return [{ q: String(delivery_id) }];
  if (session_id === undefined) return [{ state: 'gave_up' }, { state: 'open' }, {}];
  const type = 'webhook.emitted';
  const query = { session_id: String(session_id), type, order: 'desc', limit: 20 };
  const emissions = await listItems(context, api.getTrace, query);
  return emissions.map(({ data }) => ({ q: String(api.membersOf(data).delivery_id) }));
}

const checkSignature: Tool = {
  name: 'check_signature',
  example: { headers: { 'svc-signature': 'sha256=…', 'svc-timestamp': '2030-01-01T00:00:00Z' }, body: '{}' },
  reads: true,
  takes: () =>
    z.object({
      headers: z.record(z.string(), z.string()),
      body: z.string(),
      secret: z.string().exactOptional(),
      mode: z.enum(api.webhookSignatures).exactOptional(),
    }),
  answers: () => z.object({ valid: z.boolean() }),
  run: async (context, { headers, body, secret, mode }) => {
    const received = {
      headers: headers as WebhookHeaders,
      body: String(body),
      secret: String(secret ?? (await readWebhookSecret(context))),
      mode: (mode ?? (await callForData(context, api.getSettings)).webhook_signature) as 'timestamp',
      language: context.t.lang,
      now: context.now(),
    };
    try {
      return { valid: true, event: (await verifyWebhook(received)).event };
    } catch (error) {
      if (!(error instanceof WebhookError)) throw error;
      const { code, reason, advice, detail } = error;
      return { valid: false, code, reason, advice, ...(detail !== undefined && { detail }) };
    }
  },
};

export async function readWebhookSecret(context: ToolContext): Promise<unknown> {
  return (await callForData(context, api.getWebhookSecret)).webhook_secret;
}

const testReceiverTool: Tool = {
  name: 'examine_receiver',
  example: { url: 'http://localhost:3000/webhooks/payments' },
  takes: () => z.object({ url: z.string() }),
  answers: () => z.object({ url: z.string(), healthy: z.boolean(), checks: z.array(z.object({})) }),
  run: (context, { url }) => context.testReceiver(String(url)),
};

const sendWebhook: Tool = {
  name: 'send_webhook',
  actions: { resend: api.resendDelivery, probe: api.sendProbe, experiment: api.runExperiments },
  answers: () => z.object({ session_id: z.string(), event: z.string() }),
};

export const webhookTools: readonly Tool[] = [explainDelivery, sendWebhook, checkSignature, testReceiverTool];

import * as api from '@svc-simulator/contract';
import { diagnosisTexts } from '@svc-simulator/core';
import { verifyWebhook, WebhookError, type WebhookHeaders } from '@svc-simulator/webhooks';
import * as z from 'zod';
import { dataOf, listed, storyOf } from './session-tools.ts';
import { type Arguments, type Bench, type Tool, ToolError } from './tool.ts';

const words = () => z.string().nullable();

const explainDelivery: Tool = {
  name: 'explain_delivery',
  example: {},
  reads: true,
  takes: () => z.object({ delivery_id: z.string().exactOptional(), session_id: z.string().exactOptional() }),
  answers: () =>
    z.object({
      delivery: api.listDeliveries.data().element,
      ...{ reason: words(), advice: words(), attempts: z.array(z.string()) },
    }),
  run: async (bench, args) => {
    const delivery = await deliveryOf(bench, args);
    if (!delivery)
      throw new ToolError(
        'not_found',
        bench.t('mcp.error.none', { what: String(args.delivery_id ?? 'delivery') }),
        {
          tool: 'list',
          arguments: { what: 'deliveries' },
        },
      );
    const { delivery_id, session_id, last_attempt } = delivery;
    const told = last_attempt?.cause ? diagnosisTexts(bench.t, last_attempt.cause) : undefined;
    const attempts = await storyOf(bench, session_id, ({ data }) => data.delivery_id === delivery_id);
    return { delivery, reason: told?.reason ?? null, advice: told?.advice ?? null, attempts };
  },
};

interface Delivery {
  readonly delivery_id: string;
  readonly session_id: string;
  readonly state: string;
  readonly created_at: string;
  readonly last_attempt: { readonly cause: string | null } | null;
}

/** The one that is named; else the latest, of a session or of all, that has failed or may; one that was not tried yet says nothing. */
async function deliveryOf(bench: Bench, { delivery_id, session_id }: Arguments) {
  const found = await Promise.all(
    (await placesOf(bench, delivery_id, session_id)).map(
      async (place) =>
        (await listed(bench, api.listDeliveries, {
          by: 'all',
          limit: 20,
          ...place,
        })) as unknown as Delivery[],
    ),
  );
  const all = found
    .flat()
    .filter((each) => delivery_id === undefined || each.delivery_id === delivery_id)
    .sort((one, other) => (one.created_at < other.created_at ? 1 : -1));
  const failed = all.filter(({ state }) => state === 'gave_up' || state === 'open');
  return failed.find((each) => each.last_attempt?.cause) ?? failed[0] ?? all[0];
}

/** Where it may be found: by its id, however old it is, or in its state. */
async function placesOf(bench: Bench, delivery_id: unknown, session_id: unknown) {
  if (delivery_id !== undefined) return [{ q: String(delivery_id) }];
  if (session_id === undefined) return [{ state: 'gave_up' }, { state: 'open' }, {}];
  const type = 'webhook.emitted';
  const asked = { session_id: String(session_id), type, order: 'desc', limit: 20 };
  const emitted = await listed(bench, api.getTrace, asked);
  return emitted.map(({ data }) => ({ q: String(api.membersOf(data).delivery_id) }));
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
  run: async (bench, { headers, body, secret, mode }) => {
    const received = {
      headers: headers as WebhookHeaders,
      body: String(body),
      secret: String(secret ?? (await secretOf(bench))),
      mode: (mode ?? (await dataOf(bench, api.getSettings)).webhook_signature) as 'timestamp',
      language: bench.t.lang,
      now: bench.now(),
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

/** What the account's webhooks are signed with. */
export async function secretOf(bench: Bench): Promise<unknown> {
  return (await dataOf(bench, api.getWebhookSecret)).webhook_secret;
}

const examineReceiver: Tool = {
  name: 'examine_receiver',
  example: { url: 'http://localhost:3000/webhooks/payments' },
  takes: () => z.object({ url: z.string() }),
  answers: () => z.object({ url: z.string(), healthy: z.boolean(), checks: z.array(z.object({})) }),
  run: (bench, { url }) => bench.examine(String(url)),
};

const sendWebhook: Tool = {
  name: 'send_webhook',
  actions: { resend: api.resendDelivery, probe: api.sendProbe },
  answers: () => z.object({ session_id: z.string(), event: z.string() }),
};

export const webhookTools: readonly Tool[] = [explainDelivery, sendWebhook, checkSignature, examineReceiver];

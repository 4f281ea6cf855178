import * as api from '@svc-simulator/contract';
import { membersOf } from '@svc-simulator/contract/fields/objects.ts';
import { diagnosisTexts } from '@svc-simulator/core';
import { verifyWebhook, WebhookError, type WebhookHeaders } from '@svc-simulator/webhooks';
import * as z from 'zod';
import { lineOf } from './session-tools.ts';
import { anySession, type Bench, type Tool, ToolError } from './tool.ts';

/** The statuses that say that a delivery has failed, or may. */
const failing = ['gave_up', 'open'];

const explainDelivery: Tool = {
  name: 'explain_delivery',
  example: {},
  reads: true,
  takes: api.lazy(() =>
    z.object({ delivery_id: z.string().exactOptional(), session_id: z.string().exactOptional() }),
  ),
  answers: api.lazy(() =>
    z.object({
      delivery: z.object({
        delivery_id: z.string(),
        session_id: z.string(),
        event: z.string(),
        url: z.string(),
        state: z.string(),
      }),
      reason: z.string().nullable(),
      advice: z.string().nullable(),
      attempts: z.array(z.string()),
    }),
  ),
  run: async (bench, { delivery_id, session_id }) => {
    const q = delivery_id ?? session_id;
    const { data } = await bench.call(api.listDeliveries, {
      query: { by: 'all', limit: 100, ...(q === undefined ? {} : { q: String(q) }) },
    });
    const found = (data as readonly Delivery[]).filter(
      (each) => delivery_id === undefined || each.delivery_id === delivery_id,
    );
    // One that was not tried yet says nothing.
    const failed = found.filter(({ state }) => failing.includes(state));
    const delivery = failed.find((each) => each.last_attempt?.cause) ?? failed[0] ?? found[0];
    if (!delivery)
      throw new ToolError('not_found', bench.t('mcp.error.no_delivery'), {
        tool: 'list',
        arguments: { what: 'deliveries' },
      });
    const cause = delivery.last_attempt?.cause;
    const told = cause ? diagnosisTexts(bench.t, cause) : undefined;
    const attempts = await attemptsOf(bench, delivery);
    return { delivery, reason: told?.reason ?? null, advice: told?.advice ?? null, attempts };
  },
};

interface Delivery {
  readonly delivery_id: string;
  readonly session_id: string;
  readonly state: string;
  readonly last_attempt: { readonly cause: string | null } | null;
}

async function attemptsOf(bench: Bench, { session_id, delivery_id }: Delivery): Promise<readonly string[]> {
  const type = 'webhook.emitted,webhook.attempted,webhook.delivered,webhook.gave_up';
  const { data } = await bench.call(api.getTrace, { query: { session_id, type, limit: 200 } });
  const own = (data as readonly api.TraceEvent[]).filter((event) => event.data.delivery_id === delivery_id);
  return own.map((event) => lineOf(bench, event));
}

const checkSignature: Tool = {
  name: 'check_signature',
  example: { headers: { 'svc-signature': 'sha256=…', 'svc-timestamp': '2030-01-01T00:00:00Z' }, body: '{}' },
  reads: true,
  takes: api.lazy(() =>
    z.object({
      headers: z.record(z.string(), z.string()),
      body: z.string(),
      secret: z.string().exactOptional(),
      mode: z.enum(api.webhookSignatures).exactOptional(),
    }),
  ),
  answers: api.lazy(() =>
    z.object({
      valid: z.boolean(),
      event: z.string().nullable(),
      code: z.string().nullable(),
      reason: z.string().nullable(),
      advice: z.string().nullable(),
      detail: z.string().nullable(),
    }),
  ),
  run: async (bench, { headers, body, secret, mode }) => {
    const received = {
      headers: headers as WebhookHeaders,
      body: String(body),
      secret: String(secret ?? (await secretOf(bench))),
      mode: (mode ?? (await settingsOf(bench)).webhook_signature) as 'timestamp',
      language: bench.t.lang,
      now: bench.now(),
    };
    try {
      const { event } = await verifyWebhook(received);
      return { valid: true, event, code: null, reason: null, advice: null, detail: null };
    } catch (error) {
      if (!(error instanceof WebhookError)) throw error;
      const { code, reason, advice, detail = null } = error;
      return { valid: false, event: null, code, reason, advice, detail };
    }
  },
};

export async function secretOf(bench: Bench): Promise<unknown> {
  return membersOf((await bench.call(api.getWebhookSecret, {})).data).webhook_secret;
}

export async function settingsOf(bench: Bench) {
  return membersOf((await bench.call(api.getSettings, {})).data);
}

const examineReceiver: Tool = {
  name: 'examine_receiver',
  example: { url: 'http://localhost:3000/webhooks/payments' },
  takes: api.lazy(() => z.object({ url: z.string(), secret: z.string().exactOptional() })),
  answers: api.lazy(() =>
    z.object({
      url: z.string(),
      healthy: z.boolean(),
      checks: z.array(
        z.object({
          id: z.string(),
          outcome: z.string(),
          why: z.string().nullable(),
          mend: z.string().nullable(),
        }),
      ),
    }),
  ),
  run: (bench, args) => bench.examine(String(args.url), args),
};

const sendWebhook: Tool = {
  name: 'send_webhook',
  example: { action: 'probe', session_id: anySession, kind: 'bad_signature' },
  actions: { resend: api.resendDelivery, probe: api.sendProbe },
  answers: api.lazy(() => z.object({ session_id: z.uuid(), event: z.string() })),
};

export const webhookTools: readonly Tool[] = [explainDelivery, sendWebhook, checkSignature, examineReceiver];

import { isOneOf } from '../fields/objects.ts';
import { extraWebhookEvents, type WebhookEvent, webhookEvents } from '../webhooks/events.ts';
import { webhookData } from '../webhooks/webhook-data.ts';
import { webhookHeaders } from '../webhooks/webhook-headers.ts';
import { parameterComponents, pathsOf, securitySchemes } from './paths.ts';
import { headerComponents, responseComponents } from './responses.ts';
import { type DocumentSchemas, documentSchemas, type Json } from './schemas.ts';
import { tags } from './tags.ts';

export interface DocumentOptions {
  /** Base URL of the simulator, without a trailing slash. */
  readonly serverUrl: string;
  /** Version of the simulator. */
  readonly version: string;
}

const description = `A payment provider on your own machine: it takes the calls, signs the webhooks and shows the payment page of the real
service without moving money.

Every operation, parameter and field that the specification does not state carries \`x-provenance\`: \`field\` is what
integrations already in the field send or read, \`decided\` was decided by this simulator. \`GET /fidelidad\` lists them all.

Unknown fields are ignored, and an optional field that is null counts as absent. Refusals are problems (RFC 9457) that
name every fault of the body with its JSON Pointer.`;

/**
 * The OpenAPI 3.1 document of every operation and webhook (contract section 5). It is made anew at each call and takes
 * tens of milliseconds: keep it.
 */
export function openApiDocument({ serverUrl, version }: DocumentOptions): Json {
  const schemas = documentSchemas();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Merchant payments service simulator',
      version,
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    tags,
    paths: pathsOf(schemas),
    webhooks: webhooksOf(schemas),
    components: {
      schemas: schemas.components,
      parameters: parameterComponents,
      headers: headerComponents,
      responses: responseComponents,
      securitySchemes,
    },
  };
}

const summaries: Readonly<Record<WebhookEvent, string>> = {
  'payment_session.created': 'A session was created',
  'payment_session.paid': 'Leg 1 has ended well: the session is paid',
  'payment_session.accredited': 'Leg 2 has ended well: the receivers have their money',
  'payment_session.accreditation_to_recipient_failed': 'Leg 2 has failed; the session stays paid',
  'payment_session.failed': 'The payment has failed, and the session with it',
  'payment_session.expired': 'The session has expired unpaid',
  'payment_session.partially_accredited': 'Leg 2: all but the last of several receivers have their money',
  'payment_session.failed_credit': 'Leg 2: receivers did not get their money',
};

const signature = { type: 'string', pattern: '^(sha256=)?[0-9a-f]{64}$' };

/** `webhooks` of the document (specification, Events). The keys are labels: what travels is `event` in the body. */
function webhooksOf(schemas: DocumentSchemas): Json {
  return Object.fromEntries(webhookEvents.map((event) => [event, { post: describe(event, schemas) }]));
}

function isExtra(event: WebhookEvent): boolean {
  return isOneOf(extraWebhookEvents, event);
}

function describe(event: WebhookEvent, schemas: DocumentSchemas): Json {
  const header = (name: string, description: string, schema: Json, more: Json = {}) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema,
    ...more,
  });
  return {
    operationId: `on${event.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: ['Payment sessions'],
    summary: summaries[event],
    ...(isExtra(event)
      ? { description: 'Sent with the account setting `extra_events`.', 'x-provenance': 'field' }
      : { 'x-provenance': 'spec' }),
    security: [],
    parameters: [
      header(
        webhookHeaders.signature,
        'Hex HMAC-SHA256 with the account’s webhook_secret over svc-timestamp, a dot and the raw body. The account setting webhook_signature can choose the raw body alone (`body`), or that with `sha256=` before the digits (`sha256`).',
        signature,
      ),
      header(
        webhookHeaders.signaturePrevious,
        'The same, made with the secret that was replaced, for 24 hours when that was asked for.',
        signature,
        { required: false, 'x-provenance': 'decided' },
      ),
      header(webhookHeaders.timestamp, 'ISO 8601, to the second; part of what is signed.', {
        type: 'string',
        format: 'date-time',
        pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$',
      }),
      header(webhookHeaders.idempotencyKey, 'One per emission, the same in every attempt.', {
        type: 'string',
        format: 'uuid',
      }),
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemas.refOf(webhookData) } },
    },
    responses: {
      '2XX': { description: 'Closes the delivery; anything else, or no answer within 5 s, is retried' },
      '401': { description: 'What a receiver answers to a wrong signature' },
    },
  };
}

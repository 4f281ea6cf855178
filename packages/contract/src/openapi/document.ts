import type { Texts } from '@svc-simulator/texts/texts.ts';
import { isOneOf } from '../fields/objects.ts';
import { tagsIn } from '../operation-tags.ts';
import { extraWebhookEvents, type WebhookEvent, webhookEvents } from '../webhooks/events.ts';
import { webhookSchema } from '../webhooks/webhook-data.ts';
import { webhookHeaders } from '../webhooks/webhook-headers.ts';
import { documentPaths, parameterComponents, securitySchemes } from './paths.ts';
import { headerComponents, responseComponents } from './responses.ts';
import { type DocumentSchemas, documentSchemas, type Json } from './schemas.ts';

export interface DocumentOptions {
  readonly serverUrl: string;
  readonly version: string;
}

/**
 * Builds the OpenAPI 3.1 document (contract section 5). Takes tens of milliseconds, so cache it. `t` needs
 * `api`, `field` and `fidelity`.
 */
export function openApiDocument(t: Texts, { serverUrl, version }: DocumentOptions): Json {
  const schemas = documentSchemas(t);
  return {
    openapi: '3.1.0',
    info: {
      title: t('api.title'),
      version,
      description: t('api.about'),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    tags: tagsIn(t),
    paths: documentPaths(schemas),
    webhooks: documentWebhooks(schemas),
    components: {
      schemas: schemas.components,
      parameters: parameterComponents(t),
      headers: headerComponents(t),
      responses: responseComponents(t),
      securitySchemes: securitySchemes(t),
    },
  };
}

const signatureSchema = { type: 'string', pattern: '^(sha256=)?[0-9a-f]{64}$' };

/** Returns `webhooks` of the document (specification, Events). */
function documentWebhooks(schemas: DocumentSchemas): Json {
  return Object.fromEntries(webhookEvents.map((event) => [event, { post: describeWebhook(event, schemas) }]));
}

function isExtra(event: WebhookEvent): boolean {
  return isOneOf(extraWebhookEvents, event);
}

function describeWebhook(event: WebhookEvent, schemas: DocumentSchemas): Json {
  const { t } = schemas;
  const header = (name: string, description: string, schema: Json, extra: Json = {}) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema,
    ...extra,
  });
  return {
    operationId: `on${event.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: ['Payment sessions'],
    summary: t(`api.webhook.${event}`),
    ...(isExtra(event)
      ? { description: t('api.extra_event'), 'x-provenance': 'field' }
      : { 'x-provenance': 'spec' }),
    security: [],
    parameters: [
      header(webhookHeaders.signature, t('api.webhook_header.signature'), signatureSchema),
      header(webhookHeaders.signaturePrevious, t('api.webhook_header.signature_previous'), signatureSchema, {
        required: false,
        'x-provenance': 'decided',
      }),
      header(webhookHeaders.timestamp, t('api.webhook_header.timestamp'), {
        type: 'string',
        format: 'date-time',
        pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$',
      }),
      header(webhookHeaders.idempotencyKey, t('api.webhook_header.idempotency_key'), {
        type: 'string',
        format: 'uuid',
      }),
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemas.refOf(webhookSchema) } },
    },
    responses: {
      '200': { description: t('api.webhook_answer.taken') },
      '401': { description: t('api.webhook_answer.refused') },
    },
  };
}

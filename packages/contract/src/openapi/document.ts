import type { Texts } from '@svc-simulator/texts/texts.ts';
import { isOneOf } from '../fields/objects.ts';
import type { Operation } from '../operation.ts';
import { tagOf, tagsIn } from '../operation-tags.ts';
import { operations } from '../operations.ts';
import { extraWebhookEvents, type WebhookEvent, webhookEvents } from '../webhooks/events.ts';
import { webhookSchema } from '../webhooks/webhook-data.ts';
import { webhookHeaders } from '../webhooks/webhook-headers.ts';
import { documentPaths, parameterComponents, securitySchemes } from './paths.ts';
import { headerComponents, responseComponents } from './responses.ts';
import { type DocumentSchemas, documentSchemas, type Json } from './schemas.ts';

export interface DocumentOptions {
  readonly serverUrl: string;
  readonly version: string;
  /**
   * Describes only these operations, without webhooks, for the operator's document. Default: all operations
   * of the API.
   */
  readonly ownOperations?: readonly Operation[];
}

/**
 * Builds the OpenAPI 3.1 document (contract section 5). Takes tens of milliseconds, so callers must cache it.
 * `t` must include the texts of the areas `api`, `field` and `fidelity`.
 */
export function openApiDocument(t: Texts, { serverUrl, version, ownOperations }: DocumentOptions): Json {
  const listedOperations = ownOperations ?? operations;
  const schemas = documentSchemas(t, listedOperations);
  const content = {
    paths: documentPaths(schemas, listedOperations),
    ...(!ownOperations && { webhooks: documentWebhooks(schemas) }),
  };
  const names = namesIn(content);
  for (const name of names) for (const usedName of namesIn(schemas.components[name])) names.add(usedName);
  const onlyUsed = (components: Json) =>
    Object.fromEntries(Object.entries(components).filter(([name]) => names.has(name)));
  return {
    openapi: '3.1.0',
    info: {
      title: t('api.title'),
      version,
      description: t('api.about'),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    tags: tagsIn(t).filter(({ name }) => listedOperations.some((operation) => tagOf(operation) === name)),
    ...content,
    components: {
      schemas: onlyUsed(schemas.components),
      parameters: onlyUsed(parameterComponents(t)),
      headers: onlyUsed(headerComponents(t)),
      responses: onlyUsed(responseComponents(t)),
      securitySchemes: onlyUsed(securitySchemes(t)),
    },
  };
}

/** Returns the names of all components and security schemes that occur in a part of the document. */
function namesIn(part: unknown): Set<string> {
  const matches = JSON.stringify(part ?? null).matchAll(/"#\/components\/\w+\/(\w+)"|"(\w+)":\[\]/g);
  return new Set([...matches].flatMap(([, component = '', scheme = '']) => [component, scheme]));
}

const signatureSchema = { type: 'string', pattern: '^(sha256=)?[0-9a-f]{64}$' };

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

import type { LazyText, PlainKey, Texts } from '@svc-simulator/texts/texts.ts';
import * as z from 'zod';
import { settingsData } from '../accounts/account-settings.ts';
import { agreementSchema } from '../accounts/agreements.ts';
import { classSchema, membershipSchema } from '../accounts/classes.ts';
import { traceEventSchema } from '../accounts/console.ts';
import { mapValues, membersOf } from '../fields/objects.ts';
import type { Operation, Provenance, SchemaThunk } from '../operation.ts';
import { merchantBody, merchantSchema } from '../pos/merchants.ts';
import { settlementSchema } from '../pos/settlements.ts';
import { transactionSchema } from '../pos/transaction-data.ts';
import { differenceSchema } from '../service-info.ts';
import { paymentFormFields } from '../sessions/payment-page.ts';
import {
  cryptoDetailsSchema,
  paymentDetailsSchema,
  receiverCredit,
  receiverCreditsSummary,
  sessionSchema,
  statusSchema,
} from '../sessions/session-data.ts';
import { buttonSessionBody, requestSessionBody } from '../sessions/sessions.ts';
import { stopBody, stopLinkSchema, stopPaymentSchema, stopSchema } from '../sessions/stops.ts';
import { webhookSchema } from '../webhooks/webhook-data.ts';

export type Json = Record<string, unknown>;

const namedSchemas: readonly (readonly [string, SchemaThunk])[] = [
  ['Agreement', agreementSchema],
  ['ButtonSessionRequest', buttonSessionBody],
  ['Class', classSchema],
  ['ClassMembership', membershipSchema],
  ['CryptoDetails', cryptoDetailsSchema],
  ['Difference', differenceSchema],
  ['Merchant', merchantSchema],
  ['MerchantRequest', merchantBody],
  ['PaymentDetails', paymentDetailsSchema],
  ['PaymentForm', paymentFormFields],
  ['ReceiverCredit', receiverCredit],
  ['ReceiverCreditsSummary', receiverCreditsSummary],
  ['RequestSessionRequest', requestSessionBody],
  ['Session', sessionSchema],
  ['SessionStatus', statusSchema],
  ['Settings', settingsData],
  ['Settlement', settlementSchema],
  ['Stop', stopSchema],
  ['StopLink', stopLinkSchema],
  ['StopPayment', stopPaymentSchema],
  ['StopRequest', stopBody],
  ['TraceEvent', traceEventSchema],
  ['Transaction', transactionSchema],
  ['WebhookBody', webhookSchema],
];

const problemSchemas = (t: Texts): Json => ({
  Fault: {
    type: 'object',
    required: ['detail', 'pointer'],
    properties: {
      detail: { type: 'string' },
      pointer: { type: 'string', description: t('api.problem_field.pointer') },
    },
  },
  Problem: {
    type: 'object',
    description: t('api.problem_field.problem'),
    required: ['title'],
    properties: {
      title: { type: 'string', description: t('api.problem_field.title') },
      status: { type: 'integer', minimum: 100, maximum: 599 },
      type: {
        type: 'string',
        format: 'uri-reference',
        description: t('api.default', { value: 'about:blank' }),
      },
      detail: { type: 'string', description: t('api.problem_field.detail') },
      message: {
        anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
        deprecated: true,
        description: t('api.problem_field.message'),
      },
      instance: { type: 'string', format: 'uri-reference', description: t('api.problem_field.instance') },
      errors: { type: 'array', items: { $ref: '#/components/schemas/Fault' } },
      success: {
        type: 'boolean',
        const: false,
        description: t('api.problem_field.success'),
        'x-provenance': 'field',
      },
    },
  },
});

export interface DocumentSchemas {
  readonly t: Texts;
  readonly components: Json;
  refOf(thunk: SchemaThunk): Json;
  propertiesOf(thunk: SchemaThunk): Readonly<Record<string, Json>>;
}

export function documentSchemas(t: Texts, operations: readonly Operation[]): DocumentSchemas {
  const override = schemaOverride(t);
  const registry = z.registry<{ id: string }>();
  const names = new Map<unknown, string>();
  const register = (name: string, thunk: SchemaThunk | undefined) => {
    if (!thunk || names.has(thunk())) return;
    names.set(thunk(), name);
    registry.add(thunk(), { id: name });
  };
  for (const [name, thunk] of namedSchemas) register(name, thunk);
  // A schema of several operations gets the provenance `spec` if one of them has it.
  const provenances = new Map<string, Provenance>();
  for (const operation of operations) {
    const { data, provenance } = operation;
    const body = operation.body ?? operation.rawBody?.schema;
    register(`${pascalId(operation)}Request`, body);
    register(`${pascalId(operation)}Data`, data);
    for (const thunk of [body, data]) {
      const name = names.get(thunk?.()) ?? '';
      if (provenance === 'spec' || !provenances.has(name)) provenances.set(name, provenance);
    }
  }
  const { schemas } = z.toJSONSchema(registry, { uri: refTo, io: 'output', override });
  const components: Json = { ...problemSchemas(t) };
  const serviceOperations = operations.filter(({ path }) => path.startsWith('/api/'));
  const thunks = [
    ...serviceOperations.flatMap(({ body, rawBody, data }) => [body?.(), rawBody?.schema(), data?.()]),
    webhookSchema(),
  ];
  const describedNames = reachableNames(
    thunks.map((schema) => names.get(schema) ?? ''),
    schemas,
  );
  for (const [name, schema] of Object.entries(schemas)) {
    const provenance = provenances.get(name) ?? 'spec';
    components[name] = {
      ...(provenance !== 'spec' && { 'x-provenance': provenance }),
      ...withoutSchemaIds(
        membersOf(withoutDefaults(t, describedNames.has(name) ? withMeanings(t, schema) : schema)),
      ),
    };
  }
  return {
    t,
    components: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
    refOf: (thunk) => ({ $ref: refTo(names.get(thunk()) ?? '') }),
    propertiesOf(thunk) {
      const { properties } = membersOf(z.toJSONSchema(thunk(), { io: 'output', override }));
      return mapValues(membersOf(properties), membersOf);
    },
  };
}

function reachableNames(names: readonly string[], schemas: Json): ReadonlySet<string> {
  const reachable = new Set(names);
  for (const name of reachable) {
    const references = JSON.stringify(schemas[name] ?? '').matchAll(/"#\/components\/schemas\/(\w+)"/g);
    for (const [, reference = ''] of references) reachable.add(reference);
  }
  return reachable;
}

/** Adds the text `field.NAME` to every field that has no description yet. */
function withMeanings(t: Texts, part: unknown): unknown {
  if (Array.isArray(part)) return part.map((item) => withMeanings(t, item));
  if (typeof part !== 'object' || part === null) return part;
  const schema = mapValues(membersOf(part), (member) => withMeanings(t, member));
  if (!('properties' in schema)) return schema;
  const properties = Object.entries(membersOf(schema.properties)).map(([name, property]) => {
    const field = membersOf(property);
    const meaning = field.description ? undefined : t.maybe(`field.${name}`);
    return [name, meaning === undefined ? field : { ...field, description: meaning }];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/**
 * Moves defaults into the descriptions, because generated types treat a field with `default` as always
 * present. Also removes the fields that the API refuses.
 */
function withoutDefaults(t: Texts, part: unknown): unknown {
  if (Array.isArray(part)) return part.map((item) => withoutDefaults(t, item));
  if (typeof part !== 'object' || part === null) return part;
  const { default: value, properties, ...others } = membersOf(part);
  const schema = mapValues(others, (member) => withoutDefaults(t, member));
  const fields = Object.entries(membersOf(properties)).filter(([, field]) => !membersOf(field)['x-refused']);
  const defaultText = value === undefined ? [] : [t('api.default', { value: jsonText(value) })];
  const description = [schema.description, ...defaultText].filter(Boolean).join(' ');
  return {
    ...schema,
    ...(description && { description }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(fields.map(([name, field]) => [name, withoutDefaults(t, field)])),
    }),
  };
}

function jsonText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function refTo(name: string): string {
  return `#/components/schemas/${name}`;
}

function pascalId({ id }: Operation): string {
  return id.charAt(0).toUpperCase() + id.slice(1);
}

export interface SchemaOverride {
  readonly zodSchema: z.core.$ZodTypes;
  readonly jsonSchema: Json;
}

function schemaOverride(t: Texts): (overridden: SchemaOverride) => void {
  return (override) => {
    describeWireFormat(override);
    const { jsonSchema } = override;
    const meaning = jsonSchema.meaning as PlainKey | LazyText | undefined;
    if (meaning) jsonSchema.description = typeof meaning === 'function' ? meaning(t) : t(meaning);
    delete jsonSchema.meaning;
  };
}

/**
 * Adapts a schema to the JSON that clients exchange, which differs from the validation: for example, unknown
 * members are allowed.
 */
export function describeWireFormat({ zodSchema, jsonSchema }: SchemaOverride): void {
  if (jsonSchema.format && jsonSchema.pattern) delete jsonSchema.pattern;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (zodSchema._zod.def.type !== 'object' || jsonSchema.$ref) return;
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  const { shape } = zodSchema._zod.def;
  const required = Object.keys(shape).filter((key) => shape[key]?._zod.optin === undefined);
  if (required.length > 0) jsonSchema.required = required;
  else delete jsonSchema.required;
}

function withoutSchemaIds({ $schema, $id, ...schema }: Json): Json {
  return schema;
}

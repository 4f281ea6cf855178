import type { PlainKey, Said, Texts } from '@svc-simulator/texts/texts.ts';
import * as z from 'zod';
import { settingsData } from '../accounts/account-settings.ts';
import { agreementData } from '../accounts/agreements.ts';
import { classData, membershipData } from '../accounts/classes.ts';
import { traceEventData } from '../accounts/console.ts';
import { mapValues, membersOf } from '../fields/objects.ts';
import type { Operation, Provenance, SchemaThunk } from '../operation.ts';
import { operations } from '../operations.ts';
import { merchantBody, merchantData } from '../pos/merchants.ts';
import { settlementData } from '../pos/settlements.ts';
import { transactionData } from '../pos/transaction-data.ts';
import { differenceData } from '../service-info.ts';
import { paymentFormFields } from '../sessions/payment-page.ts';
import {
  cryptoDetails,
  paymentDetails,
  receiverCredit,
  receiverCreditsSummary,
  sessionData,
  statusData,
} from '../sessions/session-data.ts';
import { buttonSessionBody, requestSessionBody } from '../sessions/sessions.ts';
import { stopBody, stopData, stopLinkData, stopPaymentData } from '../sessions/stops.ts';
import { webhookData } from '../webhooks/webhook-data.ts';

export type Json = Record<string, unknown>;

const named: readonly (readonly [string, SchemaThunk])[] = [
  ['Agreement', agreementData],
  ['ButtonSessionRequest', buttonSessionBody],
  ['Class', classData],
  ['ClassMembership', membershipData],
  ['CryptoDetails', cryptoDetails],
  ['Difference', differenceData],
  ['Merchant', merchantData],
  ['MerchantRequest', merchantBody],
  ['PaymentDetails', paymentDetails],
  ['PaymentForm', paymentFormFields],
  ['ReceiverCredit', receiverCredit],
  ['ReceiverCreditsSummary', receiverCreditsSummary],
  ['RequestSessionRequest', requestSessionBody],
  ['Session', sessionData],
  ['SessionStatus', statusData],
  ['Settings', settingsData],
  ['Settlement', settlementData],
  ['Stop', stopData],
  ['StopLink', stopLinkData],
  ['StopPayment', stopPaymentData],
  ['StopRequest', stopBody],
  ['TraceEvent', traceEventData],
  ['Transaction', transactionData],
  ['WebhookBody', webhookData],
];

/** Schemas of the problem envelope (specification, Response envelopes), which no zod schema describes. */
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
  /** Returns a reference to the schema of an operation's thunk or a named one. */
  refOf(thunk: SchemaThunk): Json;
  /** Returns the properties of a query or path schema for its parameters. */
  propertiesOf(thunk: SchemaThunk): Readonly<Record<string, Json>>;
}

export function documentSchemas(t: Texts): DocumentSchemas {
  const override = plainIn(t);
  const registry = z.registry<{ id: string }>();
  const names = new Map<unknown, string>();
  const add = (name: string, thunk: SchemaThunk | undefined) => {
    if (!thunk || names.has(thunk())) return;
    names.set(thunk(), name);
    registry.add(thunk(), { id: name });
  };
  for (const [name, thunk] of named) add(name, thunk);
  // A schema counts as the specification's if one of the specification's operations uses it.
  const marks = new Map<string, Provenance>();
  for (const operation of operations) {
    const { data, provenance } = operation;
    const body = operation.body ?? operation.rawBody?.schema;
    add(`${pascal(operation)}Request`, body);
    add(`${pascal(operation)}Data`, data);
    for (const thunk of [body, data]) {
      const name = names.get(thunk?.()) ?? '';
      if (provenance === 'spec' || !marks.has(name)) marks.set(name, provenance);
    }
  }
  const { schemas } = z.toJSONSchema(registry, { uri: refTo, io: 'output', override });
  const components: Json = { ...problemSchemas(t) };
  const ofService = operations.filter(({ path }) => path.startsWith('/api/'));
  const thunks = [
    ...ofService.flatMap(({ body, rawBody, data }) => [body?.(), rawBody?.schema(), data?.()]),
    webhookData(),
  ];
  const meant = reached(
    thunks.map((schema) => names.get(schema) ?? ''),
    schemas,
  );
  for (const [name, schema] of Object.entries(schemas)) {
    const mark = marks.get(name) ?? 'spec';
    components[name] = {
      ...(mark !== 'spec' && { 'x-provenance': mark }),
      ...bare(membersOf(withoutDefaults(t, meant.has(name) ? explained(t, schema) : schema))),
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

/** Returns these names and those of all schemas that they refer to. */
function reached(names: readonly string[], schemas: Json): ReadonlySet<string> {
  const found = new Set(names);
  for (const name of found) {
    const references = JSON.stringify(schemas[name] ?? '').matchAll(/"#\/components\/schemas\/(\w+)"/g);
    for (const [, other = ''] of references) found.add(other);
  }
  return found;
}

/** Adds the meaning of each field to a schema, by the field's name unless it has its own key. */
function explained(t: Texts, part: unknown): unknown {
  if (Array.isArray(part)) return part.map((each) => explained(t, each));
  if (typeof part !== 'object' || part === null) return part;
  const all = mapValues(membersOf(part), (each) => explained(t, each));
  if (!('properties' in all)) return all;
  const properties = Object.entries(membersOf(all.properties)).map(([name, property]) => {
    const field = membersOf(property);
    const meaning = field.description ? undefined : t.maybe(`field.${name}`);
    return [name, meaning === undefined ? field : { ...field, description: meaning }];
  });
  return { ...all, properties: Object.fromEntries(properties) };
}

/**
 * Describes defaults in words and removes fields that exist only to be refused. Generated types would treat a
 * field with a `default` as always present.
 */
function withoutDefaults(t: Texts, part: unknown): unknown {
  if (Array.isArray(part)) return part.map((each) => withoutDefaults(t, each));
  if (typeof part !== 'object' || part === null) return part;
  const { default: value, properties, ...others } = membersOf(part);
  const schema = mapValues(others, (each) => withoutDefaults(t, each));
  const fields = Object.entries(membersOf(properties)).filter(([, field]) => !membersOf(field)['x-refused']);
  const told = value === undefined ? [] : [t('api.default', { value: textOf(value) })];
  const description = [schema.description, ...told].filter(Boolean).join(' ');
  return {
    ...schema,
    ...(description && { description }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(fields.map(([name, field]) => [name, withoutDefaults(t, field)])),
    }),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function refTo(name: string): string {
  return `#/components/schemas/${name}`;
}

function pascal({ id }: Operation): string {
  return id.charAt(0).toUpperCase() + id.slice(1);
}

export interface Overridden {
  readonly zodSchema: z.core.$ZodTypes;
  readonly jsonSchema: Json;
}

function plainIn(t: Texts): (overridden: Overridden) => void {
  return (overridden) => {
    plain(overridden);
    const { jsonSchema } = overridden;
    const means = jsonSchema.means as PlainKey | Said | undefined;
    if (means) jsonSchema.description = typeof means === 'function' ? means(t) : t(means);
    delete jsonSchema.means;
  };
}

/**
 * Describes the wire format instead of the validation: unknown members are allowed, members with a default
 * may be absent, formats need no pattern, and integers no language bounds.
 */
export function plain({ zodSchema, jsonSchema }: Overridden): void {
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

function bare({ $schema, $id, ...schema }: Json): Json {
  return schema;
}

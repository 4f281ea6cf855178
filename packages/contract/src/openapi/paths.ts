import type { Texts } from '@svc-simulator/texts/texts.ts';
import { notesOn } from '../fidelity/differences.ts';
import type { Auth, Operation, Provenance } from '../operation.ts';
import { tagOf } from '../operation-tags.ts';
import { terminalHeaders } from '../pos/terminal-device.ts';
import { describeResponses } from './responses.ts';
import type { DocumentSchemas, Json } from './schemas.ts';

export function documentPaths(schemas: DocumentSchemas, operations: readonly Operation[]): Json {
  const paths: Record<string, Json> = {};
  const addPath = (path: string, operation: Operation, id: string, provenance: Provenance) => {
    const item = paths[path] ?? {};
    paths[path] = item;
    item[operation.method.toLowerCase()] = describeOperation(operation, id, provenance, schemas);
  };
  for (const operation of operations) {
    addPath(operation.path, operation, operation.id, operation.provenance);
    for (const [index, { path, provenance }] of (operation.aliases ?? []).entries())
      addPath(path, operation, `${operation.id}Alias${index === 0 ? '' : index + 1}`, provenance);
  }
  return paths;
}

function describeOperation(
  operation: Operation,
  id: string,
  provenance: Provenance,
  schemas: DocumentSchemas,
): Json {
  const { t } = schemas;
  const aliasNote =
    id === operation.id ? [] : [t('api.same', { operation: `${operation.method} ${operation.path}` })];
  const about = t.maybe(`api.operation.${operation.id}.about`);
  const rule = operation.auth === 'terminal' ? [t('api.terminal.rule')] : [];
  const notes = [...aliasNote, ...(about ? [about] : []), ...rule, ...notesOn(t, operation)];
  const parameters = parametersOf(operation, schemas);
  const body = requestBodyOf(operation, schemas);
  return {
    operationId: id,
    tags: [tagOf(operation)],
    summary: operationSummary(t, operation),
    description: notes.join(' '),
    'x-provenance': provenance,
    security: [
      ...securityRequirements(operation.auth),
      ...(operation.orMerchant ? securityRequirements('merchant') : []),
    ],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: describeResponses(operation, schemas),
  };
}

function operationSummary(t: Texts, { id }: Operation): string {
  return t.maybe(`api.operation.${id}`) ?? id;
}

function parametersOf(operation: Operation, schemas: DocumentSchemas): Json[] {
  const { t } = schemas;
  const parameterSchemas = operation.params ? schemas.propertiesOf(operation.params) : {};
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: parameterSchemas[name] ?? { type: 'string' },
  }));
  const provenanceField = operation.provenance === 'spec' ? {} : { 'x-provenance': operation.provenance };
  const query = operation.query ? queryParametersOf(t, schemas.propertiesOf(operation.query)) : [];
  return [
    ...inPath,
    ...query.map(([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      ...(description ? { description } : {}),
      ...provenanceField,
      ...(schema.type === 'object' && { style: 'deepObject', explode: true }),
      schema,
    })),
    ...[...(operation.requestHeaders ?? []), ...(operation.constant ? [ifNoneMatch] : [])].map(
      ({ name, meaning }) => ({
        name,
        in: 'header',
        description: t(meaning),
        'x-provenance': 'decided',
        schema: { type: 'string', ...emptyDefault },
      }),
    ),
    ...(operation.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
}

/**
 * With an empty default, Postman sends nothing. Without a default, Postman invents a value, such as the same
 * idempotency key for every request.
 */
const emptyDefault = { default: '' } as const;
const queryNamesWithEmptyDefault = ['cursor', 'operation', 'request_id', 'session_id', 'status', 'type'];

/**
 * Returns the parameters of a query. Combines `status[eq]` and `status[in]` into one parameter `status` with
 * two members (contract section 13, Queries).
 */
function queryParametersOf(t: Texts, properties: Readonly<Record<string, Json>>): [string, Json][] {
  const parameters: Record<string, Json> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const [, base = '', member = ''] = /^(\w+)\[(\w+)\]$/.exec(name) ?? [];
    const members = parameters[base]?.properties ?? {};
    if (member === '')
      parameters[name] =
        queryNamesWithEmptyDefault.includes(name) && schema.type === 'string' && !schema.enum
          ? { ...schema, ...emptyDefault }
          : schema;
    else
      parameters[base] = {
        type: 'object',
        description: t('api.status_filter'),
        properties: { ...members, [member]: schema },
      };
  }
  return Object.entries(parameters);
}

const ifNoneMatch = { name: 'If-None-Match', meaning: 'api.header.if_none_match' } as const;

function requestBodyOf(operation: Operation, schemas: DocumentSchemas): Json | undefined {
  const { t } = schemas;
  if (operation.body) {
    const content = {
      schema: schemas.refOf(operation.body),
      example: translatedExample(t, operation.example),
    };
    return { required: operation.bodyOptional !== true, content: { 'application/json': content } };
  }
  if (!operation.rawBody) return undefined;
  const { mediaType, schema, example } = operation.rawBody;
  const content = {
    schema: schemas.refOf(schema),
    ...(example === undefined ? {} : { example: translatedExample(t, example) }),
  };
  return { content: { [mediaType]: content } };
}

/**
 * Translates the texts of an example. Their keys derive from the English: `Two coffees` is
 * `api.example.two_coffees`.
 */
function translatedExample(t: Texts, example: unknown): unknown {
  if (example === undefined) return undefined;
  return JSON.parse(JSON.stringify(example), (_, value) =>
    typeof value === 'string'
      ? (t.maybe(`api.example.${value.toLowerCase().replace(/\W+/g, '_')}`) ?? value)
      : value,
  );
}

function securityRequirements(auth: Auth): Json[] {
  switch (auth) {
    case 'none':
      return [];
    case 'terminal':
      return [{ terminalSignature: [], terminalTimestamp: [] }];
    default:
      return [{ [`${auth}Token`]: [] }];
  }
}

export const securitySchemes = (t: Texts): Json => ({
  apiToken: { type: 'http', scheme: 'bearer', description: t('api.token.api') },
  consoleToken: { type: 'http', scheme: 'bearer', description: t('api.token.console') },
  merchantToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: t('api.token.merchant'),
  },
  operatorToken: { type: 'http', scheme: 'bearer', description: t('api.token.operator') },
  terminalSignature: {
    type: 'apiKey',
    in: 'header',
    name: terminalHeaders.signature,
    description: t('api.terminal.signature'),
    'x-provenance': 'field',
  },
  terminalTimestamp: {
    type: 'apiKey',
    in: 'header',
    name: terminalHeaders.timestamp,
    description: t('api.terminal.timestamp'),
    'x-provenance': 'field',
  },
});

export const parameterComponents = (t: Texts): Json => ({
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: t('api.idempotency_key'),
    schema: { type: 'string', maxLength: 255, ...emptyDefault },
    'x-provenance': 'field',
  },
});

import type { Auth, Operation, Provenance } from '../operation.ts';
import { operations } from '../operations.ts';
import { terminalHeaders } from '../pos/terminal-device.ts';
import { responsesOf } from './responses.ts';
import { type DocumentSchemas, type Json, parameterSchemas } from './schemas.ts';
import { tagOf } from './tags.ts';

/** `paths` of the document: every operation under its path and its aliases. */
export function pathsOf(schemas: DocumentSchemas): Json {
  const paths: Record<string, Json> = {};
  const put = (path: string, operation: Operation, id: string, provenance: Provenance) => {
    const item = paths[path] ?? {};
    paths[path] = item;
    item[operation.method.toLowerCase()] = describe(operation, id, provenance, schemas);
  };
  for (const operation of operations) {
    put(operation.path, operation, operation.id, operation.provenance);
    for (const [index, { path, provenance }] of (operation.aliases ?? []).entries())
      put(path, operation, `${operation.id}Alias${index === 0 ? '' : index + 1}`, provenance);
  }
  return paths;
}

function describe(operation: Operation, id: string, provenance: Provenance, schemas: DocumentSchemas): Json {
  const original = id === operation.id ? [] : [`The same as \`${operation.method} ${operation.path}\`.`];
  const notes = [...original, ...(operation.notes ?? [])];
  const parameters = parametersOf(operation);
  const body = requestBodyOf(operation, schemas);
  return {
    operationId: id,
    tags: [tagOf(operation)],
    summary: operation.summary,
    ...(notes.length > 0 ? { description: notes.join(' ') } : {}),
    'x-provenance': provenance,
    security: [...securityOf(operation.auth), ...(operation.orMerchant ? securityOf('merchant') : [])],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: responsesOf(operation, schemas),
  };
}

function parametersOf(operation: Operation): Json[] {
  const known = operation.params ? parameterSchemas(operation.params).properties : {};
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: known[name] ?? { type: 'string' },
  }));
  const mark = operation.provenance === 'spec' ? {} : { 'x-provenance': operation.provenance };
  const query = operation.query ? Object.entries(parameterSchemas(operation.query).properties) : [];
  return [
    ...inPath,
    ...query.map(([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      ...(description ? { description } : {}),
      ...mark,
      schema,
    })),
    ...[...(operation.requestHeaders ?? []), ...(operation.constant ? [ifNoneMatch] : [])].map(
      ({ name, description }) => ({
        name,
        in: 'header',
        description,
        'x-provenance': 'decided',
        schema: { type: 'string' },
      }),
    ),
    ...(operation.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
}

const ifNoneMatch = { name: 'If-None-Match', description: 'The `ETag` of the answer that the client has.' };

function requestBodyOf(operation: Operation, schemas: DocumentSchemas): Json | undefined {
  if (operation.body) {
    const content = { schema: schemas.refOf(operation.body), example: operation.example };
    return { required: operation.bodyOptional !== true, content: { 'application/json': content } };
  }
  if (!operation.rawBody) return undefined;
  const { mediaType, schema, example } = operation.rawBody;
  const content = { schema: schemas.refOf(schema), ...(example === undefined ? {} : { example }) };
  return { content: { [mediaType]: content } };
}

function securityOf(auth: Auth): Json[] {
  switch (auth) {
    case 'none':
      return [];
    case 'terminal':
      return [{ terminalSignature: [], terminalTimestamp: [] }];
    default:
      return [{ [`${auth}Token`]: [] }];
  }
}

/** `components.securitySchemes` (specification, Authentication). */
export const securitySchemes: Json = {
  apiToken: { type: 'http', scheme: 'bearer', description: 'API token `sim_api_…`.' },
  consoleToken: { type: 'http', scheme: 'bearer', description: 'Console token `sim_con_…`.' },
  merchantToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'Access token of the merchant login.',
  },
  terminalSignature: {
    type: 'apiKey',
    in: 'header',
    name: terminalHeaders.signature,
    description:
      'Hex HMAC-SHA256 with the terminal’s secret_key over body, line feed, x-pos-timestamp, line feed, path and query.',
    'x-provenance': 'field',
  },
  terminalTimestamp: {
    type: 'apiKey',
    in: 'header',
    name: terminalHeaders.timestamp,
    description: 'ISO 8601 with `Z`, `±hh:mm`, `±hhmm` or `±hh`, at most 5 minutes off.',
    'x-provenance': 'field',
  },
};

/** `components.parameters`. */
export const parameterComponents: Json = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'The same key with the same JSON value as body within 24 h gets the same answer, and nothing happens twice; with another body 409.',
    schema: { type: 'string', maxLength: 255 },
    'x-provenance': 'field',
  },
};

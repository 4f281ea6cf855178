import { parameterComponents, pathsOf, securitySchemes } from './paths.ts';
import { headerComponents, responseComponents } from './responses.ts';
import { documentSchemas, type Json } from './schemas.ts';
import { tags } from './tags.ts';
import { webhooksOf } from './webhooks.ts';

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

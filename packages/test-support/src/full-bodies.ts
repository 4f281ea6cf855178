import { type Operation, openApiDocument } from '@svc-simulator/contract';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

type Values = Readonly<Record<string, unknown>>;

const document = openApiDocument({ serverUrl: 'http://simulator.invalid', version: '0' }) as unknown as {
  readonly paths: Readonly<
    Record<
      string,
      Record<string, { requestBody: { content: Record<string, { schema: Schema }> } } | undefined>
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/** A body with every field that an operation has, as its schema in the OpenAPI document says; `given` by name, wherever it stands. */
export function fullBody({ method, path }: Operation, given: Values): Values {
  const body = document.paths[path]?.[method.toLowerCase()]?.requestBody;
  const schema = body?.content['application/json']?.schema;
  if (!schema) throw new Error(`${method} ${path} has no body`);
  return exampleOf(schema, given) as Values;
}

function exampleOf(schema: Schema, given: Values): unknown {
  const { $ref, anyOf, properties, items } = schema;
  if ($ref) return exampleOf(document.components.schemas[$ref.split('/').pop() ?? ''] ?? {}, given);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (properties)
    return Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [
        name,
        name in given ? given[name] : exampleOf(member, given),
      ]),
    );
  if (anyOf) return exampleOf(anyOf[0] ?? {}, given);
  if (items) return [exampleOf(items, given)];
  const [type] = [schema.type].flat();
  if (type === 'boolean') return true;
  if (type === 'integer') return schema.minimum ?? 1;
  if (type === 'number') return 1;
  if (schema.format === 'date-time') return '2090-01-31T00:00:00.000Z';
  return schema.format === 'uri' ? 'https://shop.invalid/back' : 'text';
}

import { openApiDocument } from '@svc-simulator/contract';
import { memoize } from '@svc-simulator/core';
import { type Language, languages } from '@svc-simulator/texts/texts.ts';
import { openApiTexts } from './document-texts.ts';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

type Content = Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>;

export interface ApiResponse {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Content;
}

export interface ApiOperation {
  readonly id: string;
  readonly tag: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly provenance: 'spec' | 'field' | 'decided';
  readonly credentials: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly body: { readonly type: string; readonly schema?: Schema; readonly example?: unknown } | undefined;
  readonly responses: readonly (readonly [status: string, response: ApiResponse])[];
}

export interface ApiDocument {
  readonly about: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly operations: readonly ApiOperation[];
  readonly webhooks: readonly ApiOperation[];
  readonly schemas: Readonly<Record<string, Schema>>;
}

export const apiDocument = memoize(languages.length, createApiDocument);

async function createApiDocument(language: Language): Promise<ApiDocument> {
  const t = await openApiTexts(language);
  // biome-ignore lint/suspicious/noExplicitAny: the OpenAPI document has no type, and a test reads all of it.
  const document: any = JSON.parse(JSON.stringify(openApiDocument(t, { serverUrl: '', version: '' })));
  const resolveReference = (part: { $ref?: string }) =>
    part.$ref
      ?.split('/')
      .slice(1)
      .reduce((parent, name) => parent[name], document) ?? part;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  const toOperation = (method: string, path: string, source: any): ApiOperation => {
    const [content] = Object.entries<Content[string]>(source.requestBody?.content ?? {});
    return {
      id: source.operationId,
      tag: source.tags[0],
      method: method.toUpperCase(),
      path,
      summary: source.summary,
      description: source.description ?? '',
      provenance: source['x-provenance'],
      credentials: source.security.flatMap(Object.keys),
      parameters: (source.parameters ?? []).map(resolveReference),
      body: content && { type: content[0], ...content[1] },
      responses: Object.entries<ApiResponse>(source.responses).map(([status, response]) => [
        status,
        resolveReference(response),
      ]),
    };
  };
  const operationsIn = (paths: Readonly<Record<string, object>>) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, source]) => toOperation(method, path, source)),
    );
  return {
    about: document.info.description,
    tags: document.tags,
    // Leaves out aliases, which are second paths of operations that are already in the list.
    operations: operationsIn(document.paths).filter(({ id }) => !/Alias\d*$/.test(id)),
    webhooks: operationsIn(document.webhooks),
    schemas: document.components.schemas,
  };
}

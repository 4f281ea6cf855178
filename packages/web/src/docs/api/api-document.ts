import { openApiDocument } from '@svc-simulator/contract';
import { memoize } from '@svc-simulator/core';
import { type Language, languages } from '@svc-simulator/texts/texts.ts';
import { documentTexts } from './document-texts.ts';

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

export interface Answer {
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
  /** Names of the schemes, each of which opens it. */
  readonly credentials: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly body: { readonly type: string; readonly schema?: Schema; readonly example?: unknown } | undefined;
  readonly answers: readonly (readonly [status: string, answer: Answer])[];
}

/** The OpenAPI document as pages read it. */
export interface ApiDocument {
  readonly about: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly operations: readonly ApiOperation[];
  readonly webhooks: readonly ApiOperation[];
  readonly schemas: Readonly<Record<string, Schema>>;
}

/** The document in a language, made when it is first read. */
export const apiDocument = memoize(languages.length, makeDocument);

async function makeDocument(language: Language): Promise<ApiDocument> {
  const t = await documentTexts(language);
  // biome-ignore lint/suspicious/noExplicitAny: its form is the specification's, and a test walks all of it.
  const document: any = JSON.parse(JSON.stringify(openApiDocument(t, { serverUrl: '', version: '' })));
  const resolved = (part: { $ref?: string }) =>
    part.$ref
      ?.split('/')
      .slice(1)
      .reduce((within, name) => within[name], document) ?? part;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  const operation = (method: string, path: string, said: any): ApiOperation => {
    const [media] = Object.entries<Content[string]>(said.requestBody?.content ?? {});
    return {
      id: said.operationId,
      tag: said.tags[0],
      method: method.toUpperCase(),
      path,
      summary: said.summary,
      description: said.description ?? '',
      provenance: said['x-provenance'],
      credentials: said.security.flatMap(Object.keys),
      parameters: (said.parameters ?? []).map(resolved),
      body: media && { type: media[0], ...media[1] },
      answers: Object.entries<Answer>(said.responses).map(([status, answer]) => [status, resolved(answer)]),
    };
  };
  const allOf = (paths: Readonly<Record<string, object>>) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, said]) => operation(method, path, said)),
    );
  return {
    about: document.info.description,
    tags: document.tags,
    // Another path of the same is told by the note of the one that it stands for.
    operations: allOf(document.paths).filter(({ id }) => !/Alias\d*$/.test(id)),
    webhooks: allOf(document.webhooks),
    schemas: document.components.schemas,
  };
}

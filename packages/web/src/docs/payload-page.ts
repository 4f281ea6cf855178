import { openApiDocument } from '@svc-simulator/contract';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { html, raw } from 'hono/html';
import { documentTexts } from '../reference/document-texts.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly {
    readonly name?: string;
    readonly in?: string;
    readonly description?: string;
    readonly required?: boolean;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
  >;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Every field of every webhook, request and answer of the service's own API, out of the OpenAPI document. */
export async function payloadTables(language: Language): Promise<string> {
  const t = await documentTexts(language);
  const document: Document = JSON.parse(JSON.stringify(openApiDocument(t, { serverUrl: '', version: '' })));
  const said = payloadTexts[language];
  const fields = new Fields(document, said);
  const webhooks = Object.entries(document.webhooks);
  const body = bodyOf(webhooks[0]?.[1].post.requestBody);
  const operations = Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/api/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, each]) => ({ path: `${method.toUpperCase()} ${path}`, ...each })),
    );
  return String(html`<h2 id="webhook-events">${said.events}</h2>
<table><tbody>${webhooks.map(([name, { post }]) => html`<tr><td><code>${name}</code></td><td>${post.summary}</td></tr>`)}</tbody></table>
<h2 id="webhook-headers">${said.headers}</h2>
<table><tbody>${(webhooks[0]?.[1].post.parameters ?? []).map(({ name, description }) => html`<tr><td><code>${name}</code></td><td>${description}</td></tr>`)}</tbody></table>
<h2 id="webhook-body">${said.body}</h2>
${fields.table(body)}
${operations.map(
  ({ path, operationId, summary, requestBody, responses }) => html`<h2 id="${operationId}">${summary}</h2>
<p><code>${path}</code></p>
${requestBody ? html`<h3 id="${operationId}-request">${said.request}</h3>${fields.table(bodyOf(requestBody))}` : ''}
${answerOf(responses) ? html`<h3 id="${operationId}-answer">${said.answer}</h3>${fields.table(answerOf(responses))}` : ''}`,
)}`);
}

function bodyOf(
  holder: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> } | undefined,
): Schema | undefined {
  return holder?.content?.['application/json']?.schema;
}

/** What `data` of the answer holds. */
function answerOf(responses: Operation['responses']): Schema | undefined {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  return bodyOf(success)?.properties?.data;
}

class Fields {
  readonly #document: Document;
  readonly #said: (typeof payloadTexts)['en'];

  constructor(document: Document, said: (typeof payloadTexts)['en']) {
    this.#document = document;
    this.#said = said;
  }

  table(schema: Schema | undefined): string | ReturnType<typeof html> {
    const rows = this.#rowsOf(schema, '', []);
    if (rows.length === 0) return '';
    const [field, type, what] = this.#said.columns;
    return html`<table><thead><tr><th>${field}</th><th>${type}</th><th>${what}</th></tr></thead><tbody>${raw(rows.join(''))}</tbody></table>`;
  }

  /** A row a field; `within` are the schemas around it, since one may hold itself. */
  #rowsOf(asked: Schema | undefined, path: string, within: readonly Schema[]): string[] {
    const schema = this.#resolved(asked);
    if (!schema || within.includes(schema)) return [];
    const around = [...within, schema];
    if (schema.anyOf && !schema.properties)
      return schema.anyOf.flatMap((each) => this.#rowsOf(each, path, around));
    if (schema.items) return this.#rowsOf(schema.items, `${path}[]`, around);
    return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
      const field = this.#resolved(member) ?? member;
      const full = path ? `${path}.${name}` : name;
      const said = [
        schema.required?.includes(name) ? this.#said.required : '',
        member.description ?? field.description ?? '',
      ];
      const row = html`<tr><td><code>${full}</code></td><td>${this.#typeOf(field)}</td><td>${said.filter(Boolean).join(' ')}</td></tr>\n`;
      return [String(row).replace(/`([^`]+)`/g, '<code>$1</code>'), ...this.#rowsOf(field, full, around)];
    });
  }

  #resolved(schema: Schema | undefined): Schema | undefined {
    const name = schema?.$ref?.replace('#/components/schemas/', '');
    return name === undefined ? schema : this.#document.components.schemas[name];
  }

  #typeOf(schema: Schema): string {
    const { types } = this.#said;
    if (schema.const !== undefined) return String(schema.const);
    if (schema.enum) return schema.enum.join(', ');
    if (schema.anyOf)
      return schema.anyOf.map((each) => this.#typeOf(this.#resolved(each) ?? each)).join(' / ');
    const names = [schema.type ?? 'any'].flat().map((name) => types[name] ?? name);
    return names.join(' / ') + (schema.format ? ` (${schema.format})` : '');
  }
}

interface Texts {
  readonly events: string;
  readonly headers: string;
  readonly body: string;
  readonly request: string;
  readonly answer: string;
  readonly columns: readonly [field: string, type: string, what: string];
  readonly required: string;
  readonly types: Readonly<Record<string, string>>;
}

/** What the reference of payloads says around names and descriptions of the contract. */
const payloadTexts: Readonly<Record<Language, Texts>> = {
  en: {
    events: 'Events of webhooks',
    headers: 'Headers of a webhook',
    body: 'Body of a webhook',
    request: 'Request body',
    answer: 'Answer, in data',
    columns: ['Field', 'Type', 'What it is'],
    required: 'Required.',
    types: {},
  },
  es: {
    events: 'Eventos de los webhooks',
    headers: 'Cabeceras de un webhook',
    body: 'Cuerpo de un webhook',
    request: 'Cuerpo de la petición',
    answer: 'Respuesta, en data',
    columns: ['Campo', 'Tipo', 'Qué es'],
    required: 'Obligatorio.',
    types: {
      string: 'texto',
      number: 'número',
      integer: 'entero',
      boolean: 'booleano',
      object: 'objeto',
      array: 'lista',
      null: 'nulo',
      any: 'cualquiera',
    },
  },
};

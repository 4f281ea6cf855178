import type { Language } from '@svc-simulator/texts/texts.ts';
import { TextsProvider, t } from '../../kit/parts.tsx';
import { docsTexts } from '../page-texts.ts';
import { type ApiDocument, type ApiOperation, apiDocument } from './api-document.ts';
import { FieldTable, NamedTable } from './field-table.tsx';

export async function payloadTables(language: Language): Promise<string> {
  const t = docsTexts(language);
  const document = await apiDocument(language);
  const { webhooks, operations } = document;
  const tables = (
    <TextsProvider value={t}>
      <h2 id="webhook-events">{t('docs.payloads.events')}</h2>
      <EventTable webhooks={webhooks} />
      <h2 id="webhook-headers">{t('docs.payloads.headers')}</h2>
      <NamedTable
        heads={[t('docs.fields.header'), t('docs.fields.meaning')]}
        rows={(webhooks[0]?.parameters ?? []).map(({ name, description = '' }) => [name, description])}
      />
      <h2 id="webhook-body">{t('docs.payloads.body')}</h2>
      <FieldTable document={document} schema={webhooks[0]?.body?.schema} />
      {operations
        .filter(({ path }) => path.startsWith('/api/'))
        .map((operation) => (
          <details>
            <summary>
              <h2 id={operation.id}>{operation.summary}</h2>
            </summary>
            <p>
              <code>
                {operation.method} {operation.path}
              </code>
            </p>
            {operation.body && (
              <>
                <h3 id={`${operation.id}-request`}>{t('docs.api.body')}</h3>
                <FieldTable document={document} schema={operation.body.schema} />
              </>
            )}
            {successSchema(operation) && (
              <>
                <h3 id={`${operation.id}-answer`}>{t('docs.api.data')}</h3>
                <FieldTable document={document} schema={successSchema(operation)} />
              </>
            )}
          </details>
        ))}
    </TextsProvider>
  );
  return String(tables);
}

export function EventTable({ webhooks }: Pick<ApiDocument, 'webhooks'>) {
  const heads = [t('docs.fields.event'), t('docs.fields.meaning')];
  return <NamedTable heads={heads} rows={webhooks.map(({ path, summary }) => [path, summary])} />;
}

export function successSchema({ responses }: Pick<ApiOperation, 'responses'>) {
  const [, success] = responses.find(([status]) => status.startsWith('2')) ?? [];
  return success?.content?.['application/json']?.schema?.properties?.data;
}

import { EXAMPLE_AGREEMENT_ID } from '@svc-simulator/contract';
import { html, raw } from 'hono/html';
import { quoteForBash } from '../../console/parts/curl.ts';
import { withCode } from '../../kit/page-frame.tsx';
import { LabeledField, TextField, t } from '../../kit/parts.tsx';
import { codeBlock } from '../code-blocks.ts';
import type { ApiDocument, ApiOperation } from './api-document.ts';
import { FieldTable, meaningOf, NamedTable, typeText } from './field-table.tsx';
import { EventTable, successSchema } from './payload-tables.tsx';

type ReferenceProps = Readonly<{ document: ApiDocument }>;

export function ApiIndex(props: ReferenceProps & Readonly<{ hrefOf: (page: string) => string }>) {
  const { document, hrefOf } = props;
  const { about, tags, operations, webhooks } = document;
  return (
    <article>
      <h1>{t('kit.places.api')}</h1>
      <p>{withCode(about.split('\n\n')[0] ?? '')}</p>
      <p>
        <a href="/openapi.json">openapi.json</a> · <a href="/fidelidad">{t('kit.places.fidelity')}</a>
      </p>
      {tags.map(({ name, description }, index) => (
        <details open={index === 0}>
          <summary>
            <h2 id={name.replaceAll(' ', '-')}>{t.maybe(`docs.api.tags.${name}`)}</h2>
          </summary>
          <p class="hint">{withCode(description)}</p>
          <ul class="operations">
            {operations
              .filter(({ tag }) => tag === name)
              .map((operation) => (
                <li>
                  <a href={hrefOf(operation.id)}>
                    <MethodAndPath operation={operation} />
                    <span class="soft">{operation.summary}</span>
                  </a>
                </li>
              ))}
          </ul>
        </details>
      ))}
      <details>
        <summary>
          <h2 id="webhooks">{t('docs.payloads.events')}</h2>
        </summary>
        <EventTable webhooks={webhooks} />
      </details>
      <p>
        <a href={hrefOf('../payloads')}>{t('docs.payloads.body')}</a>
      </p>
    </article>
  );
}

function MethodAndPath({ operation: { method, path } }: { readonly operation: ApiOperation }) {
  return (
    <>
      <span class={`method ${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
    </>
  );
}

type OperationProps = ReferenceProps & Readonly<{ operation: ApiOperation }>;

export function OperationPage({ document, operation }: OperationProps) {
  const { summary, description, provenance, credentials, parameters, body, responses } = operation;
  const isSigned = credentials.includes('terminalSignature');
  // Cast to any one key, because `t` accepts only literal keys. Every credential has a text.
  const credentialTextKey = (credentials[0] ?? 'none') as 'none';
  return (
    <article>
      <h1>{summary}</h1>
      <p class="row place">
        <MethodAndPath operation={operation} />
        {provenance !== 'spec' && <span class="tag">{t(`kit.mark.${provenance}`)}</span>}
      </p>
      {description && <p>{withCode(description)}</p>}
      <p class="hint">{withCode(t(`docs.api.credentials.${credentialTextKey}`))}</p>
      {!isSigned && raw(codeBlock(String(html`${curlCommandFor(operation)}`), 'sh', t))}
      {!isSigned && <TryForm operation={operation} />}
      {parameters.length > 0 && (
        <>
          <h2 id="parameters">{t('docs.api.parameters')}</h2>
          <NamedTable
            heads={(['field', 'place', 'type', 'meaning'] as const).map((name) => t(`docs.fields.${name}`))}
            rows={parameters.map(({ name, in: location, schema = {}, required, description: meaning }) => [
              name,
              t.maybe(`docs.fields.places.${location}`) ?? location,
              typeText(t, schema),
              meaningOf(t, required, meaning),
            ])}
          />
        </>
      )}
      {body && (
        <>
          <h2 id="request">{t('docs.api.body')}</h2>
          <FieldTable document={document} schema={body.schema} />
        </>
      )}
      <h2 id="answers">{t('docs.api.answers')}</h2>
      <NamedTable
        heads={[t('docs.fields.status'), t('docs.fields.meaning')]}
        rows={responses.map(([status, response]) => [status, response.description ?? ''])}
      />
      {successSchema(operation) && (
        <>
          <h2 id="answer">{t('docs.api.data')}</h2>
          <FieldTable document={document} schema={successSchema(operation)} />
        </>
      )}
    </article>
  );
}

const credentialVariables: Readonly<Record<string, string>> = {
  apiToken: 'SIM_TOKEN',
  consoleToken: 'SIM_CONSOLE_TOKEN',
  merchantToken: 'MERCHANT_TOKEN',
};

/** Returns a shell command that calls the operation with the variables that `sim env` prints. */
function curlCommandFor({ method, path, credentials: [credential = ''], body }: ApiOperation): string {
  const urlPath = path.replace(/\{(\w+)\}/g, (_, name) => `$${name.toUpperCase()}`);
  const token = credentialVariables[credential];
  const example = body?.example === undefined ? undefined : exampleText(body.example);
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$SIM_URL${urlPath}"`,
    ...(token ? [`-H "Authorization: Bearer $${token}"`] : []),
    ...(body ? [`-H 'Content-Type: ${body.type}'`] : []),
    ...(example === undefined ? [] : [`-d ${quoteForBash(example)}`]),
  ].join(' \\\n  ');
}

function exampleText(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example, null, 2);
}

function TryForm({ operation }: Omit<OperationProps, 'document'>) {
  const { method, path, parameters, body, credentials } = operation;
  const [credential = ''] = credentials;
  const fields = parameters.filter(({ in: location }) => location !== 'header');
  return (
    <form
      id="try"
      class="panel stack"
      method="post"
      action="/console/reference"
      data-method={method}
      data-path={path}
      data-type={body?.type}
      data-token={credential === 'consoleToken' ? 'console_token' : 'token'}
      data-agreement={EXAMPLE_AGREEMENT_ID}
      data-failed={t('docs.api.noAnswer')}
      hidden
    >
      <h2>{t('docs.api.try')}</h2>
      {fields.length > 0 && (
        <div class="grid">
          {fields.map(({ name, in: location, required }) => (
            <TextField name={name} label={<code>{name}</code>} data-in={location} required={required} />
          ))}
        </div>
      )}
      {credential && (
        <div data-credential>
          <TextField
            name="try-token"
            label={t('docs.api.token')}
            hint={t('docs.api.logIn')}
            data-in="token"
            spellcheck={false}
          />
        </div>
      )}
      {body && (
        <LabeledField name="try-body" label={t('docs.api.body')}>
          <textarea id="try-body" class="mono" data-in="body" rows={12} spellcheck={false}>
            {body.example === undefined ? '' : exampleText(body.example)}
          </textarea>
        </LabeledField>
      )}
      <button type="submit" class="button primary">
        {t('docs.api.send')}
      </button>
      <div id="tried" class="stack" role="status" />
    </form>
  );
}

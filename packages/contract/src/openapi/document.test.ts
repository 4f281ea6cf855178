import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratch.ts';
import { operations } from '../operations.ts';
import { englishDocument } from './english.ts';
import type { Json } from './schemas.ts';

interface DescribedOperation {
  readonly operationId: string;
  readonly 'x-provenance': string;
  readonly description?: string;
  readonly parameters?: readonly { readonly name: string }[];
  readonly responses: Record<string, unknown>;
}

const document = englishDocument({ serverUrl: 'http://127.0.0.1:4010', version: '1.2.3' });
const paths = document.paths as Record<string, Record<string, DescribedOperation>>;
const run = promisify(execFile);

function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === '$ref' ? [String(member)] : refsIn(member),
  );
}

function pathsWith(part: unknown, matches: (part: Json) => boolean, at = ''): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const inside = Object.entries(part).flatMap(([key, member]) => pathsWith(member, matches, `${at}/${key}`));
  return matches(part as Json) ? [at, ...inside] : inside;
}

function resolve(ref: string): unknown {
  return ref
    .slice(2)
    .split('/')
    .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], document);
}

describe('OpenAPI document', () => {
  it('contains every operation and alias with its provenance and response', () => {
    for (const operation of operations) {
      const places = [
        { path: operation.path, provenance: operation.provenance },
        ...(operation.aliases ?? []),
      ];
      for (const { path, provenance } of places) {
        const described = paths[path]?.[operation.method.toLowerCase()];
        expect(described, `${operation.id} ${path}`).toMatchObject({ 'x-provenance': provenance });
        expect(described?.responses).toHaveProperty(String(operation.status));
      }
    }
  });

  it('contains the webhook of each event, and marks the extra ones', () => {
    const webhooks = Object.entries(document.webhooks as Record<string, { post: Record<string, unknown> }>);
    expect(webhooks.map(([event, { post }]) => [event, post['x-provenance']])).toEqual([
      ['payment_session.created', 'spec'],
      ['payment_session.paid', 'spec'],
      ['payment_session.accredited', 'spec'],
      ['payment_session.accreditation_to_recipient_failed', 'spec'],
      ['payment_session.failed', 'field'],
      ['payment_session.expired', 'field'],
      ['payment_session.partially_accredited', 'field'],
      ['payment_session.failed_credit', 'field'],
    ]);
  });

  it('resolves every reference, and uses every component', () => {
    const refs = new Set(refsIn(document));
    expect([...refs].filter((ref) => resolve(ref) === undefined)).toEqual([]);
    const { schemas } = document.components as { schemas: Record<string, unknown> };
    const unused = Object.keys(schemas).filter((name) => !refs.has(`#/components/schemas/${name}`));
    expect(unused).toEqual([]);
  });

  it('requires exactly the members that a request must have, and none with a default', () => {
    expect(resolve('#/components/schemas/ButtonSessionRequest')).toMatchObject({
      required: [
        'amount_reference',
        'currency_reference',
        'identifier',
        'agreement_id',
        'identifier_label',
        'description',
        'success_url',
        'failure_url',
      ],
      properties: {
        amount_reference: { type: 'number', exclusiveMinimum: 0, maximum: 999999999999.99 },
        duration_minutes: {
          type: 'integer',
          minimum: 5,
          maximum: 20,
          description: expect.stringContaining('Default: `10`.'),
          'x-provenance': 'field',
        },
        identifier: { type: 'string', minLength: 1, maxLength: 500 },
        split: { properties: { rules: { type: 'array', minItems: 1, maxItems: 20 } } },
      },
    });
    expect(resolve('#/components/schemas/ButtonSessionRequest')).not.toHaveProperty('additionalProperties');
  });

  it('includes responses that occur rarely, such as a pending probe or too many streams', () => {
    expect(paths['/control/probes']?.post?.responses).toMatchObject({
      200: { content: { 'application/json': { schema: { properties: { status: { const: 200 } } } } } },
      202: { content: { 'application/json': { schema: { properties: { status: { const: 202 } } } } } },
    });
    for (const path of ['/console/trace', '/console/classes/{class_id}/progress'])
      expect(paths[path]?.get?.responses[429], path).toMatchObject({
        description: 'In hosted mode, the account has too many open streams',
        headers: { 'Retry-After': {} },
      });
    expect(paths['/console/keys']?.get?.responses).not.toHaveProperty('429');
  });

  it('includes the 422 and 207 of production, and marks those that never occur here', () => {
    const with422 = operations
      .filter(({ method, path }) => paths[path]?.[method.toLowerCase()]?.responses[422] !== undefined)
      .filter(({ family }) => family === 'session');
    const isMarked = ({ method, path }: (typeof with422)[number]) =>
      (paths[path]?.[method.toLowerCase()]?.responses[422] as Json | undefined)?.['x-not-produced'] === true;
    expect(with422.map(({ id }) => id).sort()).toEqual([
      'createAgreement',
      'createButtonSession',
      'createPartner',
      'createRequestBatch',
      'createRequestSession',
      'createSplitReceiptAgreement',
      'createStop',
      'createStopBatch',
      'deleteStop',
      'expireSession',
      'reorderStops',
      'updateStop',
    ]);
    expect(with422.filter((one) => !isMarked(one)).map(({ id }) => id)).toEqual(['expireSession']);
    expect(paths['/api/v1/ext/payment-sessions/request/batch']?.post?.responses[207]).toMatchObject({
      'x-not-produced': true,
      content: { 'application/json': { schema: { properties: { status: { const: 207 } } } } },
    });
  });

  it("contains no feature that client generators don't support, even if it is valid", () => {
    const operations = Object.values(paths).flatMap((item) => Object.values(item));
    const webhooks = Object.values(
      document.webhooks as Record<string, Record<string, DescribedOperation>>,
    ).flatMap((item) => Object.values(item));
    const statuses = [...operations, ...webhooks].flatMap(({ responses }) => Object.keys(responses));
    expect(statuses.filter((status) => !/^\d{3}$/.test(status))).toEqual([]);
    const { schemas } = document.components as { schemas: Record<string, unknown> };
    expect(pathsWith(schemas, (schema) => 'default' in schema)).toEqual([]);
    expect(pathsWith(document, (schema) => 'const' in schema && !('type' in schema))).toEqual([]);
    expect(pathsWith(document, (schema) => schema.in === 'query' && /\W/.test(String(schema.name)))).toEqual(
      [],
    );
  });

  it('describes every operation', () => {
    const undescribed = Object.values(paths)
      .flatMap((item) => Object.values(item))
      .filter(({ description }) => !description);
    expect(undescribed.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('has one deepObject `status` in each list of transactions', () => {
    for (const path of [
      '/api/v1/merchants/{merchantId}/transactions',
      '/api/v1/pos-terminals/{serialNumber}/transactions',
    ])
      expect(paths[path]?.get?.parameters?.filter(({ name }) => /status/.test(name))).toMatchObject([
        {
          name: 'status',
          in: 'query',
          style: 'deepObject',
          explode: true,
          schema: { type: 'object', properties: { eq: { type: 'string' }, in: { type: 'string' } } },
        },
      ]);
  });

  it('passes redocly without errors and warnings', { timeout: 120_000 }, async () => {
    const folder = scratchFolder();
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(document));
    // `GET /{session_id}` only redirects or returns 404, so it has no 2xx response.
    const leading = { 'operation-2xx-response': ['#/paths/~1{session_id}/get/responses'] };
    await writeFile(join(folder, '.redocly.lint-ignore.yaml'), JSON.stringify({ 'openapi.json': leading }));
    const cli = createRequire(import.meta.url).resolve('@redocly/cli/package.json');
    const { stdout } = await run(
      process.execPath,
      [
        join(cli, '..', 'bin', 'cli.js'),
        'lint',
        'openapi.json',
        '--format=json',
        // The paths `status/{session_id}` of the specification and `{session_id}/status` of the field must
        // both stay.
        '--skip-rule=no-ambiguous-paths',
        // `/health`, `/fidelidad` and `/openapi.json` have no input that could be invalid.
        '--skip-rule=operation-4xx-response',
      ],
      {
        cwd: folder,
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    );
    const { totals, problems } = JSON.parse(stdout.slice(stdout.indexOf('{')));
    expect(problems).toEqual([]);
    expect(totals).toMatchObject({ errors: 0, warnings: 0 });
  });
});

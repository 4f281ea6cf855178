import { describe, expect, it } from 'vitest';
import { accountSettings } from '../accounts/account-settings.ts';
import { englishDocument } from './english.ts';
import type { Json } from './schemas.ts';

/**
 * Fields that the specification states for an operation, separated by blanks; `a.b` is a nested field. All
 * other fields need a mark (contract section 10, OpenAPI).
 */
interface StatedFields {
  readonly query?: string;
  readonly body?: string;
  readonly data?: string;
}

const CREDITS = 'receiver_credits receiver_credits_summary receiver_credits_summary.total_credits';
const PAYMENT = 'session_payment session_payment.id session_payment.origin session_payment.amount_reference';
const STATUS = `id status ${PAYMENT} ${CREDITS.replace(/receiver/g, 'session_payment.receiver')}`;
const TRANSACTION =
  'id status amountReference confirmData confirmData.authorizationCode confirmData.processCode confirmData.commitAt confirmData.amountReference confirmData.terminalNumber confirmData.trace confirmData.utcDate confirmData.cardTypeForRpt confirmData.visOrMccCard cancellationDara cancellationDara.commitAt';

const statedFields: Readonly<Record<string, StatedFields>> = {
  registerConsoleAccount: {
    body: 'short_name password',
    data: 'console_token key key.token key.webhook_secret',
  },
  registerAccount: { body: 'short_name password', data: 'account_id token webhook_secret' },
  loginApi: { data: 'token refreshToken' },
  refreshApiToken: { body: 'refreshToken', data: 'token refreshToken' },
  createAgreement: {
    body: 'title description split payment_methods payment_methods.immediate_debit payment_methods.crypto payment_methods.mobile_payment default_bank_account_id rules rules.origin_bank_code rules.destination_bank_account_id',
    data: 'agreement_id status',
  },
  createButtonSession: {
    body: 'amount_reference currency_reference identifier_label identifier description success_url failure_url agreement_id webhook_url',
    data: 'id status payment_url payment_qr config',
  },
  getSessionStatus: { data: STATUS },
  forceOutcome: { body: 'leg outcome', data: STATUS },
  listSessions: { data: STATUS },
  getTrace: { query: 'type', data: 'type' },
  getKeys: { data: 'receivers receivers.paid receivers.accredited receivers.fail receivers.captura' },
  getProgress: { data: 'practices' },
  registerMerchant: {
    body: 'legalName taxId email password phone address',
    data: 'id legalName status createdAt',
  },
  loginMerchant: { body: 'email password', data: 'accessToken tokenType expiresIn merchantId' },
  pairTerminal: { body: 'serial', data: 'code' },
  activateTerminal: { body: 'serial code', data: 'secret_key' },
  createTransaction: {
    body: 'orderId amountReference currencyReference allowAmountChange clientIdentification terminalSerial deeplinkConfig deeplinkConfig.returnPackage deeplinkConfig.returnActivity currency serial',
    data: TRANSACTION,
  },
  getTransaction: { data: TRANSACTION },
  cancelTransaction: { data: TRANSACTION },
  listTerminalTransactions: { query: 'status', data: TRANSACTION },
};
const STATED_WEBHOOK_FIELDS = `event ${PAYMENT} ${CREDITS}`;

const document = englishDocument({ serverUrl: 'http://127.0.0.1:4010', version: '1.2.3' });

interface DescribedOperation {
  readonly operationId: string;
  readonly 'x-provenance': string;
  readonly parameters?: readonly Json[];
  readonly requestBody?: Json;
  readonly responses: Record<string, Json>;
}

function operationsIn(paths: unknown): readonly DescribedOperation[] {
  return Object.values(paths as Record<string, Record<string, DescribedOperation>>).flatMap((item) =>
    Object.values(item),
  );
}

function resolveReference(part: Json): Json {
  if (typeof part.$ref !== 'string') return part;
  const steps = part.$ref.slice(2).split('/');
  return steps.reduce<unknown>((part, key) => (part as Json)[key], document) as Json;
}

const isMarked = (part: Json) =>
  (part['x-provenance'] ?? resolveReference(part)['x-provenance'] ?? 'spec') !== 'spec';

/**
 * Returns the fields that have no mark, neither their own nor one on a schema around them. Skips the
 * `covered` schemas, which are checked elsewhere.
 */
function unmarkedFields(schema: Json, covered: readonly unknown[], prefix = ''): string[] {
  if (isMarked(schema) || covered.includes(schema.$ref)) return [];
  const target = resolveReference(schema);
  const { items, additionalProperties, anyOf = [], oneOf = [], allOf = [], properties = {} } = target;
  const parts = [items, additionalProperties, anyOf, oneOf, allOf].flat();
  const inside = parts.flatMap((part) =>
    typeof part === 'object' ? unmarkedFields(part as Json, covered, prefix) : [],
  );
  const fields = Object.entries(properties as Record<string, Json>).filter(([, field]) => !isMarked(field));
  return [
    ...inside,
    ...fields.flatMap(([name, field]) => [
      prefix + name,
      ...unmarkedFields(field, covered, `${prefix}${name}.`),
    ]),
  ];
}

function schemasIn({ content = {} }: Json): readonly Json[] {
  return Object.values(content as Record<string, { readonly schema: Json }>).map(({ schema }) => schema);
}

const sortNames = (names: readonly string[]) => [...new Set(names)].filter(Boolean).sort();
const words = (text = '') => sortNames(text.split(' '));

function fieldsOf(
  { parameters = [], requestBody = {}, responses }: DescribedOperation,
  covered: readonly unknown[],
) {
  const query = parameters
    .map(resolveReference)
    .filter((part) => part.in !== 'path' && !isMarked(part) && !isMarked(part.schema as Json));
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const answers = successes
    .flatMap(([, response]) => schemasIn(response))
    .flatMap((schema) => unmarkedFields(schema, covered));
  return {
    query: sortNames(query.map(({ name }) => String(name))),
    body: sortNames(schemasIn(requestBody).flatMap((schema) => unmarkedFields(schema, covered))),
    envelope: sortNames(answers.filter((name) => !name.startsWith('data.'))),
    data: sortNames(answers.filter((name) => name.startsWith('data.')).map((name) => name.slice(5))),
  };
}

const described = operationsIn(document.paths);
const isStated = (operation: DescribedOperation) => operation['x-provenance'] === 'spec';
const schemasOfSpecification = described.filter(isStated).flatMap(({ requestBody = {}, responses }) => {
  const data = Object.values(responses)
    .flatMap(schemasIn)
    .map((schema) => (schema.properties as Record<string, Json> | undefined)?.data?.$ref);
  return [...schemasIn(requestBody).map(({ $ref }) => $ref), ...data].filter(Boolean);
});

describe('provenance in the OpenAPI document', () => {
  it.each(described.map((operation) => [operation.operationId, operation] as const))(
    "marks exactly the fields of %s that aren't in the specification",
    (id, operation) => {
      const { envelope, ...fields } = fieldsOf(operation, isStated(operation) ? [] : schemasOfSpecification);
      const { query, body, data } = (isStated(operation) && statedFields[id.replace(/Alias$/, '')]) || {};
      expect(fields).toEqual({ query: words(query), body: words(body), data: words(data) });
      expect(words('status title detail data')).toEqual(expect.arrayContaining(envelope));
    },
  );

  it("marks every webhook field that isn't in the specification", () => {
    for (const webhook of operationsIn(document.webhooks))
      expect(fieldsOf(webhook, []).body).toEqual(words(STATED_WEBHOOK_FIELDS));
  });

  it('marks settings with their declared provenance', () => {
    const provenances = Object.entries(accountSettings).map(([name, { provenance }]) => [name, provenance]);
    const { Settings, UpdateSettingsRequest } = (document.components as { schemas: Record<string, Json> })
      .schemas;
    for (const schema of [Settings, UpdateSettingsRequest]) {
      const properties = Object.entries(schema?.properties as Record<string, Json>);
      expect(properties.map(([name, field]) => [name, field['x-provenance']])).toEqual(provenances);
    }
  });
});

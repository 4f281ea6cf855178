import * as api from '@svc-simulator/contract';
import { defineParameters, type ParsedInput } from '../../parameters.ts';
import { fieldLines } from '../../rendering/view-lines.ts';
import { pageQuery, requestCommand } from '../../request-command.ts';
import { viewCommand } from '../../view-command.ts';

const createParameters = defineParameters({
  '<title>': 'field.title',
  '--method <method...>': {
    text: 'field.payment_methods',
    choices: api.paymentMethods,
    fallbackKey: 'cli.common.where_default',
  },
  '--bank-account <id>': 'cli.agreement.bank_account',
  '--description <text>': 'field.description',
  '--split': 'cli.agreement.split',
});

/** Returns the body of a new agreement. It accepts every payment method unless the options name some. */
export function agreementBody(title: string, options: Partial<ParsedInput<typeof createParameters>> = {}) {
  const { method = api.paymentMethods, bankAccount = '01020000000000000001', description, split } = options;
  return {
    title,
    payment_methods: Object.fromEntries(method.map((name) => [name, true])),
    default_bank_account_id: bankAccount,
    ...(description !== undefined && { description }),
    ...(split && { split }),
  };
}

export const agreementCommands = {
  create: requestCommand({
    parameters: createParameters,
    call: ({ connection, values }) =>
      connection.callUnchecked(api.createAgreement, { body: agreementBody(values.title, values) }),
    lines: (data, style) => fieldLines('made', data, style),
    next: ({ agreement_id }, { context }) => `${context.program} session create --agreement ${agreement_id}`,
  }),

  list: viewCommand(api.agreementView, {
    call: ({ connection, values }) => connection.call(api.listAgreements, { query: pageQuery(values) }),
  }),
};

export const partnerCommands = {
  create: requestCommand({
    parameters: { '<name>': 'field.name', '--identification <text>': 'field.identification' },
    call: ({ connection, values }) => {
      const { name, identification } = values;
      return connection.callUnchecked(api.createPartner, { body: { name, identification } });
    },
    lines: (data, style) => fieldLines('partner', data, style),
  }),

  list: viewCommand(api.partnerView, {
    call: ({ connection, values }) => connection.call(api.listPartners, { query: pageQuery(values) }),
  }),
};

import type { DataOf } from '@svc-simulator/client';
import { createAgreement, listAgreements } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { Option } from 'commander';
import { type Call, listCommand, pageOf, plainCommand, showCommand } from '../../plain-command.ts';
import { agreementListLines } from '../../rendering/agreement-lines.ts';
import { fieldLines } from '../../rendering/text.ts';

const methods = ['immediate_debit', 'mobile_payment', 'crypto'];

interface CreateOptions {
  readonly method?: readonly string[];
  readonly bankAccount?: string;
  readonly description?: string;
  readonly split?: boolean;
}

/** The body of an agreement that works at once: it takes every method unless some are named. */
export function agreementBody(title: string, options: CreateOptions = {}) {
  const { method = methods, bankAccount = '01020000000000000001', description, split } = options;
  return {
    title,
    payment_methods: Object.fromEntries(method.map((name) => [name, true])),
    default_bank_account_id: bankAccount,
    ...(description !== undefined && { description }),
    ...(split && { split }),
  };
}

export const agreementCommands = {
  create: plainCommand({
    takes: (command) =>
      command
        .argument('<title>', 'what the agreement is called')
        .addOption(
          new Option('--method <method...>', 'how it may be paid').choices(methods).default(undefined, 'all'),
        )
        .option('--bank-account <id>', 'where the money goes (default: a made-up one)')
        .option('--description <text>', 'what it is for')
        .option('--split', 'its sessions may be split among partners'),
    call: ({ connection, options }: Call<CreateOptions>, title) =>
      connection.api().callUnchecked(createAgreement, { body: agreementBody(title, options) }),
    lines: (data, colours) => fieldLines(data, colours.dim),
    next: ({ agreement_id }, { context }) => `${context.program} session create --agreement ${agreement_id}`,
  }),

  list: listCommand({
    call: ({ connection, options }) => connection.api().call(listAgreements, { query: pageOf(options) }),
    lines: agreementListLines,
    ifEmpty: (program) => t`no agreement here; ${program} agreement create TITLE makes one`,
  }),

  show: showCommand<DataOf<typeof listAgreements>[number]>({
    argument: 'agreement',
    idOf: ({ agreement_id }) => agreement_id,
    page: (connection, query) => connection.api().call(listAgreements, { query }),
  }),
};

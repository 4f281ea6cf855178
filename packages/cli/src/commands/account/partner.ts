import type { DataOf } from '@svc-simulator/client';
import { createPartner, listPartners } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { type Call, listCommand, pageOf, plainCommand, showCommand } from '../../plain-command.ts';
import { partnerListLines } from '../../rendering/agreement-lines.ts';
import { fieldLines } from '../../rendering/text.ts';

interface CreateOptions {
  readonly identification?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly bankAccount?: string;
}

export const partnerCommands = {
  create: plainCommand({
    takes: (command) =>
      command
        .argument('<name>', 'who it is')
        .option('--identification <text>', 'such as V12345678')
        .option('--email <address>', 'where to write to them')
        .option('--phone <number>', 'where to call them')
        .option('--bank-account <id>', 'where their money goes'),
    call: ({ connection, options }: Call<CreateOptions>, name) => {
      const { identification, email, phone, bankAccount: bank_account_id } = options;
      const body = { name, identification, email, phone, bank_account_id };
      return connection.api().callUnchecked(createPartner, { body });
    },
    lines: (data, colours) => fieldLines(data, colours.dim),
  }),

  list: listCommand({
    call: ({ connection, options }) => connection.api().call(listPartners, { query: pageOf(options) }),
    lines: partnerListLines,
    ifEmpty: (program) => t`no partner here; ${program} partner create NAME makes one`,
  }),

  show: showCommand<DataOf<typeof listPartners>[number]>({
    argument: 'partner',
    idOf: ({ partner_id }) => partner_id,
    page: (connection, query) => connection.api().call(listPartners, { query }),
  }),
};

import { listAgreements } from '@svc-simulator/contract';
import { listCommand, pageOf } from '../plain-command.ts';
import { agreementListLines } from '../rendering/agreement-lines.ts';

export const agreementCommands = {
  list: listCommand({
    call: ({ connection, options }) => connection.api().call(listAgreements, { query: pageOf(options) }),
    lines: agreementListLines,
    ifEmpty: () => 'no agreement here; POST /api/v1/ext/agreements makes one',
  }),
};

import { listPartners } from '@svc-simulator/contract';
import { listCommand, pageOf } from '../plain-command.ts';
import { partnerListLines } from '../rendering/agreement-lines.ts';

export const partnerCommands = {
  list: listCommand({
    call: ({ connection, options }) => connection.api().call(listPartners, { query: pageOf(options) }),
    lines: partnerListLines,
    ifEmpty: () => 'no partner here; POST /api/v1/ext/partners makes one',
  }),
};

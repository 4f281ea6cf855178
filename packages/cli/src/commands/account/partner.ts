import { listPartners } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { listCommand, pageOf } from '../../plain-command.ts';
import { partnerListLines } from '../../rendering/agreement-lines.ts';

export const partnerCommands = {
  list: listCommand({
    call: ({ connection, options }) => connection.api().call(listPartners, { query: pageOf(options) }),
    lines: partnerListLines,
    ifEmpty: () => t`no partner here; POST /api/v1/ext/partners makes one`,
  }),
};

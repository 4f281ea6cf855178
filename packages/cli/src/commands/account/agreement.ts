import { listAgreements } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { listCommand, pageOf } from '../../plain-command.ts';
import { agreementListLines } from '../../rendering/agreement-lines.ts';

export const agreementCommands = {
  list: listCommand({
    call: ({ connection, options }) => connection.api().call(listAgreements, { query: pageOf(options) }),
    lines: agreementListLines,
    ifEmpty: () => t`no agreement here; POST /api/v1/ext/agreements makes one`,
  }),
};

import { createPartner, listPartners } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { listCommand, pageOf, plainCommand } from '../../plain-command.ts';
import { partnerListLines } from '../../rendering/agreement-lines.ts';
import { fieldLines } from '../../rendering/text.ts';

export const partnerCommands = {
  create: plainCommand({
    takes: {
      '<name>': 'who it is',
      '--identification <text>': 'such as V12345678',
    },
    call: ({ connection, given }) => {
      const { name, identification } = given;
      return connection.api().callUnchecked(createPartner, { body: { name, identification } });
    },
    lines: (data, colours) => fieldLines(data, colours.dim),
  }),

  list: listCommand({
    call: ({ connection, given }) => connection.api().call(listPartners, { query: pageOf(given) }),
    lines: partnerListLines,
    ifEmpty: (program) => t`no partner here; ${program} partner create NAME makes one`,
  }),
};

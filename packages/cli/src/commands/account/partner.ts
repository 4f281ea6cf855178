import { createPartner, listPartners, partnerView } from '@svc-simulator/contract';
import { pageOf, plainCommand } from '../../plain-command.ts';
import { fieldLines } from '../../rendering/view-lines.ts';
import { viewCommand } from '../../view-command.ts';

export const partnerCommands = {
  create: plainCommand({
    takes: {
      '<name>': 'field.name',
      '--identification <text>': 'field.identification',
    },
    call: ({ connection, given }) => {
      const { name, identification } = given;
      return connection.api().callUnchecked(createPartner, { body: { name, identification } });
    },
    lines: (data, colours) => fieldLines('partner', data, colours),
  }),

  list: viewCommand(partnerView, {
    call: ({ connection, given }) => connection.api().call(listPartners, { query: pageOf(given) }),
  }),
};

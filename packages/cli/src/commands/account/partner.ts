import { createPartner, listPartners } from '@svc-simulator/contract';
import { listCommand, pageOf, plainCommand } from '../../plain-command.ts';
import { ago, columns, fieldLines, plain } from '../../rendering/text.ts';

export const partnerCommands = {
  create: plainCommand({
    takes: {
      '<name>': 'cli.partner.create.name',
      '--identification <text>': 'cli.partner.create.identification',
    },
    call: ({ connection, given }) => {
      const { name, identification } = given;
      return connection.api().callUnchecked(createPartner, { body: { name, identification } });
    },
    lines: (data, colours) => fieldLines(data, colours.dim),
  }),

  list: listCommand({
    call: ({ connection, given }) => connection.api().call(listPartners, { query: pageOf(given) }),
    lines: (partners, colours, nowMs) =>
      columns(
        partners.map(({ partner_id, created_at, name, identification = '' }) => [
          plain(partner_id),
          colours.dim(ago(colours.t, created_at, nowMs)),
          plain(identification, 40),
          plain(name, 60),
        ]),
      ),
    ifEmpty: ({ t, program }) => t('cli.partner.list.no_partner_partner_create', { program }),
  }),
};

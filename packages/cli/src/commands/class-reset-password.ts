import { resetTraineePassword } from '@svc-simulator/contract';
import { onClass } from '../class-target.ts';
import type { Declare } from '../command-tree.ts';
import { plain } from '../rendering/text.ts';

export const declareClassResetPassword: Declare = (command, surroundings) => {
  command.argument('<class-id>').argument('<trainee>', 'the short name, as the board shows it');
  onClass(command, surroundings, {
    call: (connection, class_id, short_name: string) =>
      connection.console().call(resetTraineePassword, { params: { class_id, short_name } }),
    lines: ({ short_name, password, expires_at }) => [
      `${plain(short_name)} logs in once with ${plain(password)} until ${plain(expires_at)}, and chooses another`,
    ],
  });
};

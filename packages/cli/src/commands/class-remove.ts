import { removeTrainee } from '@svc-simulator/contract';
import { onClass } from '../class-target.ts';
import type { Declare } from '../command-tree.ts';
import { plain } from '../rendering/text.ts';

export const declareClassRemove: Declare = (command, surroundings) => {
  command.argument('<class-id>').argument('<trainee>', 'the short name, as the board shows it');
  onClass(command, surroundings, {
    call: (connection, class_id, short_name: string) =>
      connection.console().call(removeTrainee, { params: { class_id, short_name } }),
    lines: ({ short_name }) => [`${plain(short_name)} is out of the class`],
  });
};

import { updateClass } from '@svc-simulator/contract';
import { onClass } from '../class-target.ts';
import type { Declare } from '../command-tree.ts';
import { classLines } from '../rendering/class-lines.ts';

export const declareClassClose: Declare = (command, surroundings) => {
  command.argument('<class-id>');
  onClass(command, surroundings, {
    call: (connection, class_id) =>
      connection.console().call(updateClass, { params: { class_id }, body: { closed: true } }),
    lines: classLines,
  });
};

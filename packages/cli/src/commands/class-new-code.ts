import { renewJoinCode } from '@svc-simulator/contract';
import { onClass } from '../class-target.ts';
import type { Declare } from '../command-tree.ts';
import { classLines } from '../rendering/class-lines.ts';

export const declareClassNewCode: Declare = (command, surroundings) => {
  command.argument('<class-id>');
  onClass(command, surroundings, {
    call: (connection, class_id) => connection.console().call(renewJoinCode, { params: { class_id } }),
    lines: classLines,
  });
};

import { updateClass } from '@svc-simulator/contract';
import { onClass } from '../class-target.ts';
import type { Declare } from '../command-tree.ts';
import { classLines } from '../rendering/class-lines.ts';

export const declareClassRename: Declare = (command, surroundings) => {
  command.argument('<class-id>').argument('<title>');
  onClass(command, surroundings, {
    call: (connection, class_id, title: string) =>
      connection.console().call(updateClass, { params: { class_id }, body: { title } }),
    lines: classLines,
  });
};

import type { Leaf } from '../command.ts';

/** A command of `sim` and of `relay`. */
export const completion: Leaf = {
  name: 'completion',
  summary: 'print a script for your shell that completes commands, options and their values',
  load: () => import('./completion-command.ts'),
};

import type { Leaf } from '../command.ts';

/** A command of `sim` and of `relay`. */
export const completion: Leaf = {
  name: 'completion',
  summary: 'help.completion',
  load: () => import('./completion-command.ts'),
};

import type { Leaf } from '../command.ts';

/** A command of `sim` and of `relay`. */
export const completion: Leaf = {
  name: 'completion',
  summary: 'cli.completion.summary',
  load: () => import('./completion-command.ts'),
};

import { version } from '../../../../package.json';
import { runCommand } from '../plain-command.ts';

export const declare = runCommand({
  isAlone: true,
  json: 'print {"version"}',
  run: ({ report }) => report({ version }, () => [version]),
});

import { version } from '../../../../package.json';
import { runCommand } from '../plain-command.ts';

export const declareVersion = runCommand({
  isAlone: true,
  json: 'print {"version"}',
  run: ({ report }) => report({ version }, () => [version]),
});

import { version } from '../../../../package.json';
import { runCommand } from '../plain-command.ts';

export const declare = runCommand({
  isAlone: true,
  json: 'cli.version.json',
  run: ({ report }) => report({ version }, () => [version]),
});

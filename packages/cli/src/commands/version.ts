import { version } from '../../../../package.json';
import type { Declare } from '../command.ts';
import { type ReportOptions, report } from '../rendering/report.ts';

export const declareVersion: Declare = (command, context) => {
  command
    .option('--json', 'print {"version"}')
    .action((options: ReportOptions) => report(context, options, { version }, () => [version]));
};

import { setClock } from '@svc-simulator/contract';
import type { Declare } from '../command-tree.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection.ts';
import { clockLines } from '../rendering/clock-lines.ts';
import { type ReportOptions, report } from '../rendering/report.ts';
import type { Surroundings } from '../surroundings.ts';

type Options = ConnectionOptions & ReportOptions;

export const declareClockFreeze: Declare = (command, surroundings) =>
  declare(command, (options) => setFrozen(surroundings, options, true));

export const declareClockUnfreeze: Declare = (command, surroundings) =>
  declare(command, (options) => setFrozen(surroundings, options, false));

function declare(command: Parameters<Declare>[0], action: (options: Options) => Promise<void>): void {
  takesConnection(command).option('--json', "print the API's JSON").action(action);
}

async function setFrozen(surroundings: Surroundings, options: Options, frozen: boolean): Promise<void> {
  const connection = await connect(surroundings, options);
  const { data } = await connection.api().call(setClock, { body: { frozen } });
  report(surroundings, options, data, (colours) => clockLines(data, colours));
}

import { main as run } from './main.ts';
import { runSim } from './run-sim.ts';

/** Entry of the bundle for `bin/sim.js`. */
export function main(process: NodeJS.Process): Promise<void> {
  return run(process, 'sim', runSim);
}

export { type Output, type Outside, outsideOf } from './cli-context.ts';
export { runRelay } from './run-relay.ts';
export { runSim } from './run-sim.ts';

export { type CliContext, contextOf, type Output } from './cli-context.ts';
export { runRelay } from './run-relay.ts';
export { runSim } from './run-sim.ts';

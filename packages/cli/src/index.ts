export {
  type CliEnvironment as Outside,
  type CliOutput as Output,
  environmentOfProcess as outsideOf,
} from './cli-context.ts';
export { runRelay } from './run-relay.ts';
export { runSim } from './run-sim.ts';

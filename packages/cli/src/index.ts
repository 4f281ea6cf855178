export { runRelay } from './run-relay.ts';
export { runSim } from './run-sim.ts';
export { type Output, type Surroundings, surroundingsOf } from './surroundings.ts';

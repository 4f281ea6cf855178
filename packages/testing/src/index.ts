export { SimulatorAssertionError } from './assertion-error.ts';
export { startSimulator } from './start-simulator.ts';
export type * from './testing-api.ts';

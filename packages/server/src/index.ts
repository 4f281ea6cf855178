export { accountEnvironment } from './accounts/account-environment.ts';
export type { DemoAccount } from './accounts/demo-account.ts';
export type { Log } from './runtime.ts';
export { urlHost } from './settings.ts';
export { createSimulator, type Simulator, type SimulatorOptions } from './simulator.ts';
export { StartError } from './start-error.ts';
export { clockOn } from './time/system-clock.ts';

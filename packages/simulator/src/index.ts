export type { Log } from '@svc-simulator/machine/log.ts';
export { addToNoProxy } from '@svc-simulator/machine/proxies.ts';
export { createClock } from '@svc-simulator/machine/system-clock.ts';

export { accountEnvironment, type DemoAccount } from '@svc-simulator/server/accounts/known-accounts.ts';
export { urlHost } from '@svc-simulator/server/settings.ts';
export { StartError } from '@svc-simulator/server/start-error.ts';
export { createSimulator, isOwnMachine, type Simulator, type SimulatorOptions } from './simulator.ts';

import { createSimulator } from '@svc-simulator/simulator';
import { THROWAWAY_COST } from '../../../packages/server/src/passwords/password.ts';

/** Starts a simulator and prints its URL; `DATABASE` selects the PostgreSQL store. */
const { DATABASE: database } = process.env;
const simulator = await createSimulator({
  port: 0,
  demo: false,
  passwordCost: THROWAWAY_COST,
  ...(database !== undefined && { database }),
});
process.stdout.write(`${simulator.url}\n`);
process.once('SIGTERM', () => void simulator.close().finally(() => process.exit(0)));

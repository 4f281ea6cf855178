/**
 * Runs the proofs of docs/proof.md in full: `npm run test:proof` runs all, `npm run test:proof -- kills
 * histories` only these. Variables of the environment, such as `SIM_KILL_CYCLES=20`, take precedence. Exits
 * with 1 if a proof fails.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const embedded = 'packages/store/src/embedded/';
const proofs = {
  'first-minute': [{}, 'test/proof/first-minute.test.ts'],
  sweep: [{ SIM_FAULT_SWEEP: 'full' }, `${embedded}fault-sweep.test.ts`, `${embedded}damage.test.ts`],
  kills: [{ SIM_KILL_CYCLES: '300' }, 'test/crash.test.ts'],
  'kills-postgres': [{ SIM_KILL_CYCLES: '100' }, 'test/crash-postgres.test.ts'],
  outage: [{ SIM_OUTAGE_SECONDS: '10' }, 'test/outage-postgres.test.ts'],
  races: [{ SIM_RACES: '500' }, 'packages/server/src/transactions/races.test.ts'],
  histories: [{ SIM_MODEL_RUNS: '2000' }, 'test/model.test.ts'],
  abuse: [{ ABUSE_REQUESTS: '100000' }, 'test/http-abuse.test.ts'],
  tenants: [{ TENANT_ABUSE_SECONDS: '600' }, 'test/tenant-abuse.test.ts', 'test/tls-abuse.test.ts'],
  shares: [{ JOB_FLOOD: '20000' }, 'test/job-shares.test.ts'],
  addresses: [{}, 'test/hosted-addresses.test.ts'],
  networks: [{}, 'test/proof/ipv6-networks.test.ts'],
  guesses: [{}, 'test/proof/guesses.test.ts'],
  rebinding: [{}, 'test/proof/rebinding.test.ts'],
  'others-files': [{}, 'test/proof/others-files.test.ts'],
  upgrade: [{}, 'test/proof/upgrade.test.ts'],
  walk: [{ SIM_WALK: 'full' }, 'test/console-walk.test.ts', 'test/terminal-page.test.ts'],
};

const requestedNames = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(proofs);
const unknown = requestedNames.filter((name) => !Object.hasOwn(proofs, name));
if (unknown.length > 0) {
  console.error(`no such proof: ${unknown.join(', ')}; there are ${Object.keys(proofs).join(', ')}`);
  process.exit(2);
}
const failures = requestedNames.filter((name) => {
  const [env, ...files] = proofs[name];
  console.log(`\n== ${name} ${Object.entries(env).map((pair) => pair.join('='))}`);
  const startMs = Date.now();
  const { status } = spawnSync('npx', ['vitest', 'run', '--config', 'test/vitest.config.ts', ...files], {
    cwd: root,
    env: { ...env, ...process.env },
    stdio: 'inherit',
  });
  console.log(
    `== ${name}: ${status === 0 ? 'passed' : 'failed'} in ${Math.round((Date.now() - startMs) / 1000)} s`,
  );
  return status !== 0;
});
process.exit(failures.length > 0 ? 1 : 0);

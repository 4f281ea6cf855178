import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sharedLimits } from '../packages/server/src/http/limits/shared-limits.ts';
import { call, openSession } from './support/api.ts';
import { root } from './support/program.ts';
import { runSimHere } from './support/sim-here.ts';
import { startSimulator, startSimulatorProcess } from './support/simulator.ts';
import { followTrace } from './support/trace.ts';

const page = readFileSync(`${root}docs/en/hosting.md`, 'utf8');

function named(pattern: RegExp): string[] {
  return [...new Set([...page.matchAll(pattern)].map(([name]) => name))].sort();
}

it.each(['en', 'es'])(
  'docs/%s/hosting.md lists all that accounts share, with the share of each',
  (language) => {
    const text = readFileSync(`${root}docs/${language}/hosting.md`, 'utf8');
    for (const [name, limit] of Object.entries<{ all: number; account?: unknown; address?: unknown }>(
      sharedLimits,
    )) {
      const { all, account = '–', address = '–' } = limit;
      expect(text).toContain(`| \`${name}\` | ${all} | ${account} | ${address} |`);
      expect([name, limit.account ?? limit.address]).toEqual([name, expect.anything()]);
    }
  },
);

describe('docs/en/hosting.md', () => {
  it('names only variables that sim start has', async () => {
    const { stdout } = await runSimHere(['start', '--help']);
    const help = stdout.replace(/\s+/g, ' ');
    const variables = named(/\bSIM_[A-Z_]+\b/g);
    expect(variables.length).toBeGreaterThan(7);
    expect(variables.filter((variable) => !help.includes(variable))).toEqual([]);
  });

  it('names only metrics that there are, and every one of them', async () => {
    const simulator = await startSimulator();
    const { url, account } = simulator;
    const trace = await followTrace(simulator);
    await openSession(simulator, { webhook_url: `${url}/console/hooks/${account.account_id}/paid` });
    await trace.first(({ type }) => type === 'webhook.delivered');
    const text = await (await fetch(`${url}/metrics`)).text();
    const shown = [...text.matchAll(/^# TYPE (sim_\w+)/gm)].map(([, name]) => name as string).sort();
    expect(named(/\bsim_[a-z_]+(?<!_)\b(?=[`{ [])/g)).toEqual(shown);
  });

  it('shows settings with which an instance starts', async () => {
    const [, block = ''] = /```sh\n(SIM_HOSTED.*?)```/s.exec(page) ?? [];
    const settings = Object.fromEntries(
      block
        .trim()
        .split('\n')
        .map((line) => line.split(/=(.*)/s)),
    );
    const { SIM_HOST: _host, SIM_PORT: _port, SIM_DATABASE: _database, ...env } = settings;
    const simulator = await startSimulatorProcess({ env });
    const token = settings.SIM_METRICS_TOKEN;
    expect((await fetch(`${simulator.url}/metrics`)).status).toBe(401);
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${simulator.url}/metrics`, { headers })).status).toBe(200);
    expect((await call(simulator.url, 'GET', '/ready')).status).toBe(200);
  });
});

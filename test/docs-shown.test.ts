import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { verificationCodes } from '@svc-simulator/core';
import { describe, expect, it } from 'vitest';
import {
  clientOfAddress,
  parseAddress,
  siteOfClient,
} from '../packages/server/src/http/limits/client-network.ts';
import { sharedLimits } from '../packages/server/src/http/limits/limit-table.ts';
import { call, connectionFlags, openAccount, openSession } from './support/api.ts';
import { DocPage, pageLanguages, runForOutputs } from './support/doc-page.ts';
import { freePort } from './support/listening.ts';
import { root, startProgram, stdoutOf } from './support/program.ts';
import { scratchFolder, scratchInsideCheckout } from './support/scratch.ts';
import { runSimHere } from './support/sim-here.ts';
import { simulatorOfFile, startSimulator, startSimulatorProcess } from './support/simulator.ts';
import { followTrace } from './support/trace.ts';

type Shown = readonly [commands: string, output: string];
/** Adds stderr to the output of the commands, because the page shows both. */
const withErrors = ([commands, output]: Shown): Shown => [`{ ${commands}} 2>&1 || true\n`, output];

/** For each page, the commands that it shows with their outputs. They run in order, with one simulator. */
const pages: Readonly<Record<string, (page: DocPage) => readonly Shown[]>> = {
  'chaos.md': (page) => [
    [
      `{ ${page.block('sh', 'npx sim chaos set --seed 42 --duplicate')}} >/dev/null\n${page.block('sh', 'npx sim trace --type')}`,
      page.block('text', 'webhook.attempted'),
    ],
  ],
  'clock.md': (page) => [
    page.commandsAndOutput('npx sim clock freeze'),
    withErrors(page.commandsAndOutput('npx sim clock advance 30 days --yes')),
  ],
  'scripted-outcomes.md': (page) => [
    page.commandsAndOutput('script.yaml'),
    page.commandsAndOutput('npx sim script magic --set'),
    withErrors(page.commandsAndOutput('npx sim script set -\n')),
  ],
  'snapshots.md': (page) => page.commandsWithOutput(),
};

it.each(Object.keys(pages).flatMap((name) => pageLanguages.map((language) => [name, language] as const)))(
  'prints the output that %s shows for its commands: %s',
  async (name, language) => {
    const examplesShown = pages[name]?.(new DocPage(name, language)) ?? [];
    const [dataDir, port] = [scratchFolder(), String(await freePort())];
    const { account } = await startSimulator({ dataDir });
    if (examplesShown.some(([commands]) => commands.includes('3000')))
      await startProgram(process.execPath, [`${root}examples/receivers/refuses-duplicates.js`], {
        env: { WEBHOOK_SECRET: account.webhook_secret, PORT: port },
      }).lines.first((line) => line.startsWith('POST http'));
    const printedText = await runForOutputs(
      examplesShown.map(([commands]) => commands.replaceAll('3000', port)),
      { SIM_DATA: dataDir, SIM_LANG: language },
    );
    expect(printedText.map(stableText)).toEqual(examplesShown.map(([, output]) => stableText(output)));
  },
);

it('prints the output that data.md shows for its commands, while a simulator runs and afterwards', async () => {
  const page = new DocPage('data.md');
  const dataDir = scratchFolder();
  const simulator = await startSimulator({ dataDir });
  const outputOf = async (text: string) => {
    const [commands, output] = page.commandsAndOutput(text);
    const script = commands.replaceAll('.sim/', `${dataDir}/`).replace('created.txt', `${dataDir}/$&`);
    expect(await runForOutputs([script], { SIM_DATA: dataDir })).toEqual([output]);
  };
  await outputOf('session create');
  expect(await simulator.stop()).toEqual({ code: 0, signal: null });
  await outputOf('.sim/db.json');
});

describe('docs/en', () => {
  const simulatorHere = simulatorOfFile();
  const english = readdirSync(`${root}docs/en`).map((name) => new DocPage(name));

  it('returns the response that a page shows below each curl command', async () => {
    const { url, account } = await simulatorHere();
    const requests = english.flatMap((page) => page.commandsWithOutput('json'));
    const answers = requests.map(async ([commands]) => {
      // curl can be missing, so the test sends the request itself.
      const [, method = '', path = '', body = ''] =
        /curl .*-X (\w+) \$SIM_URL(\S+) .* -d '([^']*)'/s.exec(commands) ?? [];
      return call(url, method, path, { token: account.token, body: JSON.parse(body) });
    });
    expect((await Promise.all(answers)).map(({ body }) => stableText(JSON.stringify(body)))).toEqual(
      requests.map(([, output]) => stableText(output.trim())),
    );
    expect(requests.length).toBeGreaterThan(1);
  });

  it('shows scripts that the simulator accepts', async () => {
    const simulator = await simulatorHere();
    const scripts = new DocPage('scripted-outcomes.md').blocks.filter(({ language }) => language === 'yaml');
    expect(scripts.length).toBeGreaterThan(0);
    const cwd = scratchFolder();
    for (const { text } of scripts) {
      writeFileSync(`${cwd}/script.yaml`, text);
      const words = ['script', 'set', 'script.yaml', ...connectionFlags(simulator)];
      expect(await runSimHere(words, { cwd })).toMatchObject({ code: 0, stderr: '' });
    }
  });
});

/**
 * Removes values that change between runs: times, ids, ports, sizes, and the clock's distance from real time.
 */
function stableText(text: string): string {
  return (
    text
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replace(/\b\d\d:\d\d:\d\d\.\d{3}\b/g, 'TIME')
      .replace(/[0-9a-f]{8}(-[0-9a-f-]{27})?\b/g, 'ID')
      .replace(/cli-\d+/g, 'cli-NUMBER')
      .replace(/"transactionId":\d+|\d+ (?=ms|bytes)/g, 'NUMBER')
      // If the commands take less than half a second, the output has no distance.
      .replace(
        /(?:with all times|con todas las horas) .* s$|with the same times|con las mismas horas/gm,
        'SHIFTED',
      )
      // On a busy machine, the clock can be behind instead of ahead.
      .replace(/, [^,\n]* (?:ahead|behind|adelantado|atrasado)$/gm, ', SPAN away')
  );
}

describe('doctor.md', () => {
  it.each(pageLanguages)(
    'prints the output and writes the files that the page shows for its commands: %s',
    async (language) => {
      const page = new DocPage('doctor.md', language);
      const port = String(await freePort());
      const atPort = (text: string) => text.replaceAll('3000', port);
      const cwd = scratchFolder();
      const receiver = startProgram('bash', ['-euc', inClone(atPort(page.block('sh', 'insists-on-order')))]);
      await receiver.lines.first((line) => line.startsWith('POST http'));

      const command = atPort(page.block('sh', '--secret whsec_of')).trim().split(' ').slice(2);
      const { code, stdout, stderr } = await runSimHere(command, { cwd, env: { SIM_LANG: language } });
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^.* --mock .*\n$/)]);
      expect(stdout).toBe(atPort(page.block('text', ' genuine_webhook    ')));

      const times = (xml: string) => xml.replace(/ time="[\d.]+"/g, '').replace(/^\s+/gm, '');
      expect(times(readFileSync(`${cwd}/doctor.xml`, 'utf8'))).toContain(
        times(page.block('xml', '<testcase')),
      );
    },
  );

  it('contains a CI job whose commands succeed', async () => {
    const port = String(await freePort());
    const cwd = scratchFolder();
    const script = inClone(new DocPage('doctor.md').block('sh', 'npx sim exec'))
      .replaceAll('3000', port)
      .replaceAll('npx sim', `"${process.execPath}" "${root}bin/sim.js"`);
    const job = startProgram('bash', ['-euc', script], { cwd });
    expect(await stdoutOf(job)).toMatch(/^all \d+ checks passed /m);
    expect(readFileSync(`${cwd}/doctor.xml`, 'utf8')).toContain('failures="0"');
  });
});

/** Replaces the directory of the installed package by the root of the checkout. */
function inClone(commands: string): string {
  return commands.replaceAll('node_modules/svc-simulator/', `"${root}"`);
}

describe('docs/en/webhooks.md', () => {
  const page = new DocPage('webhooks.md');

  it("contains a receiver that accepts the webhook of the page's command, and refuses others", async () => {
    const { url, account } = await startSimulator();
    const cwd = scratchInsideCheckout();
    writeFileSync(`${cwd}/receiver.mjs`, page.block('js', 'createServer(receive)'));
    const port = String(await freePort());
    const receiver = startProgram(process.execPath, ['receiver.mjs'], {
      cwd,
      env: { WEBHOOK_SECRET: account.webhook_secret, PORT: port },
    });
    const command = page.block('sh', 'trigger accredited').replace('3000', port);
    await runForOutputs([command], {
      SIM_URL: url,
      SIM_TOKEN: account.token,
      SIM_CONSOLE_TOKEN: account.console_token,
      SIM_AGREEMENT_ID: account.agreement_id,
    });
    await receiver.lines.first((line) => line.includes('payment_session.accredited'));
    expect((await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' })).status).toBe(401);
  });

  it('contains code that verifies webhooks without other packages', async () => {
    const cwd = scratchInsideCheckout();
    const caller = "console.log(JSON.stringify(await receive(new Headers(), '{}')));";
    writeFileSync(`${cwd}/alone.mjs`, `${page.block('js', 'export async function receive')}\n${caller}\n`);
    const program = startProgram(process.execPath, ['alone.mjs'], {
      cwd,
      env: { WEBHOOK_SECRET: 'whsec_x' },
    });
    expect(JSON.parse(await stdoutOf(program))).toEqual({ status: 401, text: 'header_missing' });
    expect(program.stderr()).toMatch(/^header_missing: .*the header svc-signature is missing/);
  });

  it('lists every cause for which verification fails', () => {
    const rows = [...page.text.matchAll(/^\| `(\w+)` \| [45]\d\d \|/gm)].map(([, code]) => code);
    expect(rows.sort()).toEqual([...verificationCodes].sort());
  });
});

const hosting = ['hosting', 'hosting-reference']
  .map((page) => readFileSync(`${root}docs/en/${page}.md`, 'utf8'))
  .join('\n');

function capturedNames(pattern: RegExp): string[] {
  return [...new Set([...hosting.matchAll(pattern)].map(([name]) => name))].sort();
}

it.each(['en', 'es'])(
  'lists in docs/%s/hosting-reference.md each limit that accounts share, with the share of one account or address',
  (language) => {
    const text = readFileSync(`${root}docs/${language}/hosting-reference.md`, 'utf8');
    for (const [name, limit] of Object.entries<{ all: number; account?: unknown; address?: unknown }>(
      sharedLimits,
    )) {
      const { all, account = '–', address = '–' } = limit;
      expect(text).toContain(`| \`${name}\` | ${all} | ${account} | ${address} |`);
      expect([name, limit.account ?? limit.address]).toEqual([name, expect.anything()]);
    }
  },
);

describe('the hosting pages', () => {
  it.each(pageLanguages)(
    'shows an nginx configuration that groups addresses into clients as the simulator does: %s',
    (language) => {
      const page = readFileSync(`${root}docs/${language}/hosting.md`, 'utf8');
      const [network, site] = [...page.matchAll(/"~\(\?s\)(\^.*\$)"/g)].map(
        ([, pattern = '']) => new RegExp(pattern, 's'),
      );
      const addresses =
        `203.0.113.5 203.0.113.6 2001:db8:1:2::1 2001:db8:1:2:a0a:a0a:a0a:a0a 2001:db8:1:a0a::1
      2001:db8:2:2::1 2001:db8:2:2::2`.split(/\s+/);
      const keys = addresses.map((text) => {
        const address = parseAddress(text);
        if (!address) throw new Error(`${text} is no address`);
        const bytes = Buffer.from(address.toByteArray()).toString('latin1');
        const client = clientOfAddress(address);
        return {
          nginx: [network?.exec(bytes)?.[1] ?? bytes, site?.exec(bytes)?.[1] ?? bytes],
          simulator: [client, siteOfClient(client) ?? client],
        };
      });
      const groups = (by: 'nginx' | 'simulator') =>
        [0, 1].map((level) =>
          keys.map((one) => keys.findIndex((other) => other[by][level] === one[by][level])),
        );
      expect(groups('nginx')).toEqual(groups('simulator'));
      expect(groups('nginx')).toEqual([
        [0, 1, 2, 2, 4, 5, 5],
        [0, 1, 2, 2, 2, 5, 5],
      ]);
    },
  );

  it('names only variables that sim start reads', async () => {
    const { stdout } = await runSimHere(['start', '--help']);
    const help = stdout.replace(/\s+/g, ' ');
    const variables = capturedNames(/\bSIM_[A-Z_]+\b/g);
    expect(variables.length).toBeGreaterThan(7);
    expect(variables.filter((variable) => !help.includes(variable))).toEqual([]);
  });

  it('names every existing metric and no other', async () => {
    const token = 'token-of-the-operator-and-of-the-metrics';
    const env = { SIM_OPERATOR_TOKEN: token, SIM_METRICS_TOKEN: token };
    const { url } = await startSimulator({ args: ['--hosted', '--drain', '0'], env });
    const place = { url, account: await openAccount(url) };
    const hooks = `${url}/console/hooks/${place.account.account_id}`;
    const trace = await followTrace(place);
    await openSession(place, { webhook_url: `${hooks}/paid` });
    await trace.first(({ type }) => type === 'webhook.delivered');
    // Metrics of the busiest accounts exist only while an attempt is running.
    await openSession(place, { webhook_url: `${hooks}/captura?delay_ms=4000` });
    const readMetricNames = async () => {
      const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
      const text = await answer.text();
      return [...text.matchAll(/^# TYPE (sim_\w+)/gm)].map(([, name]) => name as string).sort();
    };
    const namesOnPage = capturedNames(/\bsim_[a-z_]+(?<!_)\b(?=[`{ [])/g);
    // An alert names the buckets of a histogram; `# TYPE` names the histogram.
    const metricsOnPage = namesOnPage.map((name) => name.replace(/_bucket$/, ''));
    await expect.poll(readMetricNames).toEqual([...new Set(metricsOnPage)]);
  });

  it('shows settings with which an instance starts', async () => {
    const [, block = ''] = /```sh\n(SIM_HOSTED.*?)```/s.exec(hosting) ?? [];
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

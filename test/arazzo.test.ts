import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { arazzoDocument } from '@svc-simulator/verify/arazzo.ts';
import { allCases } from '@svc-simulator/verify/cases/index.ts';
import { expect, it } from 'vitest';
import { root } from './support/program.ts';
import { scratchFolder } from './support/scratch.ts';
import { startSimulator } from './support/simulator.ts';

const run = promisify(execFile);
const document = JSON.stringify(arazzoDocument(allCases()), null, 1);

it('is in docs/flows.arazzo.json, and Redocly Respect finds that the simulator follows it', {
  timeout: 600_000,
}, async () => {
  await expect(`${document}\n`).toMatchFileSnapshot(`${root}docs/flows.arazzo.json`);
  const simulator = await startSimulator();
  const { token, console_token: consoleToken, agreement_id: agreement } = simulator.account;
  const folder = scratchFolder();
  writeFileSync(join(folder, 'flows.arazzo.json'), document);
  writeFileSync(join(folder, 'openapi.json'), await (await fetch(`${simulator.url}/openapi.json`)).text());
  const future = new Date(Date.now() + 86_400_000).toISOString();
  const inputs = {
    token,
    consoleToken,
    agreement,
    future,
    unique: randomUUID().slice(0, 8),
    uuid: randomUUID(),
  };
  const cli = createRequire(import.meta.url).resolve('@redocly/cli/package.json');
  const words = [
    'respect',
    'flows.arazzo.json',
    '--input',
    JSON.stringify(inputs),
    '--json-output',
    'result.json',
  ];
  const { stdout } = await run(process.execPath, [join(cli, '..', 'bin', 'cli.js'), ...words], {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  expect(stdout).toMatch(/\d+ passed/);
});

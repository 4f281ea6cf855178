import { writeFileSync } from 'node:fs';
import { verificationCodes } from '@svc-simulator/core';
import { describe, expect, it } from 'vitest';
import { DocPage, printedBy } from './support/doc-page.ts';
import { freePort } from './support/listening.ts';
import { startProgram, stdoutOf } from './support/program.ts';
import { scratchBesideModules } from './support/scratch.ts';
import { startSimulator } from './support/simulator.ts';

const page = new DocPage('webhooks.md');

describe('docs/en/webhooks.md', () => {
  it('has a receiver that takes what its command sends, and refuses the rest', async () => {
    const { url, account } = await startSimulator();
    const cwd = scratchBesideModules();
    writeFileSync(`${cwd}/receiver.mjs`, page.block('js', 'createServer(receive)'));
    const port = String(await freePort());
    const receiver = startProgram(process.execPath, ['receiver.mjs'], {
      cwd,
      env: { WEBHOOK_SECRET: account.webhook_secret, PORT: port },
    });
    const command = page.block('sh', 'trigger accredited').replace('3000', port);
    await printedBy([command], {
      SIM_URL: url,
      SIM_TOKEN: account.token,
      SIM_CONSOLE_TOKEN: account.console_token,
      SIM_AGREEMENT_ID: account.agreement_id,
    });
    await receiver.lines.first((line) => line.includes('payment_session.accredited'));
    expect((await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' })).status).toBe(401);
  });

  it('verifies alone, too', async () => {
    const cwd = scratchBesideModules();
    const caller = "console.log(JSON.stringify(await receive(new Headers(), '{}')));";
    writeFileSync(`${cwd}/alone.mjs`, `${page.block('js', 'export async function receive')}\n${caller}\n`);
    const program = startProgram(process.execPath, ['alone.mjs'], {
      cwd,
      env: { WEBHOOK_SECRET: 'whsec_x' },
    });
    expect(JSON.parse(await stdoutOf(program))).toEqual({ status: 401, text: 'header_missing' });
    expect(program.stderr()).toMatch(/^header_missing: .*there is no svc-signature/);
  });

  it('lists every cause', () => {
    const rows = [...page.text.matchAll(/^\| `(\w+)` \| [45]\d\d \|/gm)].map(([, code]) => code);
    expect(rows.sort()).toEqual([...verificationCodes].sort());
  });
});

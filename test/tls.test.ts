import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAuthority, createCertificate } from '../packages/server/src/tls/certificates.ts';
import { root, runSim, startProgram } from './support/program.ts';
import { startReceiver } from './support/receiver.ts';
import { scratchFolder } from './support/scratch.ts';
import { runSimHere, startSimHere } from './support/sim-here.ts';

const nodeScript = (text: string) => ['--', process.execPath, '-e', text];

/** Returns the run file of the simulator that runs in this directory. */
function runFileIn(cwd: string): { readonly url: string; readonly ca_file?: string } {
  return JSON.parse(readFileSync(join(cwd, '.sim/running.json'), 'utf8'));
}

/** Requests `url` with `fetch` in its own process, which trusts only the certificates that `env` names. */
async function fetchStatus(url: string, env: Record<string, string>): Promise<string> {
  const script = `fetch(${JSON.stringify(url)}).then((answer) => console.log(answer.status), (error) => console.log(error.cause.code))`;
  const program = startProgram(process.execPath, ['-e', script], { env });
  await program.exited;
  return program.stdout().trim();
}

describe('sim start --tls', () => {
  it('is trusted by all commands in its directory, and by programs that know its certificate authority', async () => {
    const cwd = scratchFolder();
    const start = startSimHere(['start', '--tls', '--port', '0', '--accreditation-delay', '0'], { cwd });
    await start.lines.first((line) => line.includes('Try next'), 'the banner');
    const { url, ca_file: authority = '' } = runFileIn(cwd);
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(authority).toBe(join(cwd, '.sim/tls/ca.pem'));
    expect(start.stdout()).toContain(`NODE_EXTRA_CA_CERTS=${authority}`);

    const shop = await startReceiver();
    const relay = startSimHere(['relay', '--port', String(shop.port), '--json'], { cwd });
    await relay.lines.first((line) => line.includes('"connected"'), 'the relay’s connection');
    const run = async (...words: string[]) => {
      const result = await runSimHere(words, { cwd });
      expect(result.code, `sim ${words.join(' ')}: ${result.stderr}`).toBe(0);
      return result.stdout;
    };
    const creation = await run('session', 'create', '--webhook-url', 'http://localhost:1/hooks', '--json');
    const { id, payment_url } = JSON.parse(creation);
    expect(payment_url).toBe(`${url}/pay/${id}`);
    expect(await run('session', 'pay', id)).toContain('paid');
    await run('session', 'wait', id, '--for', 'accredited', '--timeout', '20000');
    const webhooks = await shop.received.atLeast(3, ({ method }) => method === 'POST', 'webhooks');
    expect(webhooks).toHaveLength(3);
    expect(await run('trace', '--session', id)).toContain('session.accredited');
    await run('snapshot', 'save', 'shop.json');
    await run('snapshot', 'load', 'shop.json', '--yes');
    await run('clock', 'advance', '1h');
    await run('pos', 'pair');
    expect(await run('health', '--mock', url.replace('127.0.0.1', 'localhost'))).toContain('ok');

    const env = { NODE_EXTRA_CA_CERTS: '' };
    const environment = JSON.parse((await runSimHere(['env', '--json'], { cwd, env })).stdout);
    expect(environment).toMatchObject({ DENO_CERT: authority, SIM_CA_FILE: authority });
    expect(await fetchStatus(`${url}/health`, environment)).toBe('200');
    expect(await fetchStatus(`${url}/health`, {})).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
    const stranger = await runSimHere(['health', '--mock', url]);
    expect([stranger.code, stranger.stderr]).toEqual([3, expect.stringContaining('NODE_EXTRA_CA_CERTS')]);
    await relay.stop();
    await start.stop();
  });

  it('serves a certificate of the user, which the commands trust', async () => {
    const cwd = scratchFolder();
    const period = { from: Date.now() - 1000, to: Date.now() + 86_400_000 };
    const { cert, key } = createCertificate(['localhost'], period, createAuthority(period));
    writeFileSync(join(cwd, 'own.pem'), cert);
    writeFileSync(join(cwd, 'own-key.pem'), key);
    const ownCertificate = ['--tls-cert', 'own.pem', '--tls-key', 'own-key.pem'];
    const start = startSimHere(['start', ...ownCertificate, '--port', '0'], { cwd });
    await start.lines.first((line) => line.includes('Try next'), 'the banner');
    expect(runFileIn(cwd)).toMatchObject({
      url: expect.stringMatching(/^https:\/\/localhost:/),
      ca_file: join(cwd, 'own.pem'),
    });
    expect((await runSimHere(['session', 'create'], { cwd })).code).toBe(0);
    await start.stop();
  });

  it('refuses to start with unusable files, and explains why', async () => {
    const cwd = scratchFolder();
    const attempt = async (...words: string[]) => {
      const { code, stderr } = await runSimHere(['start', '--port', '0', '--ephemeral', ...words], { cwd });
      return [code, stderr];
    };
    expect(await attempt('--tls-cert', 'none.pem')).toEqual([
      2,
      expect.stringContaining('pass --tls-cert and --tls-key together'),
    ]);
    expect(await attempt('--tls-cert', 'none.pem', '--tls-key', 'none')).toEqual([
      1,
      expect.stringMatching(/can't read the certificate .*none\.pem \(ENOENT\); check --tls-cert/),
    ]);
  });
});

describe('sim exec --tls', () => {
  it('makes the command’s programs trust the simulator in addition to their other authorities', async () => {
    const cwd = scratchFolder();
    writeFileSync(join(cwd, 'mine.pem'), createAuthority({ from: 0, to: Date.now() + 1e9 }).cert);
    const env = { NODE_EXTRA_CA_CERTS: join(cwd, 'mine.pem') };
    const { code, stdout, stderr } = await runSim(
      [
        'exec',
        '--tls',
        ...nodeScript(`(async () => {
          const { execFileSync } = require('node:child_process');
          const { readFileSync } = require('node:fs');
          const { SIM_URL, NODE_EXTRA_CA_CERTS, SSL_CERT_FILE, SIM_CA_FILE } = process.env;
          const blocks = (file) => readFileSync(file, 'utf8').split('-----BEGIN').length - 1;
          console.log(SIM_URL.split(':')[0], (await fetch(SIM_URL + '/health')).status,
            blocks(SIM_CA_FILE), blocks(NODE_EXTRA_CA_CERTS), blocks(SSL_CERT_FILE) > 100);
          const sim = [process.execPath, ${JSON.stringify(`${root}bin/sim.js`)}];
          console.log(execFileSync(sim[0], [sim[1], 'health']).toString().split(' ')[0]);
        })()`),
      ],
      { cwd, env },
    );
    expect(stderr).toBe('');
    expect([code, stdout]).toEqual([0, 'https 200 1 2 true\nok\n']);
  });
});

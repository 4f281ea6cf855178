import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { connectionFlags, openSession } from './support/api.ts';
import { root, startProgram, stdoutOf } from './support/program.ts';
import { startReceiver } from './support/receiver.ts';
import { scratchFolder } from './support/scratch.ts';
import { isSigned } from './support/signature.ts';
import { startSimulator } from './support/simulator.ts';

const folder = `${root}packages/relay/package`;

const run = ([program = '', ...words]: readonly string[], cwd: string) =>
  stdoutOf(startProgram(program, words, { cwd }));

describe('the package svc-relay', () => {
  it('contains only the relay, and delivers a webhook without other packages', async () => {
    const empty = scratchFolder();
    // Without scripts, because a build would change files that other tests use.
    const [packed] = JSON.parse(await run(['npm', 'pack', '--json', '--ignore-scripts', folder], empty));
    const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
    expect([packed.name, packed.version]).toEqual(['svc-relay', version]);
    expect(packed.size).toBeLessThan(330_000);
    expect(packed.unpackedSize).toBeLessThan(1_100_000);
    expect(packed.files.map(({ path }: { path: string }) => path).sort()).toEqual([
      'LICENSE',
      'README.md',
      'bin/svc-relay.js',
      'dist/THIRD-PARTY-LICENSES.txt',
      'dist/svc-relay.cjs',
      'package.json',
    ]);
    await run(['tar', '-xzf', packed.filename], empty);
    const binary = `${empty}/package/bin/svc-relay.js`;
    expect(await run([process.execPath, binary, '--help'], empty)).toMatch(/^Usage: svc-relay /);

    const simulator = await startSimulator();
    const receiver = await startReceiver();
    const words = [...connectionFlags(simulator), '--port', String(receiver.port), '--json'];
    const relay = startProgram(process.execPath, [binary, ...words], { cwd: empty });
    await relay.lines.first((line) => JSON.parse(line).type === 'connected', 'the connection');
    await openSession(simulator, { webhook_url: 'http://localhost:1/hooks?shop=7' });
    const webhook = await receiver.received.first(({ event }) => event === 'payment_session.created');
    expect(webhook.url).toBe('/hooks?shop=7');
    expect(isSigned(webhook, simulator.account.webhook_secret)).toBe(true);
    expect((await relay.stop()).code).toBe(0);
  });
});

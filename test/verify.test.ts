import { readFileSync } from 'node:fs';
import { everyCase } from '@svc-simulator/verify';
import { describe, expect, it } from 'vitest';
import { openAccount } from './support/api.ts';
import { runSim } from './support/program.ts';
import { scratchFolder } from './support/scratch.ts';
import { startSimulator } from './support/simulator.ts';

const cases = everyCase();

describe('the suite', () => {
  it('has its cases: 300 that are written, 2000 that follow from the schemas', () => {
    const generated = cases.filter((one) => one.generated);
    expect(cases.length - generated.length).toBeGreaterThanOrEqual(300);
    expect(generated.length).toBeGreaterThanOrEqual(2000);
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
    expect(cases.filter(({ steps }) => steps.length === 0)).toEqual([]);
  });

  // Twenty seconds of one processor, on a machine that has other work.
  it('finds nothing in our own simulator that differs, and judges all of it', {
    timeout: 600_000,
  }, async () => {
    const cwd = scratchFolder();
    const words = ['verify', '--junit', 'verify.xml', '--report', 'verify.html'];
    const { code, stdout, stderr } = await runSim(words, { cwd, env: { SIM_LANG: 'es' } });
    expect({ code, stderr, differs: stdout.split('recorrido')[0] }).toEqual({
      code: 0,
      stderr: '',
      differs: '',
    });
    expect(stdout).toMatch(/recorrido +\d+ coinciden +0 difieren +0 sin juzgar/);
    const counts = `tests="${cases.length}" failures="0" errors="0" skipped="0"`;
    expect(readFileSync(`${cwd}/verify.xml`, 'utf8')).toContain(counts);
    expect(readFileSync(`${cwd}/verify.html`, 'utf8')).toMatch(/<html lang="es">[\s\S]*Nada difiere\./);
  });

  it('judges the webhooks of a hosted simulator, which come by its relay', async () => {
    const hosted = await startSimulator({ args: ['--hosted'] });
    const { token, webhookSecret, agreementId } = await openAccount(hosted.url);
    const env = { SIM_TOKEN: token, SIM_WEBHOOK_SECRET: webhookSecret, SIM_AGREEMENT_ID: agreementId };
    const words = ['verify', '--against', hosted.url, '--only', 'createButtonSession.tells-', '--json'];
    const { code, stdout } = await runSim(words, { env });
    expect(code).toBe(0);
    const { operations, not_judged } = JSON.parse(stdout);
    expect(operations[0].axes.driven).toEqual({ matches: 5, differs: 0, not_judged: 0 });
    expect(not_judged).toEqual({ console: 1 });
  });

  it('says what it cannot judge where nobody names an account', async () => {
    const none = await runSim(['verify', '--against', 'http://127.0.0.1:9', '--json']);
    expect(none).toMatchObject({ code: 2, stdout: '' });
    const away = await runSim(['verify', '--against', 'http://127.0.0.1:9', '--all', '--json']);
    expect(away).toMatchObject({ code: 3, stdout: '' });
    const unknown = await runSim(['verify', '--only', 'nothing']);
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('--list') });
  });
});

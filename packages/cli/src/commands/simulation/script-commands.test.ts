import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { liveSimulator, runStage } from '../../../test/live.ts';

const live = liveSimulator();
const { sim } = live;

async function setFrom(text: string, name = 'script.yaml', ...words: string[]) {
  const stage = await live.createLiveStage(['script', 'set', name, ...words], {
    stdin: name === '-' ? text : '',
  });
  if (name !== '-') writeFileSync(join(stage.directory, name), text);
  return runStage(stage);
}

describe('sim script', () => {
  it('accepts JSON, a bare list of rules, and standard input', async () => {
    const rules = [{ match: {}, outcomes: [{ leg1: 'failed' }] }];
    for (const name of ['script.json', '-']) {
      const { code, stdout } = await setFrom(JSON.stringify(rules), name, '--json');
      expect(code).toBe(0);
      expect(JSON.parse(stdout).rules).toMatchObject([{ match: {}, next: { step: 0, leg1: 'failed' } }]);
    }
    await sim('script', 'clear');
  });

  it('shows the message of a rule in the output of sim session pay', async () => {
    const outcomes = [{ leg1: 'failed', user_message: 'Tarjeta rechazada' }];
    await setFrom(JSON.stringify([{ match: {}, outcomes }]), 'script.json');
    const { id } = await live.runForData('session', 'create');
    const { stdout } = await sim('session', 'pay', id, '--expect', 'failed');
    expect(stdout).toBe('failed  immediate debit  Tarjeta rechazada\n');
    await sim('script', 'clear');
  });

  it("reports a file that isn't valid JSON, and every fault of its rules", async () => {
    const faulty = await setFrom('- match: {}\n  outcomes: [{ leg1: failed, leg2: none }, { leg3: 1 }]\n');
    expect(faulty.code).toBe(1);
    expect(faulty.stderr).toMatch(/\/rules\/0\/outcomes\/0\/leg2 +requires a payment, but leg1 is failed/);
    expect(faulty.stderr).toMatch(/\/rules\/0\/outcomes\/1\/leg3 +is unknown; a result accepts leg1, /);
    const alias = await setFrom('- match: { amount_reference: *.02 }\n  outcomes: [{ leg1: failed }]\n');
    expect([alias.code, alias.stderr]).toEqual([
      2,
      expect.stringMatching(
        /^error: script\.yaml isn't valid YAML: .*put quotes around a string that begins with \*/,
      ),
    ]);
    const json = await setFrom('{"rules": [', 'script.json');
    expect([json.code, json.stderr]).toEqual([
      2,
      expect.stringMatching(/^error: script\.json isn't valid JSON: /),
    ]);
    const word = await setFrom('magic_amounts');
    expect([word.code, word.stderr]).toEqual([2, expect.stringContaining('must contain a list of rules')]);
    const missing = await sim('script', 'set', 'nowhere.yaml');
    expect([missing.code, missing.stderr]).toEqual([
      2,
      'error: nowhere.yaml cannot be read: no such file or directory (ENOENT)\n',
    ]);
  });
});

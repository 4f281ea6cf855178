import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { liveSimulator, runOn } from '../../../test/live.ts';

const live = liveSimulator();
const { sim, data, newSession } = live;

const yaml = `
# The first card of an order is declined.
rules:
  - name: second try
    match: { identifier: order-* }
    outcomes:
      - { leg1: failed, user_message: Card declined }
      - { leg1: paid, leg2: none }
  - match: { amount_reference: "*.99" }
    outcomes: [{ leg1: expired, after_ms: 500 }]
    afterwards: repeat
`;

async function setFrom(text: string, name = 'script.yaml', ...words: string[]) {
  const stage = await live.stageBeside(['script', 'set', name, ...words], {
    stdin: name === '-' ? text : '',
  });
  if (name !== '-') writeFileSync(join(stage.directory, name), text);
  return runOn(stage);
}

describe('sim script', () => {
  it('sets rules from YAML, shows how far they are, and takes them away', async () => {
    const set = await setFrom(yaml);
    expect(set.stderr).toBe('');
    expect(set.stdout.replace(/set \S+Z/, 'set AT')).toBe(
      [
        '2 rules, set AT',
        '  0  “second try” identifier order-*  matched 0  next: failed “Card declined” (outcome 0)',
        '  1  amount_reference *.99            matched 0  next: expired after 500 ms',
        '',
      ].join('\n'),
    );
    const id = await newSession('--identifier', 'order-7');
    expect((await sim('session', 'pay', id)).stdout).toBe('failed  immediate_debit  bank_rejected\n');
    const second = await newSession('--identifier', 'order-8');
    expect((await sim('session', 'pay', second, '--otp', '111111')).stdout).toBe('paid  immediate_debit\n');
    expect((await sim('script', 'show')).stdout).toContain('matched 2  used up\n');
    expect((await data('script', 'show')).rules[0]).toMatchObject({ matched: 2, next: null });
    expect((await sim('trace', '--type', 'script.matched')).stdout).toMatch(
      /script\.matched +\w{8} {2}rule 0 outcome 0: failed “second try”\n.*rule 0 outcome 1: paid none “second try”\n$/,
    );
    expect((await sim('script', 'clear')).stdout).toBe('no script: sessions end as their payers decide\n');
    expect((await data('script', 'show')).rules).toEqual([]);
  });

  it('takes JSON, a list of rules alone, and standard input', async () => {
    const rules = [{ match: {}, outcomes: [{ leg1: 'failed' }] }];
    for (const name of ['script.json', '-']) {
      const { code, stdout } = await setFrom(JSON.stringify(rules), name, '--json');
      expect(code).toBe(0);
      expect(JSON.parse(stdout).rules).toMatchObject([{ match: {}, next: { step: 0, leg1: 'failed' } }]);
    }
    await sim('script', 'clear');
  });

  it('prints the magic amounts, and sets them when it is told to', async () => {
    const table = await sim('script', 'magic');
    expect(table.stdout.split('\n').slice(0, 7)).toEqual([
      'x.01  paid, accredited                         when somebody pays',
      'x.02  failed                                   when somebody pays',
      'x.03  expired                                  when somebody pays',
      'x.04  paid, accreditation_to_recipient_failed  when somebody pays',
      'x.05  paid, never accredited                   when somebody pays',
      'x.11  paid, accredited                         after 1000 ms',
      'x.12  failed                                   after 1000 ms',
    ]);
    expect(table.stderr).toContain('sim script magic --set');
    expect((await data('script', 'show')).set_at).toBeNull();
    expect((await sim('script', 'magic', '--set')).code).toBe(0);
    expect((await data('script', 'show')).ready).toBe('magic_amounts');
    const id = await newSession('--amount', '7.02');
    expect((await sim('session', 'pay', id)).stdout).toContain('failed');
    await sim('script', 'clear');
  });

  it('says what is wrong with a file, and every fault of its rules', async () => {
    const faulty = await setFrom('- match: {}\n  outcomes: [{ leg1: failed, leg2: none }, { leg3: 1 }]\n');
    expect(faulty.code).toBe(1);
    expect(faulty.stderr).toMatch(/\/rules\/0\/outcomes\/0\/leg2 +needs a payment, and leg1 is failed/);
    expect(faulty.stderr).toMatch(/\/rules\/0\/outcomes\/1\/leg3 +is unknown; an outcome takes leg1, /);
    const alias = await setFrom('- match: { amount_reference: *.02 }\n  outcomes: [{ leg1: failed }]\n');
    expect([alias.code, alias.stderr]).toEqual([
      2,
      expect.stringMatching(/^error: script\.yaml is no YAML: .*a text that begins with \* needs quotes/),
    ]);
    const json = await setFrom('{"rules": [', 'script.json');
    expect([json.code, json.stderr]).toEqual([2, expect.stringMatching(/^error: script\.json is no JSON: /)]);
    const word = await setFrom('magic_amounts');
    expect([word.code, word.stderr]).toEqual([2, expect.stringContaining('must hold a list of rules')]);
    const missing = await sim('script', 'set', 'nowhere.yaml');
    expect([missing.code, missing.stderr]).toEqual([2, 'error: nowhere.yaml cannot be read: ENOENT\n']);
  });
});

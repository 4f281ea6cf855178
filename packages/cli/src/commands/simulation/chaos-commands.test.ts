import { describe, expect, it } from 'vitest';
import { liveSimulator } from '../../../test/live.ts';

const { sim, data, newSession } = liveSimulator();

describe('sim chaos', () => {
  it('is set, shows what it did, and is put off', async () => {
    expect((await sim('chaos', 'show')).stdout).toBe('chaos off\n');
    const set = await sim(
      'chaos',
      'set',
      '--seed',
      '42',
      '--duplicate',
      '1',
      '--drop',
      '0.125',
      '--delay',
      '0-0',
      '--latency',
      '5-5',
    );
    expect([set.code, set.stderr]).toEqual([0, '']);
    expect(set.stdout).toBe(
      [
        'chaos on  seed 42  0 webhooks, 0 API calls',
        '  duplicate  100 %   0 so far',
        '  drop       12.5 %  0 so far',
        '  latency    5 ms    0 so far',
        '',
      ].join('\n'),
    );
    await newSession('--webhook-url', 'http://localhost:1/hooks');
    expect((await sim('chaos', 'show')).stdout).toMatch(
      /^chaos on {2}seed 42 {2}1 webhook, 1 API call\n {2}duplicate {2}100 % {3}1 so far\n/,
    );
    const trace = (await sim('trace')).stdout;
    expect(trace).toMatch(/ chaos\.set +seed 42 duplicate 1 drop 0\.125 latency_ms 5\n/);
    expect(trace).toMatch(/ chaos\.injected +[0-9a-f]{8} {2}duplicate created\n/);
    expect(trace).toMatch(/ chaos\.injected +latency createButtonSession 5 ms\n/);
    expect(trace).toMatch(/ webhook\.emitted .* sent again chaos: duplicate\n/);
    expect((await sim('chaos', 'off')).stdout).toBe('chaos off\n');
    expect((await sim('trace', '--type', 'chaos.cleared')).stdout).toMatch(
      / chaos\.cleared +seed 42 after 1 webhook, 1 API call\n/,
    );
  });

  it('picks a seed, and says which', async () => {
    const { seed } = await data('chaos', 'set', '--reorder', '0.5', '--delay', '100-2000');
    expect(seed).toBeGreaterThanOrEqual(0);
    expect(await data('chaos', 'show')).toMatchObject({ active: true, seed, reorder: 0.5, duplicate: 0 });
    expect((await sim('chaos', 'show')).stdout).toContain('  delay    100 to 2000 ms  0 so far\n');
    expect((await sim('trace', '--type', 'chaos.set', '--limit', '1')).stdout).toContain(
      `seed ${seed} reorder 0.5 delay_ms 100-2000\n`,
    );
    await sim('chaos', 'off');
  });

  it('wants to know what is to go wrong, and how often', async () => {
    const nothing = await sim('chaos', 'set', '--seed', '1');
    expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining('--drop 0.1')]);
    expect((await sim('chaos', 'set', '--drop', '10%')).code).toBe(2);
    expect((await sim('chaos', 'set', '--delay', 'long')).stderr).toContain('100-2000');
    const longer = await sim('chaos', 'set', '--delay', '5-4');
    expect([longer.code, longer.stderr]).toEqual([1, expect.stringContaining('/delay_ms/max')]);
  });
});

import { systemClock } from '@svc-simulator/machine/system-clock.ts';
import { createSimulator } from '@svc-simulator/simulator';
import { expect, it } from 'vitest';
import { button, casesOf, received, status } from './builders.ts';
import { allCases } from './cases/index.ts';
import { runSuite } from './runner.ts';

const ofAgreements = allCases().filter(({ needs }) => needs.includes('agreement'));

const wrong = casesOf('createButtonSession', [
  ['driven', 'starts-paid', 'Payment session: no such sentence', button({}, { data: { status: 'paid' } })],
  [
    'driven',
    'stays-silent',
    'Payment session: no such sentence',
    button({ webhook_url: '{receiver}' }),
    status({ status: 'pending', nothing: undefined }),
    received('paid'),
  ],
]);

it('says of a simulator what matches, what differs and why, and what it cannot judge', async () => {
  const simulator = await createSimulator({ port: 0, throwaway: true, demo: false });
  try {
    const target = { baseUrl: simulator.url, clock: systemClock };
    const results = await runSuite({ ...target, cases: [...ofAgreements.slice(0, 40), ...wrong], all: true });
    const odd = results.filter(({ verdict }) => verdict !== 'matches');
    expect(odd.map((one) => one.case.id)).toEqual(wrong.map(({ id }) => id));
    expect(odd[0]).toMatchObject({
      verdict: 'differs',
      step: 1,
      differences: [{ at: 'body /data/status', wanted: '"paid"', got: '"pending"' }],
      curl: expect.stringContaining('"authorization: Bearer $SIM_TOKEN"'),
    });
    expect(odd[1]).toMatchObject({ step: 3 });
    const cut: typeof fetch = async (input, init) => {
      if (String(input).endsWith('/buttons')) throw new TypeError('fetch failed', { cause: 'cable cut' });
      return fetch(input, init);
    };
    const [unheard] = await runSuite({ ...target, cases: wrong.slice(0, 1), all: true, fetch: cut });
    expect(unheard).toMatchObject({
      differences: [{ at: 'status', wanted: '201', got: 'no answer (cable cut)' }],
    });
    const credentials = { token: 'unknown' };
    const [judged] = await runSuite({ ...target, credentials, cases: ofAgreements.slice(0, 1) });
    expect(judged).toMatchObject({ verdict: 'not-judged', because: 'agreement' });
  } finally {
    await simulator.close();
  }
});

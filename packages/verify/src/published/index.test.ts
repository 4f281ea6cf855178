import { createSimulator } from '@svc-simulator/simulator';
import { expect, it } from 'vitest';
import * as published from './index.ts';
import type * as Declared from './verify-api.ts';

it('makes this public, which is what its types say', () => {
  expect(Object.keys(published)).toEqual(['verify']);
  const verify: typeof Declared.verify = published.verify;
  expect(verify).toBeTypeOf('function');
});

it('judges a target', async () => {
  const simulator = await createSimulator({ port: 0, throwaway: true, demo: false });
  try {
    const only = ['createPartner.', 'updateSettings.flat'];
    const results = await published.verify({ baseUrl: simulator.url, only, generated: false });
    expect(results).toContainEqual(
      expect.objectContaining({ id: 'createPartner.answers', verdict: 'matches' }),
    );
    expect(results).toContainEqual(expect.objectContaining({ verdict: 'not-judged', because: 'unsafe' }));
    expect(results.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
  } finally {
    await simulator.close();
  }
});

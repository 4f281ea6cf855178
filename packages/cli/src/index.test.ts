import { expect, it } from 'vitest';
import * as cli from './index.ts';

it('makes this public', () => {
  expect(Object.keys(cli).sort()).toEqual(['contextOf', 'runRelay', 'runSim']);
});

import { expect, it } from 'vitest';
import * as core from './index.ts';

// The package's public names (types are not seen at run time): a change here is a change for those who build on it.
it('lists what is public', () => {
  expect(Object.keys(core).sort()).toEqual([]);
});

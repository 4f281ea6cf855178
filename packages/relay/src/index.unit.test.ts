import { expect, it } from 'vitest';
import * as relay from './index.ts';

it('makes exactly this public', () => {
  expect(Object.keys(relay).sort()).toMatchInlineSnapshot(`
    [
      "connectRelay",
      "endToEndHeaders",
      "runRelayCommand",
      "runReplayCommand",
    ]
  `);
});

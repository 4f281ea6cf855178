import { expect, it } from 'vitest';
import * as relay from './index.ts';

it('exports exactly these names', () => {
  expect(Object.keys(relay).sort()).toMatchInlineSnapshot(`
    [
      "connectRelay",
      "endToEndHeaders",
      "runRelayCommand",
      "runReplayCommand",
    ]
  `);
});

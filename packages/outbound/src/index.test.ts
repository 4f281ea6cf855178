import { expect, it } from 'vitest';
import * as outbound from './index.ts';

it('makes exactly this public', () => {
  expect(Object.keys(outbound).sort()).toMatchInlineSnapshot(`
    [
      "DeadlineQueue",
      "OutboundClient",
      "RawSender",
      "Slots",
      "TIMED_OUT",
      "failureOf",
    ]
  `);
});

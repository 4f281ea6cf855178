import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { expect, it } from 'vitest';
import { rateLimitedLog } from './rate-limited-log.ts';

it('logs a warning at most every ten seconds and an error every second, with the number of omitted lines', async () => {
  const clock = new ManualClock();
  const lines: unknown[] = [];
  const log = rateLimitedLog((level, message, fields) => lines.push([level, message, fields]), clock);
  const logAll = () => {
    log('warn', 'away', { cause: 'one' });
    log('warn', 'away', { cause: 'another' });
    log('error', 'failed');
    log('error', 'failed');
  };
  logAll();
  await clock.advance(999);
  logAll();
  expect(lines.splice(0)).toEqual([
    ['warn', 'away', { cause: 'one' }],
    ['error', 'failed', undefined],
  ]);
  await clock.advance(1);
  logAll();
  expect(lines.splice(0)).toEqual([['error', 'failed', { omitted: 3 }]]);
  await clock.advance(9000);
  logAll();
  expect(lines).toEqual([
    ['warn', 'away', { cause: 'one', omitted: 5 }],
    ['error', 'failed', { omitted: 1 }],
  ]);
});

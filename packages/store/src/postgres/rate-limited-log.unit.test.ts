import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { expect, it } from 'vitest';
import { rateLimitedLog } from './postgres-store.ts';

it('logs a warning once in ten seconds, and errors always', async () => {
  const clock = new ManualClock();
  const lines: string[] = [];
  const log = rateLimitedLog((level, message) => lines.push(`${level} ${message}`), clock);
  const all = () => {
    log('warn', 'away', { cause: 'one' });
    log('warn', 'away', { cause: 'another' });
    log('warn', 'broken');
    log('error', 'failed');
  };
  all();
  await clock.advance(9999);
  all();
  await clock.advance(1);
  all();
  const errors = ['error failed'];
  const warnings = ['warn away', 'warn broken', ...errors];
  expect(lines).toEqual([...warnings, ...errors, ...warnings]);
});

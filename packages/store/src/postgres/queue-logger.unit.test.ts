import { expect, it } from 'vitest';
import { queueLogger } from './queue-logger.ts';

it("logs that jobs still run if the queue isn't notified of them", () => {
  const lines: unknown[] = [];
  const logger = queueLogger((...line) => void lines.push(line));
  const cause = 'Error with notify listener (trying again in 42000ms): connect ECONNREFUSED';
  logger.error(cause);
  logger.error('Failed to return jobs');
  logger.info('Worker connected');
  expect(lines).toEqual([
    ['warn', 'the job queue is not notified of jobs; until it is, it looks for them each 100 ms', { cause }],
    ['warn', 'the job queue has a problem', { cause: 'Failed to return jobs' }],
  ]);
});

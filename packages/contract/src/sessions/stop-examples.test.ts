import { describe, expect, it } from 'vitest';
import { operations } from '../operations.ts';
import { stopExamples } from './stop-examples.ts';

const stops = operations.filter(({ path }) => path.includes('/payment-stops'));

describe('the stops', () => {
  it('are nine, each with its example', () => {
    expect(stops.map(({ id }) => id).sort()).toEqual(Object.keys(stopExamples).sort());
    expect(stops).toHaveLength(9);
  });

  it.each(stops)('$id answers a full object of its schema, marked as a mock', (stop) => {
    const example: unknown = stopExamples[stop.id as keyof typeof stopExamples];
    expect(stop.data?.().parse(example)).toEqual(example);
    expect(stop).toMatchObject({ status: 200, simHeader: 'mock' });
  });
});

import { expect, it } from 'vitest';
import * as testing from './index.ts';
import type * as Declared from './testing-api.ts';

it('exports the public functions', () => {
  expect(Object.keys(testing).sort()).toEqual(['SimulatorAssertionError', 'startSimulator']);
});

it('exports exactly the types that it declares', () => {
  // The type checker compares the types; at run time, only the presence of the exports is tested.
  const startSimulator: typeof Declared.startSimulator = testing.startSimulator;
  const error: Declared.SimulatorAssertionError = new testing.SimulatorAssertionError('x');
  expect(startSimulator).toBeTypeOf('function');
  expect(error).toBeInstanceOf(Error);
});

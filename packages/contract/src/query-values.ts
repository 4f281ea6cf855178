import { faultAt, toPointer } from './fields/faults.ts';
import type { Fault } from './problem.ts';

/** Filters that accept several values, separated by commas or in repeated parameters. */
const multiValued = ['status', 'status[in]', 'type'];

interface QueryValues {
  /** Values by parameter; several values of a filter are separated by commas. */
  readonly values: Readonly<Record<string, string>>;
  readonly faults: readonly Fault[];
}

/**
 * Parses the parameters of a query with all their values (contract section 13, Queries). An empty value
 * counts as absent, because some tools send every parameter.
 */
export function queryValues(parameters: Readonly<Record<string, readonly string[]>>): QueryValues {
  const present = Object.entries(parameters)
    .map(([name, all]) => [name, all.filter((value) => value !== '')] as const)
    .filter(([, all]) => all.length > 0);
  return {
    values: Object.fromEntries(present.map(([name, values]) => [name, values.join(',')])),
    faults: present
      .filter(([name, values]) => values.length > 1 && !multiValued.includes(name))
      .map(([name]) => faultAt(toPointer([name]), 'fault.filter.repeated')),
  };
}

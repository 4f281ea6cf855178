import { operations } from '@svc-simulator/contract';
import { terminal } from '../builders.ts';
import type { Schema } from '../comparator.ts';
import { declaredQuery } from '../contract-answers.ts';
import { generated, nameOf, placesOf } from './subjects.ts';

/** What a query has to have, beside what is tried. */
const asked: Readonly<Record<string, Readonly<Record<string, string>>>> = { search: { q: 'A' } };

/** Each parameter of each query, at its bounds and beyond, with each of its values and with none of them. */
export const queries = () =>
  operations
    .filter(({ query, media }) => query && !media?.includes('text/html'))
    .flatMap((operation) =>
      Object.entries(declaredQuery(operation)).flatMap(([name, schema]) => {
        const call = (value: string | number, status: number) => [
          ...(operation.path.includes('{serialNumber}') ? terminal : []),
          {
            call: operation.id,
            params: placesOf(operation),
            query: { ...asked[operation.id], [name]: value },
            want: { status, ...(status === 400 && { pointsAt: `/${name}` }) },
          },
        ];
        const { good, bad } = valuesOf(schema);
        return [
          // The query of a receiver says what it answers, and when.
          ...(operation.id === 'receiveHook' ? [] : good).map((value) =>
            generated(operation, 'query', [
              `${name}.${nameOf(value)}`,
              'behaviour',
              'conventions.lists',
              call(value, operation.status),
            ]),
          ),
          ...bad.map((value) =>
            generated(operation, 'query', [
              `${name}.no-${nameOf(value)}`,
              'negative',
              'conventions.lists',
              call(value, 400),
            ]),
          ),
        ];
      }),
    );

function valuesOf({ type, enum: listed, minimum = 1, maximum, maxLength }: Schema) {
  const values = (listed ?? []).filter((value) => typeof value === 'string');
  if (values.length > 0) return { good: values, bad: ['x', `${values[0]}x`] };
  if (type === 'integer')
    return {
      good: [minimum, ...(maximum === undefined ? [] : [maximum])],
      bad: [minimum - 1, ...(maximum === undefined ? [] : [maximum + 1]), 'x', '1.5', '1e2', ' 1'],
    };
  return { good: [], bad: maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)] };
}

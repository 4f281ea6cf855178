import { describe, expect, it } from 'vitest';
import { faultsOf } from '../fields/faults.ts';
import type { BodyOf } from '../operation.ts';
import type { Fault } from '../problem.ts';
import { createButtonSession, createRequestBatch, createRequestSession } from './sessions.ts';

const button: Record<string, unknown> = createButtonSession.example;
const request: Record<string, unknown> = createRequestSession.example;

function buttonFaults(changes: object): Fault[] {
  const result = createButtonSession.body().safeParse({ ...button, ...changes });
  return result.success ? [] : faultsOf(result.error);
}

describe('the body of a button session', () => {
  it('has the types that handlers count on', () => {
    const body: BodyOf<typeof createButtonSession> = createButtonSession.body().parse(button);
    const amount: number = body.amount_reference;
    const currency: 'USD' | 'EUR' | 'COP' | 'USDT' | 'VES' = body.currency_reference;
    // @ts-expect-error an amount is no text
    const text: string = body.amount_reference;
    expect([amount, currency, text]).toEqual([25.5, 'USD', 25.5]);
  });

  it('tells faults of fields and between fields at once', () => {
    const split = {
      type: 'percent',
      rules: [{ recipient_id: 'a', percent: 60 }, { recipient_id: 'a', percent: 70 }, { recipient_id: 'b' }],
    };
    expect(
      buttonFaults({ amount_reference: '12', currency_reference: 'GBP', duration_minutes: 4.5, split }),
    ).toEqual([
      { detail: 'must be a number greater than 0, not a text', pointer: '/amount_reference' },
      { detail: 'must be one of USD, EUR, COP, USDT, VES', pointer: '/currency_reference' },
      { detail: 'must be an integer from 5 to 20', pointer: '/duration_minutes' },
      { detail: 'is named more than once', pointer: '/split/rules/1/recipient_id' },
      { detail: 'is required in a split of type percent', pointer: '/split/rules/2/percent' },
      { detail: 'adds up to 130 %, more than 100 %', pointer: '/split/rules' },
    ]);
  });

  it('ignores unknown fields, whatever their names', () => {
    const body = createButtonSession
      .body()
      .parse(
        JSON.parse(
          `{"__proto__":{"polluted":1},"constructor":{"prototype":{}},"toString":1,"x/y":2,${JSON.stringify(button).slice(1)}`,
        ),
      );
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['__proto__']));
    expect(body).not.toHaveProperty('x/y');
    expect(body).not.toHaveProperty('polluted');
    expect(Object.hasOwn(body, 'constructor')).toBe(false);
    expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
    expect({}).not.toHaveProperty('polluted');
  });

  it.each([
    [[], 'must be an object, not a list'],
    ['x', 'must be an object, not a text'],
    [7, 'must be an object, not a number'],
    [null, 'must be an object, not null'],
    [undefined, 'is required'],
  ])('wants an object, not %j', (body, detail) => {
    const result = createButtonSession.body().safeParse(body);
    expect(result.error && faultsOf(result.error)).toEqual([{ detail, pointer: '' }]);
  });
});

describe('the body of a batch', () => {
  it('points into its items', () => {
    const result = createRequestBatch.body().safeParse({
      items: [
        request,
        { ...request, amount_reference: -1, due_date_session: 'soon' },
        { ...request, split: { type: 'absolute', rules: [{ recipient_id: 'a', amount_reference: 99 }] } },
        null,
      ],
      continue_on_error: 'yes',
    });
    expect(result.error && faultsOf(result.error)).toEqual([
      { detail: 'must be greater than 0', pointer: '/items/1/amount_reference' },
      {
        detail: 'must be an ISO 8601 date and time such as 2030-12-31T23:59:00Z',
        pointer: '/items/1/due_date_session',
      },
      { detail: 'adds up to 99, more than 80', pointer: '/items/2/split/rules' },
      { detail: 'must be an object, not null', pointer: '/items/3' },
      { detail: 'must be true or false, not a text', pointer: '/continue_on_error' },
    ]);
  });

  it('has 1 to 200 items, and looks at none of more', () => {
    const schema = createRequestBatch.body();
    expect(schema.safeParse({ items: Array(200).fill(request) }).success).toBe(true);
    const result = schema.safeParse({ items: Array(100_000).fill({}) });
    expect(result.error && faultsOf(result.error)).toEqual([
      { detail: 'must have at most 200 items', pointer: '/items' },
    ]);
    expect(schema.safeParse({ items: [] }).error?.issues).toHaveLength(1);
  });
});

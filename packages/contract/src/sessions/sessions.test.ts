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

  it('lives 10 minutes unless it says otherwise', () => {
    expect(createButtonSession.body().parse(button).duration_minutes).toBe(10);
    expect(createButtonSession.body().parse({ ...button, duration_minutes: 20 }).duration_minutes).toBe(20);
  });

  it('names every field that is missing', () => {
    const result = createButtonSession.body().safeParse({});
    expect(
      result.error &&
        faultsOf(result.error)
          .map(({ pointer }) => pointer)
          .sort(),
    ).toEqual([
      '/agreement_id',
      '/amount_reference',
      '/currency_reference',
      '/description',
      '/failure_url',
      '/identifier',
      '/identifier_label',
      '/success_url',
    ]);
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

  it.each([
    ['identifier', 500],
    ['identifier_label', 500],
    ['agreement_id', 500],
    ['internal_reference', 500],
    ['description', 2000],
  ])('takes %s up to %i characters', (field, limit) => {
    expect(buttonFaults({ [field]: 'x'.repeat(limit) })).toEqual([]);
    expect(buttonFaults({ [field]: '🧾'.repeat(limit) })).toEqual([]);
    const fault = { detail: `must have at most ${limit} characters`, pointer: `/${field}` };
    expect(buttonFaults({ [field]: 'x'.repeat(limit + 1) })).toEqual([fault]);
    expect(buttonFaults({ [field]: '🧾'.repeat(limit + 1) })).toEqual([fault]);
  });

  it.each(['', '  ', '\n\t\u00a0'])('wants more than white space: %j', (blank) => {
    expect(buttonFaults({ identifier: blank, description: blank })).toEqual([
      { detail: 'must not be empty', pointer: '/identifier' },
      { detail: 'must not be empty', pointer: '/description' },
    ]);
  });

  it('keeps texts as they were sent', () => {
    const body = createButtonSession.body().parse({ ...button, identifier: '  A 1  ' });
    expect(body.identifier).toBe('  A 1  ');
  });

  it.each([4, 21, 0, -5, 7.5, '10', Number.NaN])('refuses a duration of %j', (duration_minutes) => {
    expect(buttonFaults({ duration_minutes }).map(({ pointer }) => pointer)).toEqual(['/duration_minutes']);
  });

  it('refuses a split of more than 20 rules, of none, and of another type', () => {
    const rules = Array.from({ length: 21 }, (_, index) => ({ recipient_id: `p${index}`, percent: 1 }));
    expect(buttonFaults({ split: { type: 'percent', rules } })).toEqual([
      { detail: 'must have at most 20 items', pointer: '/split/rules' },
    ]);
    expect(buttonFaults({ split: { type: 'percent', rules: [] } })).toEqual([
      { detail: 'must have at least 1 item', pointer: '/split/rules' },
    ]);
    expect(buttonFaults({ split: { type: 'thirds', rules: rules.slice(0, 1) } })).toEqual([
      { detail: 'must be one of percent, absolute', pointer: '/split/type' },
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

  it('does not take inherited members for fields', () => {
    expect(buttonFaults({ currency_reference: 'constructor' })).toEqual([
      { detail: 'must be one of USD, EUR, COP, USDT, VES', pointer: '/currency_reference' },
    ]);
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

describe('the body of a request session', () => {
  it('needs neither due date nor URLs, label or description', () => {
    const result = createRequestSession.body().safeParse({});
    expect(
      result.error &&
        faultsOf(result.error)
          .map(({ pointer }) => pointer)
          .sort(),
    ).toEqual(['/agreement_id', '/amount_reference', '/currency_reference', '/identifier']);
  });

  it('stays active after its due date by default', () => {
    const { due_date_reached_behavior, ...rest } = request;
    expect(due_date_reached_behavior).toBe('deactivate');
    expect(createRequestSession.body().parse(rest).due_date_reached_behavior).toBe('keep_active');
  });

  it('takes a late notice of 2000 characters', () => {
    const schema = createRequestSession.body();
    expect(schema.safeParse({ ...request, late_notice_message: 'x'.repeat(2000) }).success).toBe(true);
    expect(schema.safeParse({ ...request, late_notice_message: 'x'.repeat(2001) }).success).toBe(false);
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

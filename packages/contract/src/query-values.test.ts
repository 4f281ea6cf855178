import { describe, expect, it } from 'vitest';
import { queryValues } from './query-values.ts';

describe('queryValues', () => {
  it('joins the values of a filter that accepts several', () => {
    const parameters = { type: ['a', 'b,c'], status: ['PENDING', 'PAID'], 'status[in]': ['PAID', 'VOIDED'] };
    expect(queryValues(parameters)).toEqual({
      values: { type: 'a,b,c', status: 'PENDING,PAID', 'status[in]': 'PAID,VOIDED' },
      faults: [],
    });
  });

  it('reports any other repeated parameter', () => {
    const parameters = {
      limit: ['1', '2'],
      cursor: ['x', 'x'],
      'status[eq]': ['PAID', 'VOIDED'],
      order: ['asc'],
    };
    expect(queryValues(parameters).faults).toMatchObject([
      { pointer: '/limit', code: 'fault.filter.repeated' },
      { pointer: '/cursor', code: 'fault.filter.repeated' },
      { pointer: '/status[eq]', code: 'fault.filter.repeated' },
    ]);
  });

  it('treats every empty value as missing', () => {
    const parameters = {
      cursor: [''],
      status: ['', 'PAID'],
      type: ['', ''],
      'status[in]': [''],
      q: [''],
      limit: ['', '5'],
    };
    expect(queryValues(parameters)).toEqual({ values: { status: 'PAID', limit: '5' }, faults: [] });
  });
});

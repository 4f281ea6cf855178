import { describe, expect, it } from 'vitest';
import { faultsOf } from '../fields/faults.ts';
import { forceOutcome } from '../simulation/control.ts';
import { getTrace, listSessions, updateSettings } from './console.ts';

describe('a list query', () => {
  it('has its defaults', () => {
    expect(getTrace.query().parse({})).toEqual({ limit: 100, order: 'asc' });
    expect(listSessions.query().parse({ status: 'paid' })).toEqual({ limit: 100, status: 'paid' });
  });

  it('makes numbers of digits', () => {
    expect(getTrace.query().parse({ limit: '1000', after: '0' })).toMatchObject({ limit: 1000, after: 0 });
  });

  it.each(['0', '1001', '-1', '+5', '1e2', '0x10', '5.0', ' 5', '', 'ten', '9'.repeat(40)])(
    'refuses the limit %j',
    (limit) => {
      const result = getTrace.query().safeParse({ limit });
      expect(result.error && faultsOf(result.error)).toEqual([
        { detail: 'must be an integer from 1 to 1000', pointer: '/limit' },
      ]);
    },
  );

  it('tells all faults at once', () => {
    const result = listSessions.query().safeParse({ limit: '0', status: 'lost', origin: 'qr' });
    expect(result.error && faultsOf(result.error)).toEqual([
      { detail: 'must be one of pending, paid, failed, expired', pointer: '/status' },
      { detail: 'must be one of button, request', pointer: '/origin' },
      { detail: 'must be an integer from 1 to 1000', pointer: '/limit' },
    ]);
  });
});

describe('the body of the settings', () => {
  it('tells null from absent', () => {
    expect(updateSettings.body().parse({ throttle_per_minute: null })).toEqual({ throttle_per_minute: null });
    expect(updateSettings.body().parse({})).toEqual({});
    expect(updateSettings.body().parse({ webhook_body: null, webhook_signature: null })).toEqual({});
  });

  it.each([
    [{ throttle_per_minute: 0 }, '/throttle_per_minute'],
    [{ throttle_per_minute: 100_001 }, '/throttle_per_minute'],
    [{ webhook_body: 'xml' }, '/webhook_body'],
    [{ webhook_signature: 'none' }, '/webhook_signature'],
    [{ accreditation_delay_ms: -1 }, '/accreditation_delay_ms'],
  ])('refuses %j', (body, pointer) => {
    const result = updateSettings.body().safeParse(body);
    expect(result.error && faultsOf(result.error).map((fault) => fault.pointer)).toEqual([pointer]);
  });
});

describe('the body of a forced outcome', () => {
  it.each([
    [1, 'paid'],
    [1, 'failed'],
    [1, 'expired'],
    [2, 'accredited'],
    [2, 'accreditation_to_recipient_failed'],
  ])('takes leg %i with %s', (leg, outcome) => {
    expect(forceOutcome.body().safeParse({ leg, outcome }).success).toBe(true);
  });

  it.each([
    [{ leg: 1, outcome: 'accredited' }, ['/outcome']],
    [{ leg: 2, outcome: 'paid' }, ['/outcome']],
    [{ leg: 3, outcome: 'paid' }, ['/leg']],
    [{ leg: '1', outcome: 'lost' }, ['/leg', '/outcome']],
    [{}, ['/leg', '/outcome']],
  ])('refuses %j', (body, pointers) => {
    const result = forceOutcome.body().safeParse(body);
    expect(result.error && faultsOf(result.error).map(({ pointer }) => pointer)).toEqual(pointers);
  });
});

import { describe, expect, it } from 'vitest';
import { faultsOf } from '../fields/faults.ts';
import { updateSettings } from './console.ts';

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

import { describe, expect, it } from 'vitest';
import { accountTime, clockShowing, isOnAccountTime, machineTime } from './account-clock.ts';

describe('an account’s time', () => {
  it('is the machine’s without a clock of its own', () => {
    expect(accountTime(undefined, 1000)).toBe(1000);
    expect(machineTime(undefined, 1000)).toBe(1000);
  });

  it('runs ahead or behind by its offset, there and back', () => {
    const ahead = clockShowing(5000, 1000, false);
    expect(ahead).toEqual({ offsetMs: 4000, frozenAt: null });
    expect(accountTime(ahead, 1500)).toBe(5500);
    expect(machineTime(ahead, 5500)).toBe(1500);
    expect(accountTime(clockShowing(200, 1000, false), 1500)).toBe(700);
  });

  it('stands still: what lies before has been, and what lies after never comes', () => {
    const frozen = clockShowing(5000, 1000, true);
    expect(accountTime(frozen, 999_999)).toBe(5000);
    expect(machineTime(frozen, 5000)).toBe(1000);
    expect(machineTime(frozen, 4000)).toBe(0);
    expect(machineTime(frozen, 5001)).toBeNull();
  });

  it('is followed by payments and their webhooks, not by log-ins', () => {
    expect([isOnAccountTime('session'), isOnAccountTime('delivery'), isOnAccountTime('token')]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Grant, RenewedGrant } from './grant.ts';

/** A console that gives other tokens every time, until somebody logs out. */
function consoleOf() {
  const state = { asked: 0, isLoggedIn: true };
  const ask = async (): Promise<Grant | null> => {
    state.asked++;
    const { asked } = state;
    return state.isLoggedIn
      ? { agreement_id: 'a', token: `api${asked}`, console_token: `console${asked}` }
      : null;
  };
  return { state, grant: new RenewedGrant(ask) };
}

describe('RenewedGrant', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('sends what was shown while it is young, and another token of its kind afterwards', async () => {
    const { state, grant } = consoleOf();
    expect(await grant.first()).toMatchObject({ token: 'api1' });
    vi.advanceTimersByTime(600_000);
    expect(await grant.authorization('Bearer api1')).toBe('Bearer api1');
    vi.advanceTimersByTime(1);
    expect(await grant.authorization('Bearer console1')).toBe('Bearer console2');
    // Swagger UI goes on with the first.
    expect(await grant.authorization('Bearer api1')).toBe('Bearer api2');
    expect(state.asked).toBe(2);
  });

  it('leaves alone what the reader has typed, and what has no token', async () => {
    const { state, grant } = consoleOf();
    await grant.first();
    vi.advanceTimersByTime(700_000);
    expect(await grant.authorization('Bearer mine')).toBe('Bearer mine');
    expect(await grant.authorization(undefined)).toBeUndefined();
    expect(state.asked).toBe(1);
  });

  it('renews nothing for who is not logged in, or not any more', async () => {
    const { state, grant } = consoleOf();
    await grant.first();
    state.isLoggedIn = false;
    vi.advanceTimersByTime(700_000);
    for (let times = 0; times < 3; times++)
      expect(await grant.authorization('Bearer api1')).toBe('Bearer api1');
    expect(state.asked).toBe(2);
  });
});

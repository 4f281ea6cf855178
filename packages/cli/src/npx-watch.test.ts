import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onNpxGone } from './npx-watch.ts';

const npxEnvironment = (script: string) => ({ npm_lifecycle_event: 'npx', npm_lifecycle_script: script });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns the number of the listener's calls after the parent process exits. */
function countCalls(env: Record<string, string>): number {
  let parent = 100;
  const listener = vi.fn();
  const forget = onNpxGone({ env, parent: () => parent }, listener);
  vi.advanceTimersByTime(5000);
  expect(listener).not.toHaveBeenCalled();
  parent = 1;
  vi.advanceTimersByTime(5000);
  forget();
  expect(vi.getTimerCount()).toBe(0);
  return listener.mock.calls.length;
}

it.each([
  ['sim', npxEnvironment('sim')],
  ['sim in quotes', npxEnvironment("'sim' start")],
  ['relay', npxEnvironment('relay --port 3000')],
])('calls the listener once after the parent process exits if npx started %s', (_program, env) => {
  expect(countCalls(env)).toBe(1);
});

it.each([
  ['npx started a shell that starts sim', npxEnvironment("sh -c 'nohup sim start &'")],
  ['npx started a program whose name begins with sim', npxEnvironment('simulate')],
  ['an npm script started sim', { npm_lifecycle_event: 'dev', npm_lifecycle_script: 'sim start' }],
  ['neither npx nor an npm script started sim', {}],
])('never calls the listener after the parent process exits if %s', (_start, env) => {
  expect(countCalls(env)).toBe(0);
});

import { expect, it, vi } from 'vitest';
import { onNpxGone } from './npx-watch.ts';

const npxEnvironment = (script: string) => ({ npm_lifecycle_event: 'npx', npm_lifecycle_script: script });

it.each([
  ['sim', npxEnvironment('sim'), true],
  ['sim in quotes', npxEnvironment("'sim' start"), true],
  ['relay', npxEnvironment('relay --port 3000'), true],
  ['a shell that starts sim', npxEnvironment("sh -c 'nohup sim start &'"), false],
  ['a program whose name only begins like it', npxEnvironment('simulate'), false],
  ['an npm script', { npm_lifecycle_event: 'dev', npm_lifecycle_script: 'sim start' }, false],
  ['nohup', {}, false],
])('stops after the parent process is gone if npx started %s: %j is %s', (_name, env, stops) => {
  vi.useFakeTimers();
  let parent = 100;
  const listener = vi.fn();
  const forget = onNpxGone({ env, parent: () => parent }, listener);
  vi.advanceTimersByTime(5000);
  expect(listener).not.toHaveBeenCalled();
  parent = 1;
  vi.advanceTimersByTime(5000);
  expect(listener).toHaveBeenCalledTimes(stops ? 1 : 0);
  forget();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

import { inEnglish } from '@svc-simulator/test-support/texts.ts';
import { expect, it } from 'vitest';
import { createLog, type LogFormat } from './output.ts';

function linesOf(options: { log?: LogFormat; quiet?: boolean }): {
  log: ReturnType<typeof createLog>;
  lines: () => string[];
} {
  let text = '';
  const write = (part: string) => {
    text += part;
  };
  const stderr = { write, isTerminal: false, width: undefined };
  const log = createLog({ t: inEnglish, stderr, env: {}, now: () => Date.UTC(2026, 0, 1, 12) }, options);
  return { log, lines: () => text.split('\n').slice(0, -1) };
}

it('writes a line of JSON with level, time, message and request id', () => {
  const { log, lines } = linesOf({ log: 'json' });
  log('error', 'getKeys failed', { requestId: '5f0c', stack: 'Error: "odd"\n    at here' });
  log('info', 'ready');
  expect(lines().map((line) => JSON.parse(line))).toEqual([
    {
      level: 'error',
      time: '2026-01-01T12:00:00.000Z',
      message: 'getKeys failed',
      request_id: '5f0c',
      stack: 'Error: "odd"\n    at here',
    },
    { level: 'info', time: '2026-01-01T12:00:00.000Z', message: 'ready' },
  ]);
});

it('writes lines for people unless JSON is requested, and only warnings and errors if it is quiet', () => {
  const text = linesOf({});
  text.log('warn', 'slow', { requestId: '5f0c', count: 3 });
  expect(text.lines()).toEqual(['warning: slow requestId=5f0c count=3']);
  const quiet = linesOf({ log: 'json', quiet: true });
  quiet.log('info', 'ready');
  quiet.log('warn', 'slow');
  expect(quiet.lines()).toHaveLength(1);
});

it.each<LogFormat>(['text', 'json'])('masks secrets in the cause of an error in the format %s', (format) => {
  const { log, lines } = linesOf({ log: format });
  const secrets = [
    'sim_api_4pQ0vYd9o2nS7bXk1mTz8cWe3rUi6hLa',
    'sim_web_4pQ0vYd9o2nS7bXk1mTz8cWe3rUi6hLa',
    'whsec_4pQ0vYd9o2nS7bXk1mTz8cWe3rUi6hLa',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2lnbmF0dXJl',
    'p4ss-w0rd!',
  ];
  const [api, web, webhook, jwt, password] = secrets;
  log('error', `cannot use ${api}`, {
    cause: `Bearer ${jwt}; ${web} ${webhook}; postgres://sim:${password}@db:5432/sim refused`,
  });
  const [line = ''] = lines();
  expect(secrets.filter((secret) => line.includes(secret))).toEqual([]);
  expect(line).toContain('postgres://sim:…@db:5432/sim refused');
});

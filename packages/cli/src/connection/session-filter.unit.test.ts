import { createClient } from '@svc-simulator/client';
import { inEnglish } from '@svc-simulator/test-support/texts.ts';
import { expect, it } from 'vitest';
import { resolveSessionFilter } from './session-filter.ts';

it('lists the sessions whose ids begin with the typed text if there are several', async () => {
  const sessions = ['ca557007-1', 'ca557007-2'].map((id) => ({ id }));
  const fakeFetch = async (url: unknown) =>
    Response.json({ data: String(url).includes('/trace') ? [] : sessions, next_cursor: null });
  const client = createClient({ baseUrl: 'http://simulator.invalid', fetch: fakeFetch });
  await expect(resolveSessionFilter(inEnglish, client, 'ca557007')).rejects.toMatchObject({
    message: 'several ids begin with ca557007: ca557007-1, ca557007-2',
    exitCode: 2,
  });
});

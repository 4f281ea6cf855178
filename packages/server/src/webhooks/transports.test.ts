import { TestWebhooks } from '@svc-simulator/test-support/webhooks.ts';
import { describe, expect, it } from 'vitest';

describe('the routes of webhooks', () => {
  it('returns an error for an invalid URL if no relay could interpret it', async () => {
    const test = await TestWebhooks.start();
    const id = await test.send('no url at all');
    expect(await test.attempted(id, 1)).toMatchObject({ via: 'local', error: 'ERR_INVALID_URL' });
  });
});

import { createServer } from 'node:net';
import { TestWebhooks } from '@svc-simulator/test-support/webhooks.ts';
import { describe, expect, it } from 'vitest';
import { listening } from '../../../../test/support/listening.ts';

describe('the routes', () => {
  it('answers a URL that is none with an error, when there is no relay to make sense of it', async () => {
    const test = await TestWebhooks.start();
    const id = await test.send('no url at all');
    expect(await test.attempted(id, 1)).toMatchObject({ via: 'local', error: 'ERR_INVALID_URL' });
  });

  it('refuses forbidden addresses on a hosted direct route, found by name or written out, without connecting', async () => {
    let connections = 0;
    const port = await listening(createServer(() => connections++));
    const test = await TestWebhooks.start({
      hosted: true,
      lookup: (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
    });
    const hosts = [
      'inside.example',
      'shop.localhost',
      '127.0.0.2',
      '169.254.169.254',
      '[fe80::1]',
      '[64:ff9b::7f00:1]',
    ];
    for (const host of hosts) {
      const id = await test.send(`http://${host}:${port}/hook`);
      expect(await test.attempted(id, 1)).toMatchObject({
        via: 'direct',
        status: null,
        error: 'refused address',
      });
    }
    expect(connections).toBe(0);
  });
});

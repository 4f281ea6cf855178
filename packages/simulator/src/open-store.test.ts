import { expect, it } from 'vitest';
import { createSimulator } from './simulator.ts';

const start = (database: string) => createSimulator({ port: 0, database });

it("explains why a database can't be used, without its password", async () => {
  const unreachable = await start('postgres://me:hush@127.0.0.1:1/shop').catch((error: unknown) => error);
  expect(unreachable).toMatchObject({
    name: 'StartError',
    code: 'ECONNREFUSED',
    message: expect.stringMatching(
      /^can't reach the database 127\.0\.0\.1:1\/shop: .*; make sure it is running/,
    ),
  });
  expect(String(unreachable)).not.toContain('hush');
  for (const wrong of ['mysql://me:hush@127.0.0.1/shop', 'shop', '']) {
    const refusal = await start(wrong).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: 'BAD_OPTION',
      message: expect.stringContaining('postgres://user:'),
    });
    expect(String(refusal)).not.toContain('hush');
  }
});

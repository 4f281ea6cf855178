import { expect, it } from 'vitest';
import { startReceiver } from '../../../test/support/receiver.ts';
import { startSimulator } from './index.ts';

it('keeps 50 accounts in one process apart while all of them are used at once', {
  timeout: 60_000,
}, async () => {
  await using sim = await startSimulator({ timeoutMs: 30_000 });
  const receiver = await startReceiver();
  const runs = await Promise.all(
    Array.from({ length: 50 }, async (_, number) => {
      const account = await sim.account();
      const webhook_url = `${receiver.url}/${number}`;
      const session = await account.session.create({ identifier: `own-${number}`, webhook_url });
      await account.session.pay(session);
      const webhook = await account.webhooks.waitFor('payment_session.accredited');
      if (number % 2 === 0) await account.reset();
      return { account, session, webhook, number };
    }),
  );

  for (const { account, session, webhook, number } of runs) {
    expect(webhook.sessionId).toBe(session.id);
    const sessions = new Set(account.trace().flatMap(({ session_id }) => session_id ?? []));
    expect([...sessions]).toEqual(number % 2 === 0 ? [] : [session.id]);
    const sessionIds = account.webhooks.all().map(({ sessionId }) => sessionId);
    expect(sessionIds).toEqual(number % 2 === 0 ? [] : Array(3).fill(session.id));
    const received = receiver.received.all.filter(({ url }) => url === `/${number}`);
    expect(received.map(({ sessionId }) => sessionId)).toEqual(Array(3).fill(session.id));
  }
  const [one, other] = runs.slice(-2);
  await expect(one?.account.session.status(other?.session.id ?? '')).rejects.toMatchObject({ status: 404 });
  await expect(
    one?.account.webhooks.waitFor('payment_session.paid', { session: other?.session ?? '' }),
  ).rejects.toThrow("doesn't exist");
  expect(new Set(runs.map(({ account }) => account.token)).size).toBe(50);
});

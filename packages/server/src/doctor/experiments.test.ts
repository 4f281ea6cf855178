import type { CancelTimer } from '@svc-simulator/core';
import { connectRelay } from '@svc-simulator/relay';
import { simulatorOfBlock } from '@svc-simulator/test-support/account.ts';
import { type BrokenReceiver, brokenReceivers } from '@svc-simulator/test-support/broken-receivers.ts';
import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import type { TestAccount } from '@svc-simulator/test-support/simulator.ts';
import { inEnglish } from '@svc-simulator/test-support/texts.ts';
import { SeenTrace } from '@svc-simulator/test-support/trace.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Received, startReceiver } from '../../../../test/support/receiver.ts';

/** Leaps over the pauses of the experiments, which end 20 ms or 750 ms after a full second. */
class LeapingClock extends ManualClock {
  override after(ms: number, callback: () => void): CancelTimer {
    if (ms > 1000 || ![20, 750].includes((this.now() + ms) % 1000)) return super.after(ms, callback);
    this.jump(ms);
    queueMicrotask(callback);
    return () => {};
  }
}

describe('experiments on a receiver', async () => {
  const clock = new LeapingClock();
  const sim = await simulatorOfBlock({ clock });

  const routes = {
    local: async (port: number) => `http://127.0.0.1:${port}/hook`,
    direct: async (port: number) => `http://receiver.localhost:${port}/hook`,
    relay: async (port: number, account: TestAccount) => {
      await new Promise<void>((resolve) => {
        const relay = connectRelay({
          t: inEnglish,
          key: account.token,
          mock: sim.url,
          forward: { port },
          onEvent: ({ type }) => type === 'connected' && resolve(),
        });
        onTestFinished(() => relay.close());
      });
      return 'http://10.0.0.1/hook';
    },
  };

  const run = (account: TestAccount, body: object, language = 'en') =>
    sim.send('POST', '/control/experiments', {
      token: account.token,
      body,
      headers: { 'accept-language': language },
    });

  async function refusedDelivery(
    answer: (request: Received) => ReturnType<ReturnType<BrokenReceiver['start']>>,
    account: TestAccount,
    route: keyof typeof routes = 'local',
  ) {
    const trace = new SeenTrace(sim);
    const receiver = await startReceiver((request, response) => {
      const result = answer(request);
      const { status, body, headers } = typeof result === 'number' ? { status: result } : { ...result };
      response.writeHead(status, headers).end(body);
    });
    const webhook_url = await routes[route](receiver.port, account);
    const id = await sim.button(account, { webhook_url });
    const { data } = await trace.of(id, 'webhook.attempted');
    expect(data.via).toBe(route);
    return { receiver, delivery_id: String(data.delivery_id) };
  }

  const cases = (Object.keys(routes) as (keyof typeof routes)[]).flatMap((route) =>
    Object.entries(brokenReceivers)
      // A relay forwards every request as POST, so it can't ask a gateway with GET.
      .filter(([, { verdict }]) => route !== 'relay' || verdict !== 'gateway')
      .map(([name, receiver]) => [route, name, receiver] as const),
  );

  it.each(cases)(
    'finds the right cause over the route %s if the receiver %s',
    async (route, _name, brokenReceiver) => {
      // Away from the beginning of a second, at which even a tolerance below one accepts webhooks.
      clock.jump((1600 - (clock.now() % 1000)) % 1000);
      const account = await sim.account();
      const { secret, token } = account;
      const answer = brokenReceiver.start({ secret, token, now: () => clock.now() });
      const { delivery_id, receiver } = await refusedDelivery(answer, account, route);
      const before = receiver.received.all.length;
      const { status, json } = await run(account, { delivery_id });
      expect([status, json.data.code], JSON.stringify(json.data)).toEqual([200, brokenReceiver.verdict]);
      expect(receiver.received.all.length - before).toBeLessThanOrEqual(40);
      expect(json.data.requests.length).toBeLessThanOrEqual(40);
      expect(json.data.certainty).toMatch(/^(proven|likely|unknown)$/);
      expect([json.data.why, json.data.fix]).toEqual([
        expect.stringMatching(/\w/),
        expect.stringMatching(/\w/),
      ]);
    },
  );

  it('explains all broken receivers except at most four', () => {
    const verdicts = Object.values(brokenReceivers).map(({ verdict }) => verdict);
    expect(verdicts.length).toBeGreaterThanOrEqual(40);
    expect(verdicts.filter((verdict) => verdict === 'undetermined').length).toBeLessThanOrEqual(4);
  });
});

import { receiverNames, traceTypes, webhookEvents } from '@svc-simulator/contract';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { Trainee } from '@svc-simulator/test-support/trials.ts';
import { expect, it } from 'vitest';

it('completes no practice with a call of a receiver’s URL, whatever it contains and however valid its signature', async () => {
  await using sim = await TestSimulator.start();
  const trainee = await Trainee.enter(sim);
  const { account } = trainee;
  const progress = async () => (await sim.ask(account, 'GET', '/console/progress')).text;
  const session = await trainee.button();
  const [emitted] = await sim.trace(account, '&type=webhook.emitted');
  const { headers, raw_body: genuine } = (emitted?.data ?? {}) as {
    headers: Record<string, string>;
    raw_body: string;
  };
  const before = await progress();
  const done = JSON.parse(before).data.practices.filter((one: { done: boolean }) => one.done);
  expect(done.map(({ id }: { id: string }) => id)).toEqual(['agreement', 'button_session']);
  const shown = {
    via: 'direct',
    status: 'paid',
    accreditation: 'accredited',
    attempts: 2,
    passed: true,
    duration_ms: 1,
  };
  const forged = [...webhookEvents, ...traceTypes].map((event) =>
    JSON.stringify({
      event,
      type: event,
      ...shown,
      data: { event, ...shown },
      session_payment: { id: session },
    }),
  );
  for (const receiver of receiverNames)
    for (const body of [genuine, ...forged])
      await sim.send('POST', `/console/hooks/${account.id}/${receiver}`, { body, headers });
  expect(await sim.trace(account, '&type=webhook.received')).toHaveLength(
    receiverNames.length * (forged.length + 1),
  );
  expect(await progress()).toBe(before);
});

import { receiverNames, traceTypes, webhookEvents } from '@svc-simulator/contract';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { Trainee } from '@svc-simulator/test-support/trials.ts';
import { expect, it } from 'vitest';

it('completes no practice with calls to receiver URLs, even with valid signatures', async () => {
  await using sim = await TestSimulator.start();
  const trainee = await Trainee.enter(sim);
  const { account } = trainee;
  const readProgressText = async () => (await sim.ask(account, 'GET', '/console/progress')).text;
  const session = await trainee.button();
  const [emission] = await sim.trace(account, '&type=webhook.emitted');
  const { headers, raw_body: validBody } = (emission?.data ?? {}) as {
    headers: Record<string, string>;
    raw_body: string;
  };
  const before = await readProgressText();
  const donePractices = JSON.parse(before).data.practices.filter((one: { done: boolean }) => one.done);
  expect(donePractices.map(({ id }: { id: string }) => id)).toEqual(['agreement', 'button_session']);
  const forgedFields = {
    via: 'direct',
    status: 'paid',
    accreditation: 'accredited',
    attempts: 2,
    passed: true,
    duration_ms: 1,
  };
  const forgedBodies = [...webhookEvents, ...traceTypes].map((event) =>
    JSON.stringify({
      event,
      type: event,
      ...forgedFields,
      data: { event, ...forgedFields },
      session_payment: { id: session },
    }),
  );
  for (const receiver of receiverNames)
    for (const body of [validBody, ...forgedBodies])
      await sim.send('POST', `/console/hooks/${account.id}/${receiver}`, { body, headers });
  expect(await sim.trace(account, '&type=webhook.received')).toHaveLength(
    receiverNames.length * (forgedBodies.length + 1),
  );
  expect(await readProgressText()).toBe(before);
});

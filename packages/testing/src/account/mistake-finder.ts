import type { Client } from '@svc-simulator/client';
import { runExperiments } from '@svc-simulator/contract';
import { isAccepted } from '@svc-simulator/core';
import { SimulatorAssertionError } from '../assertion-error.ts';
import { withStory } from '../refusals.ts';
import type { TestAccount } from '../testing-api.ts';
import type { EventLog } from '../trace/event-log.ts';
import { waitOn } from '../wait.ts';

/** Creates `findMistake`, which runs the same experiments as `sim doctor`. */
export function createMistakeFinder(
  log: EventLog,
  client: Client,
  { session, webhooks, waitMs }: Pick<TestAccount, 'session' | 'webhooks'> & { waitMs(): number },
): TestAccount['findMistake'] {
  const { t } = log;
  return async function findMistake(webhook_url) {
    const { id } = await session.create({ webhook_url });
    const timeoutMs = waitMs();
    const waitName = t('testing.webhook.webhook', { event: 'payment_session.created', where: '' });
    const { deliveryId, status } = await waitOn(log, {
      caller: findMistake,
      waitName,
      timeoutMs,
      findResult: () => webhooks.all({ session: id }).find(({ attempts }) => attempts > 0),
      timeoutError: () => {
        const why = t('testing.common.no_finished_attempt');
        return new SimulatorAssertionError(t('testing.webhook.timeout', { timeoutMs, what: waitName, why }), {
          story: session.story(id),
        });
      },
    });
    if (isAccepted(status)) return null;
    const body = { delivery_id: deliveryId ?? '' };
    return (await withStory(t, 'findMistake', client.call(runExperiments, { body }))).data;
  };
}

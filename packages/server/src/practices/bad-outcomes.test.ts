import { type Trainee, testPractices } from '@svc-simulator/test-support/trials.ts';

/**
 * Creates a paid session whose receiver responds with `status` from its third webhook on, the one for leg 2.
 */
async function createPaidSession(trainee: Trainee, status: number): Promise<string> {
  let webhooks = 0;
  const session = await trainee.buttonAt((_, response) =>
    response.writeHead(++webhooks < 3 ? 200 : status).end(),
  );
  await trainee.force(session, 1, 'paid');
  await trainee.seen(session, 'webhook.delivered', 2);
  return session;
}

testPractices('bad_outcomes', {
  failed_payment: {
    does: async (trainee) => trainee.pay(await trainee.button(), { otp: '111111' }),
    nearly: async (trainee) => {
      // An incomplete form isn't a failed payment.
      await trainee.pay(await trainee.button(), { otp: '' });
      await trainee.force(await trainee.button(), 1, 'expired');
    },
  },
  expired_session: {
    does: async (trainee) => {
      await trainee.button({ duration_minutes: 5 });
      await trainee.sim.clock.advance(300_000);
    },
    nearly: async (trainee) => {
      await trainee.button({ duration_minutes: 5 });
      await trainee.sim.clock.advance(299_999);
      const paidSession = await trainee.button();
      await trainee.force(paidSession, 1, 'paid');
      await trainee.send('POST', `/api/v1/ext/payment-sessions/${paidSession}/expire`);
    },
  },
  accreditation_failed: {
    does: async (trainee) => {
      const session = await createPaidSession(trainee, 200);
      await trainee.force(session, 2, 'accreditation_to_recipient_failed');
      await trainee.seen(session, 'webhook.delivered', 3);
    },
    nearly: async (trainee) => {
      const session = await createPaidSession(trainee, 500);
      await trainee.force(session, 2, 'accreditation_to_recipient_failed');
      await trainee.seen(session, 'webhook.attempted', 3);
    },
  },
  retry_survived: {
    does: async (trainee) => {
      let attempts = 0;
      const session = await trainee.buttonAt((_, response) =>
        response.writeHead(++attempts === 1 ? 500 : 200).end(),
      );
      await trainee.seen(session, 'webhook.attempted');
      await trainee.sim.clock.advance(2000);
      await trainee.seen(session, 'webhook.delivered');
    },
    nearly: async (trainee) => {
      const session = await trainee.buttonAt((_, response) => response.writeHead(500).end());
      await trainee.givenUp(session);
      // A resend that is accepted at once isn't a retry.
      const acceptedSession = await trainee.buttonAt((_, response) => response.end());
      const { data } = await trainee.seen(acceptedSession, 'webhook.delivered');
      await trainee.send('POST', `/control/deliveries/${data.delivery_id}/resend`);
      await trainee.seen(acceptedSession, 'webhook.delivered', 2);
    },
  },
});

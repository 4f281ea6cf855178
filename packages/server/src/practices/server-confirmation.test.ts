import { type Trainee, testPractices } from '@svc-simulator/test-support/trials.ts';

/** Requests the status of a new session after `steps`. */
function requestStatusAfter(...steps: readonly ((trainee: Trainee, session: string) => Promise<unknown>)[]) {
  return async (trainee: Trainee) => {
    const session = await trainee.button();
    for (const step of steps) await step(trainee, session);
    await trainee.status(session);
  };
}

const pay = (trainee: Trainee, session: string) => trainee.pay(session);
const accredit = (trainee: Trainee) => trainee.sim.clock.advance(5000);
const force = (leg: 1 | 2, outcome: string) => (trainee: Trainee, session: string) =>
  trainee.force(session, leg, outcome);

testPractices('server_confirmation', {
  status_after_payment: { does: requestStatusAfter(force(1, 'paid')), nearly: requestStatusAfter() },
  status_after_redirect: {
    does: requestStatusAfter(pay),
    nearly: async (trainee) => {
      await requestStatusAfter(force(1, 'paid'))(trainee);
      // Paid on the page, without a status request.
      await trainee.pay(await trainee.button());
    },
  },
  status_after_failure: {
    does: requestStatusAfter(force(1, 'failed')),
    nearly: async (trainee) => {
      await requestStatusAfter()(trainee);
      await trainee.force(await trainee.button(), 1, 'failed');
    },
  },
  credits_read: {
    does: requestStatusAfter(pay, accredit),
    nearly: async (trainee) => {
      await requestStatusAfter(pay)(trainee);
      await requestStatusAfter(pay, force(2, 'accreditation_to_recipient_failed'))(trainee);
    },
  },
});

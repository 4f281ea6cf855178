import { buttonBody } from '@svc-simulator/test-support/simulator.ts';
import { type Trainee, testPractices } from '@svc-simulator/test-support/trials.ts';

const logIn = ({ sim, account }: Trainee) =>
  sim.send('POST', '/api/svcpagos/login', { body: { short_name: account.name, password: 'correct horse' } });

testPractices('first_steps', {
  login: {
    does: logIn,
    nearly: async (trainee) => {
      const { refreshToken } = (await logIn(trainee)).json;
      await trainee.send('POST', '/control/reset');
      await trainee.send('POST', '/api/svcpagos/refresh-token', { refreshToken });
      await trainee.sim.send('POST', '/api/svcpagos/login', {
        body: { short_name: trainee.account.name, password: 'wrong password' },
      });
    },
  },
  agreement: {
    does: (trainee) => trainee.agreement(),
    nearly: async (trainee) => {
      await trainee.send('POST', '/api/v1/ext/partners', { name: 'Ana' });
      // An agreement without a payable method is refused.
      const body = { title: 'Shop', payment_methods: {}, default_bank_account_id: 'bank-1' };
      await trainee.send('POST', '/api/v1/ext/agreements', body);
    },
  },
  button_session: {
    does: (trainee) => trainee.button(),
    nearly: async (trainee) => {
      const body = { ...buttonBody, agreement_id: await trainee.agreement(), amount_reference: 0 };
      await trainee.send('POST', '/api/v1/ext/payment-sessions/buttons', body);
      await trainee.request();
    },
  },
  payment_on_page: {
    does: async (trainee) => trainee.pay(await trainee.button()),
    nearly: async (trainee) => {
      await trainee.force(await trainee.button(), 1, 'paid');
      await trainee.pay(await trainee.button(), { otp: '111111' });
    },
  },
});

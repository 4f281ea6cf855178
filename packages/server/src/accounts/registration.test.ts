import { TestWebhooks } from '@svc-simulator/test-support/webhooks.ts';
import { expect, it } from 'vitest';
import { changeService } from '../operator/service-state.ts';
import { AccountService } from './account-service.ts';

it('refuses a registration if the operator closes registration while its password is hashed', async () => {
  const { runtime } = await TestWebhooks.open({ hosted: true });
  const accounts = new AccountService(runtime);
  const closeRegistration = async () => {
    await changeService(runtime, { registration_open: false });
    return {};
  };
  const registration = { shortName: 'late-team', password: 'correct horse' };
  expect(await accounts.register(registration, closeRegistration)).toMatchObject({
    ok: false,
    refusal: { status: 403 },
  });
  expect((await accounts.register({ ...registration, isByOperator: true })).ok).toBe(true);
});

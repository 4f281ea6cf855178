import { expect, it } from 'vitest';
import { liveSimulator } from '../../../test/live.ts';

const live = liveSimulator();

it('creates an account with an agreement, except with --no-agreement or for a trainee', async () => {
  const { key, agreement_id } = await live.runForData('account', 'create', 'complete');
  const session = await live.runForData('session', 'create', '--key', key.token);
  expect(session.agreement_id).toBe(agreement_id);
  const creation = await live.sim('account', 'create', 'told');
  expect(creation.stdout).toMatch(/^Agreement +agr_[0-9a-f]{16}$/m);
  expect(await live.runForData('account', 'create', 'bare', '--no-agreement')).not.toHaveProperty(
    'agreement_id',
  );
  const { join_code } = await live.runForData('class', 'create', 'A class');
  const trainee = await live.runForData('account', 'create', 'trainee', '--class-code', join_code);
  expect(trainee).not.toHaveProperty('agreement_id');
});

it('creates agreements and partners', async () => {
  const words = ['Shop', '--method', 'crypto', 'mobile_payment', '--split', '--description', 'Of the shop'];
  const agreement = await live.runForData('agreement', 'create', ...words);
  expect(agreement).toMatchObject({
    title: 'Shop',
    split: true,
    description: 'Of the shop',
    payment_methods: { immediate_debit: false, crypto: true, mobile_payment: true },
  });
  const { stdout, stderr } = await live.sim('agreement', 'create', 'All methods');
  expect(stdout).toMatch(/^Methods +immediate debit, .*\n/m);
  expect(stderr).toMatch(/next: sim session create --agreement agr_/);
  const [newest, before] = await live.runForData('agreement', 'list');
  expect([newest.title, before]).toEqual(['All methods', agreement]);
  expect((await live.sim('agreement', 'create', 'X', '--method', 'cheque')).code).toBe(2);
  const ana = await live.runForData('partner', 'create', 'Ana Pérez', '--identification', 'V12345678');
  expect(ana).toMatchObject({ name: 'Ana Pérez', identification: 'V12345678' });
  expect(ana).not.toHaveProperty('phone');
  await live.runForData('partner', 'create', 'Luis');
  const [luis, first] = await live.runForData('partner', 'list');
  expect([luis.name, first]).toEqual(['Luis', ana]);
});

it('shows and changes the settings of the account that a flag names', async () => {
  const newSettings = await live.runForData('settings', 'set', 'webhook_body=flat', 'throttle_per_minute=60');
  expect(newSettings).toMatchObject({ webhook_body: 'flat', throttle_per_minute: 60, extra_events: false });
  expect((await live.runForData('settings', 'set', 'extra_events=sí')).extra_events).toBe(true);
  expect((await live.runForData('settings', 'set', 'extra_events=no')).extra_events).toBe(false);
  expect((await live.sim('settings', 'show')).stdout).toMatch(/^webhook_body +flat +Body shape$/m);
  expect(await live.runForData('settings', 'set', 'throttle_per_minute=null')).toMatchObject({
    webhook_body: 'flat',
    throttle_per_minute: null,
  });
  const wrong = await live.sim('settings', 'set', 'webhook_body=round');
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('/webhook_body')]);
  for (const pair of ['webhok_body=flat', 'webhook_body', '=flat']) {
    const unknown = await live.sim('settings', 'set', pair);
    expect([pair, unknown.code, unknown.stderr]).toEqual([
      pair,
      2,
      expect.stringContaining('frame_ancestors'),
    ]);
  }
  const { key } = await live.runForData('account', 'create', 'other-settings');
  await live.runForData('settings', 'set', 'webhook_body=data', '--key', key.token);
  expect((await live.runForData('settings', 'show')).webhook_body).toBe('flat');
});

import { expect, it } from 'vitest';
import { liveSimulator } from '../../../test/live.ts';

const live = liveSimulator();

it('shows the webhook secret, and replaces it', async () => {
  const { console_token, key } = await live.data('account', 'create', 'signer');
  const secret = (command = 'webhook-secret', ...words: readonly string[]) =>
    live.data('keys', command, '--console-token', console_token, ...words);
  expect(await secret()).toEqual({ webhook_secret: key.webhook_secret, previous: null });
  const rotated = await secret('rotate', '--grace');
  expect(rotated.webhook_secret).not.toBe(key.webhook_secret);
  expect(rotated.previous.webhook_secret).toBe(key.webhook_secret);
  const told = await live.sim('keys', 'webhook-secret', '--console-token', console_token);
  expect(told.stdout).toBe(
    `webhook_secret  ${rotated.webhook_secret}\nprevious        ${key.webhook_secret}  signs until ${rotated.previous.signs_until}\n`,
  );
  expect((await secret('rotate')).previous).toBeNull();
  const shown = await live.sim('keys', 'show', '--console-token', console_token);
  expect(shown.stdout).toMatch(/^account_id +acc_[0-9a-f]{16}\ntoken +sim_api_….{4}\npaid +http/);
});

it('lists the tokens of an account, and revokes one', async () => {
  const { console_token, key } = await live.data('account', 'create', 'owner');
  const owner = ['--console-token', console_token];
  const listed = await live.sim('keys', 'list', ...owner);
  expect({ code: listed.code, stderr: listed.stderr }).toEqual({ code: 0, stderr: '' });
  const hint = `sim_api_…${key.token.slice(-4)}`;
  const [, id = ''] =
    new RegExp(`^(tok_[0-9a-f]{16})  api  ${hint}  made .*  used .*\n$`).exec(listed.stdout) ?? [];
  expect(await live.data('keys', 'revoke', id, ...owner)).toMatchObject({ token_id: id });
  expect((await live.sim('keys', 'list', ...owner)).stderr).toContain('account login NAME');
  expect((await live.sim('keys', 'revoke', id, ...owner)).code).toBe(1);
  expect((await live.sim('clock', 'show', '--key', key.token)).stderr).toContain('was revoked at');
});

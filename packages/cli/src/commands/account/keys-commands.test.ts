import { expect, it } from 'vitest';
import { liveSimulator, runStage } from '../../../test/live.ts';

const live = liveSimulator();

it('shows the webhook secret, and replaces it', async () => {
  const { console_token, key } = await live.runForData('account', 'create', 'signer');
  const secret = (command = 'webhook-secret', ...words: readonly string[]) =>
    live.runForData('keys', command, '--console-token', console_token, ...words);
  expect(await secret()).toEqual({ webhook_secret: key.webhook_secret, previous: null });
  const rotated = await secret('rotate', '--yes', '--grace');
  expect(rotated.webhook_secret).not.toBe(key.webhook_secret);
  expect(rotated.previous.webhook_secret).toBe(key.webhook_secret);
  const secretOutput = await live.sim('keys', 'webhook-secret', '--console-token', console_token);
  expect(secretOutput.stdout).toBe(
    `${rotated.webhook_secret}\n${key.webhook_secret}  used until ${rotated.previous.signs_until.slice(0, 16).replace('T', ' ')} UTC\n`,
  );
  expect((await secret('rotate', '--yes')).previous).toBeNull();
  const keysOutput = await live.sim('keys', 'show', '--console-token', console_token);
  expect(keysOutput.stdout).toMatch(/^Account +acc_[0-9a-f]{16}\nToken +sim_api_….{4}\npaid +http/);
});

it('lists the tokens of an account, and revokes one', async () => {
  const { console_token, key } = await live.runForData('account', 'create', 'owner');
  const owner = ['--console-token', console_token];
  const listOutput = await live.sim('keys', 'list', ...owner);
  expect({ code: listOutput.code, stderr: listOutput.stderr }).toEqual({ code: 0, stderr: '' });
  const hint = `sim_api_…${key.token.slice(-4)}`;
  const [, id = ''] =
    new RegExp(`^(tok_[0-9a-f]{16})  ${hint}  API  .*  .*\n$`).exec(listOutput.stdout) ?? [];
  expect(await live.runForData('keys', 'revoke', id, '--yes', ...owner)).toMatchObject({ token_id: id });
  expect((await live.sim('keys', 'list', ...owner)).stderr).toContain('account login NAME');
  expect((await live.sim('keys', 'revoke', id, '--yes', ...owner)).code).toBe(1);
  expect((await live.sim('clock', 'show', '--key', key.token)).stderr).toContain('was revoked at');
});

it.each([
  [['keys', 'rotate'], 'whsec_'],
  [['account', 'delete'], 'deleted'],
])(
  'asks for confirmation before sim %j destroys anything, and requires --yes without a terminal',
  async (words, resultText) => {
    const { console_token, account_id } = await live.runForData('account', 'create', `careful-${words[0]}`);
    const line = [...words, '--password', 'made-up-password', '--console-token', console_token];
    const elsewhere = await live.sim(...line);
    expect([elsewhere.code, elsewhere.stderr]).toEqual([2, expect.stringContaining('pass --yes')]);
    const runAtTerminal = async (stdin: string) =>
      runStage(await live.createLiveStage(line, { terminal: true, stdin }));
    const no = await runAtTerminal('n');
    expect([no.code, no.stdout]).toEqual([1, '']);
    expect(no.stderr).toMatch(/\[y\/N\] .*nothing was changed; to skip the confirmation, pass --yes/);
    expect((await live.runForData('keys', 'show', '--console-token', console_token)).account_id).toBe(
      account_id,
    );
    const yes = await runAtTerminal('y');
    expect([yes.code, yes.stdout]).toEqual([0, expect.stringContaining(resultText)]);
    expect(yes.stderr).toContain('next: ');
  },
);

it("logs in without --password only to the account in the directory's run file", async () => {
  const { stdout } = await live.sim('account', 'login', 'demo');
  expect(stdout).toMatch(/^API token +sim_api_/);
  const other = await live.sim('account', 'login', 'nobody');
  expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('pass it with --password')]);
});

it('uses the password, agreement and secret of the environment only for the account of SIM_TOKEN', async () => {
  const { key, short_name } = await live.runForData('account', 'create', 'another');
  const { token } = await live.runForData('account', 'login', 'demo');
  const env = { SIM_TOKEN: token, SIM_PASSWORD: 'wrong here', SIM_AGREEMENT_ID: 'agr_0000000000000000' };
  const others = ['--key', key.token];
  const rotation = await runStage(
    await live.createLiveStage(['keys', 'rotate', '--yes', ...others], { env }),
  );
  expect([short_name, rotation.code, rotation.stderr]).toEqual([
    'another',
    2,
    expect.stringContaining('pass it with --password'),
  ]);
  const creation = await runStage(await live.createLiveStage(['session', 'create', ...others], { env }));
  expect([creation.code, creation.stdout]).toEqual([0, expect.stringContaining('pending')]);
});

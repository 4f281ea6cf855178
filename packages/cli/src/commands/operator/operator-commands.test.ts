import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Run, runStage } from '../../../test/live.ts';
import { createStage, type StageOptions } from '../../../test/stage.ts';

const TOKEN = 'an-operator-token-of-forty-characters-00';

let hosted: TestSimulator;
beforeAll(async () => {
  hosted = await TestSimulator.start({ hosted: true, operatorToken: TOKEN });
});
afterAll(() => hosted.close());

function operate(words: readonly string[], options: StageOptions = {}): Promise<Run> {
  const env = { SIM_URL: hosted.url, SIM_OPERATOR_TOKEN: TOKEN };
  return runStage(createStage(['operator', ...words], { env, ...options }));
}

it('lists accounts, shows one, and suspends and resumes it', async () => {
  const team = await hosted.account();
  const list = await operate(['accounts', '--sort', 'calls', '--q', team.name]);
  expect([list.code, list.stdout]).toEqual([0, expect.stringContaining(team.id)]);
  const view = await operate(['account', team.name]);
  expect([view.code, view.stdout]).toEqual([0, expect.stringMatching(/Sessions +0 of 100,000/)]);
  const suspended = await operate(['suspend', team.name, '--reason', 'A loop']);
  expect([suspended.code, suspended.stderr]).toEqual([0, `next: sim operator resume ${team.name}\n`]);
  expect((await hosted.ask(team, 'GET', '/console/sessions')).status).toBe(403);
  expect((await operate(['accounts', '--state', 'suspended'])).stdout).toContain(team.id);
  expect((await operate(['resume', team.name])).stdout).toMatch(/State +active/);
  const audit = await operate(['audit', '--account', team.name, '--json']);
  expect(JSON.parse(audit.stdout)).toMatchObject([{ act: 'resume' }, { act: 'suspend', reason: 'A loop' }]);
});

it('prints the headings of the accounts in a pipe, and says that the calls are those of one instance', async () => {
  const team = await hosted.account();
  const list = await operate(['accounts', '--q', team.name]);
  expect(list.stdout).toMatch(/^id +State .*Calls\/min .*Account\n/);
});

it('creates a one-time password, changes quotas, and schedules a deletion after a confirmation', async () => {
  const team = await hosted.account();
  expect((await operate(['password', team.name])).stdout).toMatch(/can log in once with \S{12} until/);
  const quotas = ['quotas', team.name, '--sessions', '5'];
  expect(JSON.parse((await operate([...quotas, '--json'])).stdout).quotas).toMatchObject({ sessions: 5 });
  const restored = await operate(['quotas', team.name, '--sessions', 'default', '--json']);
  expect([restored.code, restored.stderr]).toEqual([0, '']);
  expect(JSON.parse(restored.stdout).quotas).toMatchObject({ sessions: 100_000 });
  expect((await operate(['quotas', team.name, '--sessions', 'many'])).code).toBe(2);
  const words = ['delete', team.name, '--reason', 'The course has ended', '--days', '3'];
  expect((await operate(words)).code).toBe(2);
  expect((await operate(['delete', team.name, '--reason', 'Over', '--days', 'x', '--yes'])).code).toBe(2);
  const deletion = await operate([...words, '--yes', '--json']);
  expect(JSON.parse(deletion.stdout)).toMatchObject({ state: 'deleting', short_name: team.name });
});

it('creates accounts from a CSV file, and prints their passwords as CSV', async () => {
  const stage = createStage(['operator', 'create', 'teams.csv'], {
    env: { SIM_URL: hosted.url, SIM_OPERATOR_TOKEN: TOKEN },
  });
  writeFileSync(join(stage.directory, 'teams.csv'), 'name,email\nalpha,a@a.invalid\nbeta,\n');
  const creation = await runStage(stage);
  expect([creation.code, creation.stdout]).toEqual([
    0,
    expect.stringMatching(/^"name"[^\n]*\n"alpha"[^\n]*\n"beta"/),
  ]);
  expect(creation.stderr).toContain('shown only once');
  const names = Array.from({ length: 300 }, (_, index) => `Team ${index}`);
  const wrong = await operate(['create', '-'], { stdin: `name\n${names.join('\n')}\n` });
  expect(wrong.stderr.match(/^ *\/\d+ /gm)).toHaveLength(names.length);
  const again = await operate(['create', '-'], { stdin: 'name\nalpha\n' });
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('already taken')]);
});

it('sets a notice that sim status shows, and closes registration', async () => {
  const team = await hosted.account();
  await operate(['notice', '--en', 'Maintenance at 18:00', '--es', 'Mantenimiento a las 18:00']);
  const env = { SIM_URL: hosted.url, SIM_TOKEN: team.token };
  const status = await runStage(createStage(['status'], { env }));
  expect([status.code, status.stdout]).toEqual([0, expect.stringMatching(/^Maintenance at 18:00\n/)]);
  const textless = await operate(['notice', '--until', '2030-01-01T00:00Z']);
  expect([textless.code, textless.stderr]).toEqual([1, expect.stringContaining('/notice/en')]);
  await operate(['notice', '--clear']);
  expect((await runStage(createStage(['status'], { env }))).stdout).not.toContain('Maintenance');
  expect((await operate(['registration', 'closed'])).stdout).toMatch(/Registration open +No/);
  expect((await operate(['registration', 'open'])).stdout).toMatch(/Registration open +Yes/);
});

it("reads the operator's token from a file, and refuses to run without a token", async () => {
  const file = createStage(['operator', 'accounts', '--operator-token-file', 'token'], {
    env: { SIM_URL: hosted.url },
  });
  writeFileSync(join(file.directory, 'token'), `${TOKEN}\n`);
  expect((await runStage(file)).code).toBe(0);
  const none = await operate(['accounts'], { env: { SIM_URL: hosted.url } });
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('SIM_OPERATOR_TOKEN')]);
  const wrong = await operate(['accounts'], {
    env: { SIM_URL: hosted.url, SIM_OPERATOR_TOKEN: 'x'.repeat(40) },
  });
  expect([wrong.code, wrong.stderr]).toEqual([3, expect.stringContaining('--operator-token')]);
});

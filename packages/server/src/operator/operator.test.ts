import { logIn, TestBrowser } from '@svc-simulator/test-support/browser.ts';
import { eachStore } from '@svc-simulator/test-support/each-store.ts';
import { activate, TestMerchant } from '@svc-simulator/test-support/merchant.ts';
import { paymentForm, type TestAccount, type TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';
import { until } from '../../../../test/support/until.ts';

const TOKEN = 'an-operator-token-of-forty-characters-00';
const DAY_MS = 86_400_000;

const operate = (sim: TestSimulator, method: string, path: string, body?: unknown) =>
  sim.send(method, `/operator${path}`, { token: TOKEN, body });

const attemptsOf = async (sim: TestSimulator, account: TestAccount) =>
  (await sim.trace(account, '&type=webhook.attempted')).length;

/** Waits for the end of a stream, without a time limit. */
async function waitForEnd(answer: Response): Promise<void> {
  try {
    for await (const _ of answer.body ?? []);
  } catch {
    // The connection was cut.
  }
}

const storeCases = eachStore({ hosted: true, operatorToken: TOKEN });

describe.each(storeCases)('the operator, %s', (_, start) => {
  it('lists accounts by each figure, searches them, and pages them', async () => {
    const { sim, other } = await start();
    const [quiet, busy] = [await sim.account(), await sim.account()];
    await sim.button(busy);
    await sim.button(busy);
    const listRows = async (query: string, on = sim) => (await operate(on, 'GET', `/accounts?${query}`)).json;
    const bySessions = await listRows('sort=sessions&limit=1');
    expect(bySessions.data).toMatchObject([{ account_id: busy.id, sessions: 2, state: 'active' }]);
    expect(bySessions.total).toBeGreaterThanOrEqual(2);
    const next = await listRows(`sort=sessions&limit=1&cursor=${bySessions.next_cursor}`, other);
    expect(next.data[0].account_id).not.toBe(busy.id);
    expect((await listRows(`q=${quiet.name.toUpperCase()}`)).data).toMatchObject([
      { short_name: quiet.name },
    ]);
    expect((await listRows(`q=${busy.id}&sort=stored`)).data[0].stored_mib).toBeTypeOf('number');
    const calls = await listRows(`q=${busy.id}&sort=calls`);
    expect(calls.data[0].calls_per_minute).toBeGreaterThanOrEqual(2);
    expect((await operate(sim, 'GET', '/accounts?sort=colour')).status).toBe(400);
  });

  it('acts on the account with an id, even if another account has that id as its name', async () => {
    const { sim, other } = await start();
    const account = await sim.account();
    const impostor = { short_name: account.id, password: 'correct horse' };
    expect((await sim.send('POST', '/console/register', { body: impostor })).status).toBe(201);
    await operate(other, 'PUT', `/accounts/${account.id}/suspension`, { reason: 'A loop' });
    expect((await operate(sim, 'GET', `/accounts/${account.name}`)).json.data.state).toBe('suspended');
  });

  it('records nothing when it resumes an active account, or changes no quota', async () => {
    const { sim } = await start();
    const account = await sim.account();
    const answer = await operate(sim, 'DELETE', `/accounts/${account.id}/suspension`);
    expect([answer.status, answer.json.data.state]).toEqual([200, 'active']);
    expect((await operate(sim, 'PATCH', `/accounts/${account.id}/quotas`, {})).status).toBe(200);
    expect((await operate(sim, 'GET', `/acts?account=${account.id}`)).json.data).toEqual([]);
  });

  it('shows an account without its secrets, by its id or its login name', async () => {
    const { sim } = await start();
    const account = await sim.account();
    await sim.send('GET', '/api/v1/ext/agreements/none', { token: account.token });
    const show = () => operate(sim, 'GET', `/accounts/${account.name}`);
    await expect.poll(async () => (await show()).json.data.refused).toHaveLength(1);
    const view = await show();
    expect(view.json.data).toMatchObject({
      account_id: account.id,
      short_name: account.name,
      relay_connected: false,
      class: null,
      quotas: { sessions: 100_000 },
      tokens: [{ kind: 'api' }],
      refused: [{ method: 'GET', status: 404 }],
    });
    expect((await operate(sim, 'GET', `/accounts/${account.id}`)).json.data.short_name).toBe(account.name);
    for (const secret of [account.token, account.console, account.secret, account.token.slice(-4)])
      expect(view.text).not.toContain(secret);
    expect((await operate(sim, 'GET', '/accounts/nobody')).status).toBe(404);
  });

  it('suspends an account on every instance, ends its streams, and resumes it', async () => {
    const { sim, other } = await start();
    const [account, otherAccount] = [await sim.account(), await sim.account()];
    const session = await sim.button(account);
    const stream = await fetch(`${other.url}/console/trace`, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${account.console}` },
    });
    const end = waitForEnd(stream);
    const suspension = await operate(sim, 'PUT', `/accounts/${account.name}/suspension`, {
      reason: 'A loop',
    });
    expect(suspension.json.data).toMatchObject({ account_id: account.id, state: 'suspended' });
    await end;
    for (const each of [sim, other]) {
      const calls = [
        each.send('GET', '/console/sessions', { token: account.console }),
        each.send('POST', '/api/v1/ext/agreements', { token: account.token, body: {} }),
        each.send('POST', '/console/login', {
          body: { short_name: account.name, password: 'correct horse' },
        }),
        each.send('POST', `/console/hooks/${account.id}/captura`, { body: {} }),
      ];
      for (const { status, text } of await Promise.all(calls)) {
        expect(status).toBe(403);
        expect(text).toContain('A loop');
      }
      expect((await each.send('GET', `/pay/${session}`)).status).toBe(403);
      expect((await each.send('POST', `/pay/${session}`, paymentForm())).status).toBe(403);
      expect((await each.send('GET', '/console/sessions', { token: otherAccount.console })).status).toBe(200);
    }
    const list = await operate(other, 'GET', '/accounts?state=suspended&limit=1000');
    expect(list.json.data.map(({ account_id }: { account_id: string }) => account_id)).toContain(account.id);
    const resumption = await operate(other, 'DELETE', `/accounts/${account.id}/suspension`);
    expect(resumption.json.data.state).toBe('active');
    for (const each of [sim, other])
      expect((await each.send('GET', '/console/sessions', { token: account.console })).status).toBe(200);
    const types = (await sim.trace(account)).map(({ type, data }) => [type, data.reason]);
    expect(types).toContainEqual(['account.suspended', 'A loop']);
    expect(types.at(-1)).toEqual(['account.resumed', undefined]);
  });

  it('refuses what a suspended account needs no token for', async () => {
    const { sim, other } = await start();
    const [account, trainee] = [await sim.account(), await sim.account()];
    const { data } = (await sim.ask(account, 'POST', '/console/classes', { title: 'Bank' })).json;
    const link = await sim.send('POST', '/console/login-link', { token: account.console });
    const { pathname, search } = new URL(link.json.data.url);
    const paidSession = await sim.button(account);
    expect((await sim.send('POST', `/pay/${paidSession}`, paymentForm())).status).toBe(303);
    const browser = await logIn(other, account);
    const merchant = await TestMerchant.register(sim);
    const code = (await merchant.requestPairing('POST', 'SN-suspended')).json.data.code;
    for (const name of [account.name, merchant.email])
      await operate(sim, 'PUT', `/accounts/${encodeURIComponent(name)}/suspension`, { reason: 'A loop' });
    const visitor = new TestBrowser(other.url);
    const refusals = await Promise.all([
      browser.post('/console/reference'),
      visitor.post(pathname + search),
      other.send('POST', `/pay/${paidSession}`, paymentForm()),
      activate(other, 'SN-suspended', code),
    ]);
    expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    const joining = await other.ask(trainee, 'POST', '/console/class', { class_code: data.join_code });
    expect(joining.status).toBe(404);
    expect([...visitor.cookies.keys()]).toEqual([]);
    await operate(sim, 'DELETE', `/accounts/${account.id}/suspension`);
    expect((await visitor.post(pathname + search)).status).toBe(303);
  });

  it('gives a one-time password, and lists the acts', async () => {
    const { sim, other } = await start();
    const account = await sim.account();
    const reset = await operate(sim, 'POST', `/accounts/${account.name}/password`);
    const { password } = reset.json.data;
    const body = { short_name: account.name, password, new_password: 'battery staple' };
    expect(
      (await other.send('POST', '/console/login', { body: { ...body, new_password: undefined } })).status,
    ).toBe(400);
    const login = await other.send('POST', '/console/login', { body });
    expect(login.status).toBe(200);
    const trace = await sim.trace({ ...account, console: login.json.console_token });
    expect(trace.map(({ type, data }) => [type, data.by])).toContainEqual([
      'account.password_reset',
      'operator',
    ]);
    await operate(sim, 'PUT', `/accounts/${account.name}/suspension`, { reason: 'Why not' });
    const acts = await operate(other, 'GET', `/acts?account=${account.name}`);
    expect(acts.json.data).toMatchObject([
      { act: 'suspend', short_name: account.name, reason: 'Why not' },
      { act: 'password', account_id: account.id, reason: null },
    ]);
    expect(JSON.stringify(acts.json)).not.toContain(password);
  });

  it('lets a one-time password stay one-time if a trainer gives another before the trainee leaves', async () => {
    const { sim, other } = await start();
    const [trainer, trainee] = [await sim.account(), await sim.account()];
    const { data } = (await sim.ask(trainer, 'POST', '/console/classes', { title: 'Bank' })).json;
    await sim.ask(trainee, 'POST', '/console/class', { class_code: data.join_code });
    const { password } = (await operate(sim, 'POST', `/accounts/${trainee.name}/password`)).json.data;
    const reset = await sim.ask(
      trainer,
      'POST',
      `/console/classes/${data.class_id}/trainees/${trainee.name}/password`,
    );
    expect(reset.status).toBe(200);
    expect((await other.ask(trainee, 'DELETE', '/console/class')).status).toBe(200);
    const logIn = (new_password?: string) =>
      sim.send('POST', '/console/login', { body: { short_name: trainee.name, password, new_password } });
    expect((await logIn()).status).toBe(400);
    expect((await logIn('battery staple')).status).toBe(200);
  });

  it('changes the quotas of one account on every instance', async () => {
    const { sim, other } = await start();
    const [account, otherAccount] = [await sim.account(), await sim.account()];
    const change = await operate(sim, 'PATCH', `/accounts/${account.name}/quotas`, { sessions: 1 });
    expect(change.json.data.quotas).toMatchObject({ sessions: 1, streams: 64 });
    await sim.button(account);
    const create = (on: TestSimulator, { token }: TestAccount) =>
      on.send('POST', '/api/v1/ext/payment-sessions/buttons', { token, body: {} });
    // Waits until the other instance has counted the session that this one stored.
    await until(async () => (await create(other, account)).status === 429);
    expect((await create(other, otherAccount)).status).toBe(400);
    await operate(other, 'PATCH', `/accounts/${account.name}/quotas`, { sessions: null });
    expect((await create(sim, account)).status).toBe(400);
    expect((await operate(sim, 'PATCH', `/accounts/${account.name}/quotas`, { sessions: 0 })).status).toBe(
      400,
    );
  });

  it('closes and opens registration', async () => {
    const { sim, other } = await start();
    const register = (name: string) =>
      other.send('POST', '/console/register', { body: { short_name: name, password: 'correct horse' } });
    const closing = await operate(sim, 'PATCH', '/service', { registration_open: false, reason: 'Full' });
    expect(closing.json.data.registration_open).toBe(false);
    const refusal = await register('late-team');
    expect([refusal.status, refusal.json.detail]).toEqual([403, expect.stringContaining('closed')]);
    const creation = await createFromCsv(sim, 'name\ninvited\n');
    expect(creation.status).toBe(201);
    await operate(sim, 'PATCH', '/service', { registration_open: true });
    expect((await register('late-team')).status).toBe(201);
    const acts = (await operate(sim, 'GET', '/acts?limit=3')).json.data;
    expect(acts.map(({ act }: { act: string }) => act)).toEqual([
      'open_registration',
      'create',
      'close_registration',
    ]);
  });

  it('shows a notice for as long as it is valid', async () => {
    const { sim, other } = await start();
    const now = sim.clock.now();
    const until = new Date(now + DAY_MS).toISOString();
    const notice = { en: 'Maintenance', es: 'Mantenimiento', until };
    expect((await operate(sim, 'PATCH', '/service', { notice })).status).toBe(200);
    expect((await other.send('GET', '/notice')).json.data.notice).toMatchObject({ ...notice, from: null });
    const pastNotice = { ...notice, until: new Date(now - 1).toISOString() };
    await operate(sim, 'PATCH', '/service', { notice: pastNotice });
    expect((await other.send('GET', '/notice')).json.data.notice).toBeNull();
    await operate(sim, 'PATCH', '/service', { notice: { ...notice, from: until, until: undefined } });
    expect((await other.send('GET', '/notice')).json.data.notice).toBeNull();
    const wrong = await operate(sim, 'PATCH', '/service', { notice: { ...notice, from: until } });
    expect([wrong.status, wrong.json.errors[0].pointer]).toEqual([400, '/notice/until']);
    await operate(sim, 'PATCH', '/service', { notice: null });
    expect((await operate(other, 'GET', '/service')).json.data.notice).toBeNull();
  });

  it.each(['\u0000', '\u001b[31m', '\u202e', '\n'])(
    'refuses %j in a reason and in a notice',
    async (character) => {
      const { sim } = await start();
      const { id } = await sim.account();
      const text = `Full${character}`;
      const answers = [
        await operate(sim, 'PUT', `/accounts/${id}/suspension`, { reason: text }),
        await operate(sim, 'DELETE', `/accounts/${id}`, { reason: text }),
        await operate(sim, 'PATCH', '/service', { reason: text }),
        await operate(sim, 'PATCH', '/service', { notice: { en: text, es: 'Lleno' } }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
      expect(answers[0]?.json.errors[0].detail).toContain('control characters');
    },
  );

  it('creates accounts from a CSV file, or none of them if a line is wrong', async () => {
    const { sim, other } = await start();
    const trainer = await sim.account();
    const { data } = (await sim.ask(trainer, 'POST', '/console/classes', { title: 'Bank' })).json;
    const names = Array.from({ length: 70 }, (_, index) => `csv-team-${index}`);
    const lines = names.map((name) => `${name},${name}@bank.invalid,${data.join_code}`);
    const wrong = await createFromCsv(
      sim,
      `name,email,class\n${lines.join('\n')}\n,,\n"",x,y\nok,,NOCLASS\n`,
    );
    expect(wrong.status).toBe(400);
    expect(wrong.json.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/73',
      '/73',
      '/73',
      '/74',
      '/74',
    ]);
    expect((await operate(sim, 'GET', '/accounts?q=csv-team')).json.total).toBe(0);
    const creation = await createFromCsv(sim, `name,email,class\r\n${lines.join('\r\n')}\r\n`);
    expect(creation.headers.get('content-type')).toContain('text/csv');
    const rows = creation.text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.slice(1, -1).split('","'));
    expect(rows.map(([name]) => name)).toEqual(names);
    const [name = '', , , , password = ''] = rows[0] ?? [];
    const body = { short_name: name, password, new_password: 'battery staple' };
    expect((await other.send('POST', '/console/login', { body })).status).toBe(200);
    const view = (await operate(other, 'GET', `/accounts/${name}`)).json.data;
    expect(view).toMatchObject({ email: `${name}@bank.invalid`, class: { title: 'Bank' } });
    for (const wrongName of [
      '<b>team</b>',
      'te\u0000am',
      'te\u202eam',
      'team\u200b-1',
      'team-\u212a',
      '../team',
      '=team',
    ])
      expect((await createFromCsv(sim, `name\n${wrongName}\n`)).json.errors).toMatchObject([
        { pointer: '/2', detail: expect.stringContaining('3 to 64 characters') },
      ]);
    expect((await createFromCsv(sim, `name\n${name}\n`)).json.errors[0].detail).toContain('already taken');
  });
});

const createFromCsv = (sim: TestSimulator, csv: string) =>
  sim.send('POST', '/operator/accounts', {
    token: TOKEN,
    body: csv,
    headers: { 'content-type': 'text/csv' },
  });

describe.each(eachStore({ hosted: true, operatorToken: TOKEN }))(
  'the timers of a suspended account, %s',
  (_, start) => {
    it('keeps its webhooks waiting until it is resumed', async () => {
      const { sim, other } = await start();
      const [account, otherAccount] = [await sim.account(), await sim.account()];
      const advanceClocks = (ms: number) =>
        Promise.all([...new Set([sim, other])].map(({ clock }) => clock.advance(ms)));
      for (const each of [account, otherAccount])
        await sim.button(each, { webhook_url: `${sim.url}/console/hooks/${each.id}/fail` });
      await until(
        async () => (await attemptsOf(sim, account)) === 1 && (await attemptsOf(sim, otherAccount)) === 1,
      );
      await operate(sim, 'PUT', `/accounts/${account.id}/suspension`, { reason: 'A loop' });
      // Both accounts have the same retry times, so the suspended account's retries are also due.
      await until(
        async () => (await attemptsOf(sim, otherAccount)) >= 3,
        () => advanceClocks(10_000),
      );
      const view = await operate(sim, 'GET', `/accounts/${account.id}`);
      expect(view.json.data.waiting_webhooks).toBe(1);
      await operate(other, 'DELETE', `/accounts/${account.id}/suspension`);
      await until(
        async () => (await attemptsOf(sim, account)) >= 2,
        () => advanceClocks(1000),
      );
      const types = (await sim.trace(account)).map(({ type }) => type);
      const [first, second] = types.flatMap((type, index) => (type === 'webhook.attempted' ? [index] : []));
      expect(types.indexOf('account.suspended')).toBeGreaterThan(first as number);
      expect(types.indexOf('account.resumed')).toBeLessThan(second as number);
    });

    it('deletes the account after the grace period, unless it is resumed before', async () => {
      const { sim, other } = await start();
      const advanceClocks = (ms: number) =>
        Promise.all([...new Set([sim, other])].map(({ clock }) => clock.advance(ms)));
      const [deletedAccount, resumedAccount] = [await sim.account(), await sim.account()];
      for (const { id } of [deletedAccount, resumedAccount]) {
        const deletion = await operate(sim, 'DELETE', `/accounts/${id}`, {
          reason: 'The course has ended',
          days: 2,
        });
        expect(deletion.json.data.state).toBe('deleting');
      }
      const refusal = await sim.send('GET', '/console/sessions', { token: deletedAccount.console });
      expect([refusal.status, refusal.json.detail]).toEqual([
        403,
        expect.stringContaining('will be deleted on'),
      ]);
      expect((await operate(other, 'DELETE', `/accounts/${resumedAccount.id}/suspension`)).status).toBe(200);
      await advanceClocks(2 * DAY_MS - 1000);
      expect((await operate(sim, 'GET', `/accounts/${deletedAccount.id}`)).status).toBe(200);
      await until(
        async () => (await operate(other, 'GET', `/accounts/${deletedAccount.id}`)).status === 404,
        () => advanceClocks(1000),
      );
      expect((await sim.send('GET', '/console/sessions', { token: deletedAccount.console })).status).toBe(
        401,
      );
      expect((await sim.send('GET', '/console/sessions', { token: resumedAccount.console })).status).toBe(
        200,
      );
      const acts = (await operate(sim, 'GET', `/acts?account=${deletedAccount.id}`)).json.data;
      expect(acts).toMatchObject([
        { act: 'delete', short_name: deletedAccount.name, reason: 'The course has ended' },
      ]);
    });
  },
);

import { logIn as logInBrowser, TestBrowser } from '@svc-simulator/test-support/browser.ts';
import { eachStore } from '@svc-simulator/test-support/each-store.ts';
import { type Answered, type TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

const DAY_MS = 86_400_000;

/** Creates a class with one trainee, and another trainer's account without a class. */
async function createClassWithTrainee(sim: TestSimulator) {
  const [trainer, trainee, stranger] = [await sim.account(), await sim.account(), await sim.account()];
  const requestAs =
    (account: TestAccount) =>
    (method: string, path: string, body?: unknown): Promise<Answered> =>
      sim.ask(account, method, `/console${path}`, body);
  const newClass = (await requestAs(trainer)('POST', '/classes', { title: 'March' })).json.data;
  const join = (account: TestAccount, code = newClass.join_code) =>
    requestAs(account)('POST', '/class', { class_code: code });
  await join(trainee);
  return { trainer, trainee, stranger, requestAs, newClass, join, path: `/classes/${newClass.class_id}` };
}

describe.each(eachStore())('a trainer, %s', (_, open) => {
  it('creates a one-time password for a trainee, who then must choose a new password', async () => {
    const { sim, other } = await open();
    const { trainer, trainee, requestAs, path } = await createClassWithTrainee(sim);
    const browser = await logInBrowser(sim, trainee);
    const { data } = (await requestAs(trainer)('POST', `${path}/trainees/${trainee.name}/password`)).json;
    expect(data).toMatchObject({ short_name: trainee.name, password: expect.stringMatching(/^[\w-]{12}$/) });
    expect((await browser.get('/console')).location).toContain('/console/login');
    const login = (surface: string, body: object) =>
      other.send('POST', surface, { body: { short_name: trainee.name, ...body } });
    const { password } = data;
    expect((await login('/console/login', { password: 'correct horse' })).status).toBe(401);
    for (const surface of ['/console/login', '/api/svcpagos/login']) {
      const bare = await login(surface, { password });
      expect([bare.status, bare.json.errors[0].pointer]).toEqual([400, '/new_password']);
    }
    const firstLogin = await login('/console/login', { password, new_password: 'battery staple' });
    expect(firstLogin.status).toBe(200);
    // The reset also invalidates tokens that were created with the lost password.
    expect((await sim.ask(trainee, 'GET', '/control/clock')).status).toBe(401);
    expect((await login('/console/login', { password, new_password: 'battery staple' })).status).toBe(401);
    expect((await login('/api/svcpagos/login', { password: 'battery staple' })).status).toBe(200);
    const twice = await login('/console/login', { password: 'battery staple', new_password: 'another one' });
    expect([twice.status, twice.json.errors[0].pointer]).toEqual([400, '/new_password']);
    expect(
      await sim.trace({ ...trainee, console: firstLogin.json.console_token }, '&type=account.password_reset'),
    ).toHaveLength(1);
  });

  it('gets a password or a 409 for each of several simultaneous resets', async () => {
    const { sim, other } = await open();
    const { trainer, trainee, path } = await createClassWithTrainee(sim);
    const reset = (one: TestSimulator) =>
      one.ask(trainer, 'POST', `/console${path}/trainees/${trainee.name}/password`);
    const replies = await Promise.all([sim, other, sim, other].map(reset));
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(replies.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  });

  it("moves a trainee with practices into another class of the trainer, but not into another trainer's class", async () => {
    const { sim, other } = await open();
    const { trainer, trainee, stranger, requestAs, path } = await createClassWithTrainee(sim);
    const create = async (who: TestAccount) =>
      (await requestAs(who)('POST', '/classes', { title: 'April' })).json.data.class_id;
    const [april, foreign] = [await create(trainer), await create(stranger)];
    await sim.button(trainee);
    const rows = async (classPath: string) =>
      (await other.ask(trainer, 'GET', `/console${classPath}/progress`)).json.data.trainees;
    const [before] = await rows(path);
    const move = (who: TestAccount, to: string, name = trainee.name) =>
      requestAs(who)('POST', `${path}/trainees/${name}/move`, { to_class_id: to });
    for (const [who, to, name] of [
      [trainer, foreign, trainee.name],
      [trainer, 'cls_0000000000000000', trainee.name],
      [trainer, april, stranger.name],
      [trainee, april, trainee.name],
      [stranger, foreign, trainee.name],
    ] as const)
      expect((await move(who, to, name)).status).toBe(404);
    const sameClass = await move(trainer, path.split('/').at(-1) ?? '');
    expect([sameClass.status, sameClass.json.detail]).toEqual([400, expect.stringContaining('already in')]);
    expect((await move(trainer, april, 'zoe')).json.detail).toBe('The class has no trainee called zoe.');
    expect(await rows(path)).toHaveLength(1);
    const moveAnswer = await move(trainer, april);
    expect([moveAnswer.status, moveAnswer.json.data]).toEqual([
      200,
      { class_id: april, title: 'April', short_name: trainee.name },
    ]);
    const [row] = await rows(`/classes/${april}`);
    expect(row).toEqual(before);
    expect(row.completed).toBeGreaterThan(1);
    expect(await rows(path)).toEqual([]);
    expect((await requestAs(trainee)('GET', '/class')).json.data).toMatchObject({
      class_id: april,
      title: 'April',
    });
    const departures = await sim.trace(trainee, '&type=class.left');
    expect(departures.map(({ data }) => data)).toEqual([{ class_id: path.split('/').at(-1), by: 'move' }]);
    expect((await move(trainer, april)).status).toBe(404);
  });

  it('chooses the practices of a class and a due date, which trainees see in their progress', async () => {
    const { sim, other } = await open();
    const { trainer, trainee, stranger, requestAs, path } = await createClassWithTrainee(sim);
    const change = (body: object, who = trainer) => requestAs(who)('PATCH', path, body);
    const progress = async () => (await other.ask(trainee, 'GET', '/console/progress')).json.data;
    const all = (await progress()).total;
    for (const [body, pointer] of [
      [{ practice_ids: ['login', 'nothing'] }, '/practice_ids/1'],
      [{ practice_ids: 'login' }, '/practice_ids'],
      [{ practice_ids: Array.from({ length: 101 }, () => 'login') }, '/practice_ids'],
      [{ practice_ids: ['login', 'login'] }, '/practice_ids/1'],
      [{ due_at: '2026-02-30' }, '/due_at'],
      [{ due_at: '2025-12-15' }, '/due_at'],
    ] as const) {
      const refusal = await change(body);
      expect([refusal.status, refusal.json.errors[0].pointer]).toEqual([400, pointer]);
    }
    expect((await change({ practice_ids: ['login'] }, stranger)).status).toBe(404);
    const typo = await change({ practice_ids: ['agrement'] });
    expect(typo.json.detail).toContain("“agrement” isn't a practice; did you mean agreement?");
    expect((await change({ due_at: '15/12/2026' })).json.detail).toContain('a date such as 2030-12-31');
    expect((await change({ due_at: '2026-12-15T18:00' })).json.data.due_at).toBe('2026-12-15T22:00:00.000Z');
    const ids = ['button_session', 'agreement'];
    const classData = (await change({ practice_ids: ids, due_at: '2026-12-15' })).json.data;
    expect(classData).toMatchObject({
      practice_ids: ['button_session', 'agreement'],
      due_at: '2026-12-16T03:59:59.999Z',
    });
    expect(await progress()).toMatchObject({
      total: 2,
      completed: 1,
      next: 'button_session',
      due_at: classData.due_at,
      practices: [{ id: 'button_session' }, { id: 'agreement' }],
    });
    const board = (await requestAs(trainer)('GET', `${path}/progress`)).json.data;
    expect(board.practices.map(({ id }: { id: string }) => id)).toEqual(['button_session', 'agreement']);
    expect(board.trainees[0]).toMatchObject({ completed: 1, total: 2, stuck_on: 'button_session' });
    // Another change keeps the practices and the due date.
    expect((await change({ title: 'May' })).json.data).toMatchObject({
      practice_ids: classData.practice_ids,
    });
    await change({ practice_ids: [], due_at: '' });
    expect(await progress()).toMatchObject({ total: all, due_at: null });
    await change({ practice_ids: ['login'] });
    await requestAs(trainee)('DELETE', '/class');
    expect((await progress()).total).toBe(all);
  });

  it('closes an archived class and hides it from lists until it is reopened', async () => {
    const { sim } = await open();
    const { trainer, stranger, requestAs, join, newClass, path } = await createClassWithTrainee(sim);
    const change = async (body: object) => (await requestAs(trainer)('PATCH', path, body)).json.data;
    const listIds = async (query = '') =>
      (await requestAs(trainer)('GET', `/classes${query}`)).json.data.map(
        ({ class_id }: { class_id: string }) => class_id,
      );
    const archivedClass = await change({ archived: true });
    expect([archivedClass.archived_at, archivedClass.closed_at]).toEqual([
      expect.any(String),
      expect.any(String),
    ]);
    expect([await listIds(), await listIds('?archived=only'), await listIds('?archived=all')]).toEqual([
      [],
      [newClass.class_id],
      [newClass.class_id],
    ]);
    expect((await requestAs(trainer)('GET', '/classes?archived=maybe')).status).toBe(400);
    expect((await join(stranger)).status).toBe(404);
    expect((await requestAs(trainer)('GET', `${path}/progress`)).json.data.trainees).toHaveLength(1);
    expect(await change({ archived: false })).toMatchObject({
      archived_at: null,
      closed_at: expect.any(String),
    });
    await change({ archived: true });
    expect(await change({ closed: false })).toMatchObject({ archived_at: null, closed_at: null });
    expect((await join(stranger)).status).toBe(200);
  });

  it('changes only their own classes and trainees', async () => {
    const { sim } = await open();
    const { trainer, trainee, stranger, requestAs, path } = await createClassWithTrainee(sim);
    const calls = [
      ['PATCH', '', { title: 'Mine' }],
      ['POST', '/join-code', undefined],
      ['POST', `/trainees/${trainee.name}/move`, { to_class_id: path.split('/').at(-1) }],
      ['DELETE', `/trainees/${trainee.name}`, undefined],
      ['POST', `/trainees/${trainee.name}/password`, undefined],
    ] as const;
    const comparedParts = ({ status, json: { instance: _, ...rest } }: Answered) => [status, rest];
    for (const [method, rest, body] of calls) {
      const foreign = await requestAs(stranger)(method, path + rest, body);
      const unknown = await requestAs(stranger)(method, `/classes/cls_0000000000000000${rest}`, body);
      expect(comparedParts(foreign)).toEqual(comparedParts(unknown));
      expect(foreign.status).toBe(404);
    }
    for (const name of [stranger.name, 'nobody', trainer.name]) {
      expect((await requestAs(trainer)('DELETE', `${path}/trainees/${name}`)).status).toBe(404);
      expect((await requestAs(trainer)('POST', `${path}/trainees/${name}/password`)).status).toBe(404);
    }
  });
});

describe('a one-time password', () => {
  it('expires after a day', async () => {
    await using sim = await TestSimulator.start({ throwaway: true });
    const { trainer, trainee, requestAs, path } = await createClassWithTrainee(sim);
    const { password } = (await requestAs(trainer)('POST', `${path}/trainees/${trainee.name}/password`)).json
      .data;
    await sim.clock.advance(DAY_MS);
    const body = { short_name: trainee.name, password, new_password: 'battery staple' };
    const late = await sim.send('POST', '/console/login', { body });
    expect([late.status, late.json.detail]).toEqual([401, expect.stringContaining('ask your trainer')]);
  });

  it('works until it is replaced, and the new password stays valid after the trainee has left the class', async () => {
    await using sim = await TestSimulator.start({ throwaway: true });
    const { trainer, trainee, requestAs, path } = await createClassWithTrainee(sim);
    const { password } = (await requestAs(trainer)('POST', `${path}/trainees/${trainee.name}/password`)).json
      .data;
    const login = (loginPassword: string, more = {}) =>
      sim.send('POST', '/console/login', {
        body: { short_name: trainee.name, password: loginPassword, ...more },
      });
    expect((await login(password, { new_password: password })).status).toBe(400);
    const token = (await login(password, { new_password: 'battery staple' })).json.console_token;
    const eventSummary = ({ type, data }: { type: string; data: object }) => [type, data];
    const trace = (await sim.send('GET', '/console/trace', { token })).json.data.map(eventSummary);
    expect(trace).toContainEqual(['account.password_reset', { class_id: path.split('/').at(-1) }]);
    expect(trace).toContainEqual(['account.password_changed', { others_kept: false, one_time_used: true }]);
    await requestAs(trainer)('DELETE', `${path}/trainees/${trainee.name}`);
    expect((await login('correct horse')).status).toBe(401);
    const after = (await login('battery staple')).json.console_token;
    const body = { current_password: 'battery staple', new_password: 'correct horse' };
    expect((await sim.send('POST', '/console/password', { token: after, body })).status).toBe(200);
    const newTrace = (await sim.send('GET', '/console/trace', { token: after })).json.data.map(eventSummary);
    expect(newTrace).toContainEqual(['account.password_changed', { others_kept: false }]);
  });

  it("is replaced on the console's login page, without JavaScript", async () => {
    await using sim = await TestSimulator.start({ throwaway: true });
    const { trainer, trainee, requestAs, path } = await createClassWithTrainee(sim);
    const { password } = (await requestAs(trainer)('POST', `${path}/trainees/${trainee.name}/password`)).json
      .data;
    const browser = new TestBrowser(sim.url, { 'accept-language': 'en' });
    const first = await browser.post('/console/login', { short_name: trainee.name, password });
    expect(first.status).toBe(400);
    expect(first.html).toContain('name="new_password"');
    expect(first.html).not.toContain(password);
    const short = { short_name: trainee.name, password, new_password: 'short' };
    expect((await browser.post('/console/login', short)).status).toBe(400);
    const loginResponse = await browser.post('/console/login', { ...short, new_password: 'battery staple' });
    expect([loginResponse.status, loginResponse.location]).toEqual([
      303,
      '/console/login?entered=&next=%2Fconsole',
    ]);
    expect((await browser.get('/console')).status).toBe(200);
  });

  it('is refused for the demo account', async () => {
    await using sim = await TestSimulator.start({ demo: true, throwaway: true });
    const demo = await sim.simulator.demo;
    const { trainer, requestAs, newClass, path } = await createClassWithTrainee(sim);
    const token = demo?.console_token;
    await sim.send('POST', '/console/class', { token, body: { class_code: newClass.join_code } });
    expect((await requestAs(trainer)('POST', `${path}/trainees/demo/password`)).status).toBe(409);
  });
});

import { eachStore } from '@svc-simulator/test-support/each-store.ts';
import { type TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

describe.each(eachStore())('a certificate of a class, %s', (_name, start) => {
  async function scene() {
    const { sim, other } = await start();
    const [trainer, trainee, stranger] = [await sim.account(), await sim.account(), await sim.account()];
    const create = async (who: TestAccount, title = 'March') => {
      const newClass = (await sim.ask(who, 'POST', '/console/classes', { title })).json.data;
      // Test accounts have done this practice already.
      const body = { practice_ids: ['agreement'], mark: ' School of Payments ' };
      await sim.ask(who, 'PATCH', `/console/classes/${newClass.class_id}`, body);
      return newClass;
    };
    const { class_id, join_code } = await create(trainer);
    const join = (who: TestAccount, class_code = join_code) =>
      sim.ask(who, 'POST', '/console/class', { class_code });
    await join(trainee);
    const path = `/console/classes/${class_id}`;
    const issue = (full_name: unknown, who = trainer, name = trainee.name, at = path) =>
      sim.ask(who, 'POST', `${at}/trainees/${name}/certificate`, { full_name });
    const codeOf = async (name: string) => (await issue(name)).json.data.code;
    const revoke = (code: string, who = trainer) => sim.ask(who, 'DELETE', `/console/certificates/${code}`);
    const check = (code: string) => other.send('GET', `/verificar/${code}`);
    const remove = (query = '') => sim.ask(trainer, 'DELETE', `${path}/trainees/${trainee.name}${query}`);
    return { sim, trainer, trainee, stranger, create, join, path, issue, codeOf, revoke, check, remove };
  }

  it('shows the name that the trainer entered, the class and the mark to anyone with its code', async () => {
    const { sim, trainer, trainee, path, issue, check } = await scene();
    const readRow = async () => (await sim.ask(trainer, 'GET', `${path}/progress`)).json.data.trainees[0];
    expect(await readRow()).toMatchObject({ stuck_on: null, certificate: null });
    const issueAnswer = await issue(' Ana\u202e María\u200b  <b>Pérez</b>\u0007');
    expect(issueAnswer.status).toBe(201);
    const { code } = issueAnswer.json.data;
    expect((await readRow()).certificate).toBe(code);
    const typedCode = `${code.slice(0, 8).toLowerCase()}-${code.slice(8)}`;
    const verification = await check(typedCode);
    // Each instance returns its own URL.
    const { url } = verification.json.data;
    expect([verification.status, verification.json.data]).toEqual([200, { ...issueAnswer.json.data, url }]);
    expect(verification.json.data).toEqual({
      code: expect.stringMatching(/^[A-HJ-NP-Z2-9]{16}$/),
      url: expect.stringContaining('/verificar/'),
      full_name: 'Ana María <b>Pérez</b>',
      issued_by: 'trainer',
      mark: 'School of Payments',
      class_title: 'March',
      total: 1,
      program_total: 1,
      by_program: ['agreement'],
      done_at: expect.any(String),
      issued_at: expect.any(String),
    });
    const events = await sim.trace(trainee, '&type=certificate.issued');
    expect(events.map(({ data }) => data)).toEqual([{ title: 'March', class_id: path.split('/').at(-1) }]);
  });

  it('requires all practices of the class and a visible name', async () => {
    const { sim, trainer, path, issue } = await scene();
    for (const name of ['', ' ', '\u202e\u200b', 'x'.repeat(121), 7, undefined]) {
      const refusal = await issue(name);
      expect([name, refusal.status, refusal.json.errors[0].pointer]).toEqual([name, 400, '/full_name']);
    }
    await sim.ask(trainer, 'PATCH', path, { practice_ids: ['agreement', 'split', 'batch_settled'] });
    const early = await issue('Ana');
    expect([early.status, early.json.detail]).toEqual([409, expect.stringContaining('2 practices')]);
  });

  it("returns 404 to trainers who didn't issue it, and 410 once its own trainer has revoked it", async () => {
    const { sim, trainee, stranger, create, join, issue, codeOf, revoke, check } = await scene();
    const first = await codeOf('Ana');
    const second = await codeOf('Ana Pérez');
    expect([(await check(first)).status, (await check(second)).status]).toEqual([404, 200]);
    const otherClass = await create(stranger, 'Theirs');
    const at = `/console/classes/${otherClass.class_id}`;
    for (const [who, name, place] of [
      [stranger, trainee.name, undefined],
      [trainee, trainee.name, undefined],
      [stranger, trainee.name, at],
    ] as const)
      expect((await issue('Mine', who, name, place)).status).toBe(404);
    for (const who of [stranger, trainee]) expect((await revoke(second, who)).status).toBe(404);
    await join(trainee, otherClass.join_code);
    const other = (await issue('Ana', stranger, trainee.name, at)).json.data.code;
    expect((await issue('Ana')).status).toBe(404);
    expect([(await check(second)).status, (await check(other)).status]).toEqual([200, 200]);
    await sim.ask(stranger, 'DELETE', `${at}/trainees/${trainee.name}`);
    expect([(await check(second)).status, (await check(other)).status]).toEqual([200, 410]);
    // The trainer can revoke the certificate by its code even after the trainee has left.
    const revocation = await revoke(second.toLowerCase());
    expect([revocation.status, revocation.json.data.code]).toEqual([200, second]);
    expect((await revoke(second)).json.data).toEqual(revocation.json.data);
    const refusalNow = await check(second);
    expect([refusalNow.status, refusalNow.json.detail]).toEqual([410, expect.stringContaining('revoked')]);
    expect(refusalNow.text).not.toContain('Ana');
    expect((await revoke('AAAABBBBCCCCDDDD')).status).toBe(404);
  });

  it('is revoked when the trainer removes the trainee, unless the trainer keeps it', async () => {
    const { join, trainee, codeOf, check, remove } = await scene();
    const firstCode = await codeOf('Ana');
    expect((await remove()).status).toBe(200);
    expect((await check(firstCode)).status).toBe(410);
    await join(trainee);
    const secondCode = await codeOf('Ana');
    expect((await remove('?keep_certificate=perhaps')).status).toBe(400);
    expect((await remove('?keep_certificate=true')).status).toBe(200);
    expect((await check(secondCode)).status).toBe(200);
  });

  it('stays valid if the trainee leaves or is moved, and is deleted with the account', async () => {
    const { sim, trainer, trainee, create, join, path, codeOf, check } = await scene();
    const code = await codeOf('Ana');
    const { class_id } = await create(trainer, 'April');
    const body = { to_class_id: class_id };
    await sim.ask(trainer, 'POST', `${path}/trainees/${trainee.name}/move`, body);
    const row = async (id: string) =>
      (await sim.ask(trainer, 'GET', `/console/classes/${id}/progress`)).json.data.trainees[0];
    expect((await row(class_id)).certificate).toBe(code);
    await join(trainee);
    await sim.ask(trainee, 'DELETE', '/console/class');
    expect((await check(code)).status).toBe(200);
    await sim.ask(trainee, 'DELETE', '/console/account', { password: 'correct horse' });
    expect((await check(code)).status).toBe(404);
  });
});

it('limits the checks of certificate codes in hosted mode', async () => {
  await using sim = await TestSimulator.start({ hosted: true, publicUrl: 'https://sim.invalid' });
  const statuses: number[] = [];
  for (let guess = 0; guess < 62; guess++)
    statuses.push((await sim.send('GET', `/verificar/GUESS${guess}`)).status);
  expect(statuses.slice(0, 60)).toEqual(statuses.slice(0, 60).map(() => 404));
  expect(statuses.slice(60)).toEqual([429, 429]);
});

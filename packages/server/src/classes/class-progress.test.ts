import { simulatorOfBlock } from '@svc-simulator/test-support/account.ts';
import { describe, expect, it } from 'vitest';

describe('the progress of a class', async () => {
  const sim = await simulatorOfBlock();
  const [owner, trainee] = [await sim.account(), await sim.account()];
  const newClass = (await sim.ask(owner, 'POST', '/console/classes', { title: 'March' })).json.data;
  const join = (token: string) =>
    sim.send('POST', '/console/class', { token, body: { class_code: newClass.join_code } });
  await join(trainee.console);
  const progress = (headers: Record<string, string> = {}, token = owner.console, id = newClass.class_id) =>
    sim.send('GET', `/console/classes/${id}/progress`, { token, headers });
  const rowOf = async (name: string) =>
    (await progress()).json.data.trainees.find(
      ({ short_name }: { short_name: string }) => short_name === name,
    );

  it('shows the titles in the requested language', async () => {
    const titles = async (language: string) =>
      (await progress({ 'accept-language': language })).json.data.practices[0].title;
    expect([await titles('en-GB,en'), await titles('es'), await titles('fr')]).toEqual([
      'Log in',
      'Iniciar sesión',
      'Iniciar sesión',
    ]);
  });

  it("shows any name that an account may have, such as a merchant's email", async () => {
    const emails = ["=cmd|'/c'!a0@evil.example", '+ana@evil.example', '{{a}}`b`$c&d@evil.example'];
    for (const email of emails) {
      const profile = { legalName: 'L', taxId: 'J-1', email, password: 'correct horse' };
      expect((await sim.send('POST', '/api/v1/merchants', { body: profile })).status).toBe(201);
      const login = { short_name: email, password: 'correct horse' };
      await join((await sim.send('POST', '/console/login', { body: login })).json.console_token);
      expect(await rowOf(email)).toMatchObject({ short_name: email });
    }
    const table = (await progress({ accept: 'text/csv' })).text.split('\r\n');
    expect(table.map((line) => line.slice(0, line.indexOf(',')))).toEqual([
      '"short_name"',
      '"team-2"',
      `"'${emails[0]}"`,
      `"'${emails[1]}"`,
      `"${emails[2]}"`,
      '',
    ]);
  });

  it('keeps the membership after resets and retention, but not the practices', async () => {
    const before = await rowOf('team-2');
    await sim.ask(trainee, 'POST', '/control/reset');
    expect(await rowOf('team-2')).toMatchObject({
      completed: 0,
      done: {},
      joined_at: before.joined_at,
      stuck_on: 'login',
      stuck_since: before.joined_at,
    });
    await sim.ask(owner, 'POST', '/control/reset');
    await sim.clock.advance(40 * 86_400_000);
    expect(await rowOf('team-2')).toMatchObject({ joined_at: before.joined_at });
    const membership = await sim.ask(trainee, 'GET', '/console/class');
    expect(membership.json.data.class_id).toBe(newClass.class_id);
    await sim.send('POST', '/api/svcpagos/login', {
      body: { short_name: 'team-2', password: 'correct horse' },
    });
    expect(await rowOf('team-2')).toMatchObject({ completed: 1 });
  });
});

import { inConsole, logIn, TestBrowser } from '@svc-simulator/test-support/browser.ts';
import { describe, expect, it } from 'vitest';

describe('a trainer on a class board', async () => {
  const { sim, account, browser } = await inConsole();
  const confirmation = { understood: 'yes' };

  it('renames, closes and reopens a class, changes its code, resets a password and removes a trainee', async () => {
    const creation = (await sim.ask(account, 'POST', '/console/classes', { title: 'March' })).json.data;
    const trainee = await sim.account();
    const body = { class_code: creation.join_code };
    await sim.ask(trainee, 'POST', '/console/class', body);
    const board = `/console/classes/${creation.class_id}`;
    const act = (what: string, fields: Record<string, string> = {}) =>
      browser.post(board, { do: what, ...fields });

    expect((await act('rename', { title: ' ' })).status).toBe(400);
    expect((await act('rename', { title: 'April & <b>May</b>' })).location).toBe(
      `${board}?done=class_changed`,
    );
    expect((await browser.get(board)).html).toContain('April &amp; &lt;b&gt;May&lt;/b&gt;');
    await act('close');
    expect((await browser.get(board)).html).toContain('The class is closed');
    const curriculum = { 'practice.login': '2', 'practice.agreement': '1', 'practice.split': '' };
    expect((await act('practices', curriculum)).location).toBe(`${board}?done=class_changed`);
    await act('due', { due_at: '2026-12-15' });
    const boardHtml = (await browser.get(board)).html;
    expect(boardHtml).toContain('name="practice.agreement" min="1" max="999" value="1"');
    expect(boardHtml).toContain('value="2026-12-15"');
    const ofTrainee = (await (await logIn(sim, trainee)).get('/console/practices')).html;
    expect(ofTrainee).toContain('2 de 2 prácticas');
    expect(ofTrainee).toContain('Prácticas de tu clase');
    expect(ofTrainee.indexOf('Crear un acuerdo')).toBeLessThan(ofTrainee.indexOf('Iniciar sesión'));
    const emptyChoice = await act('practices', {});
    expect([emptyChoice.status, emptyChoice.html.includes('Number at least one practice')]).toEqual([
      400,
      true,
    ]);
    expect((await (await logIn(sim, trainee)).get('/console/practices')).html).toContain('2 de 2 prácticas');
    await act('all_practices');
    await act('due', { due_at: '' });
    expect((await browser.get(board)).html).not.toContain('value="2026-12-15"');
    await act('archive', confirmation);
    expect((await browser.get(board)).html).toContain('The class is archived');
    expect((await browser.get('/console/classes')).html).not.toContain(board);
    expect((await browser.get('/console/classes?archived=only')).html).toContain(board);
    await act('open');
    expect((await browser.get('/console/classes')).html).toContain(board);
    await act('new_code', confirmation);
    const page = (await browser.get(board)).html;
    expect(page).not.toContain(creation.join_code);
    const reset = await act('reset_password', { ...confirmation, short_name: trainee.name });
    const [, password = ''] = /<code>([\w-]{12})</.exec(reset.html) ?? [];
    const loginPage = await new TestBrowser(sim.url, { 'accept-language': 'en' }).post('/console/login', {
      short_name: trainee.name,
      password,
    });
    expect(loginPage.html).toContain('Enter the one-time password again and choose a new password.');
    expect(loginPage.html).toMatch(/<label for="new_password">New password<\/label><input[^>]* required/);
    const login = { short_name: trainee.name, password, new_password: 'battery staple' };
    expect((await sim.send('POST', '/console/login', { body: login })).status).toBe(200);
    expect((await browser.get(board)).html).not.toContain(password);
    const other = (await sim.ask(account, 'POST', '/console/classes', { title: 'June' })).json.data.class_id;
    expect((await browser.get(`${board}?trainee=${trainee.name}`)).html).toContain(
      `<option value="${other}">June</option>`,
    );
    const move = (to: string) => act('move', { short_name: trainee.name, to_class_id: to });
    expect((await move('cls_0000000000000000')).status).toBe(404);
    expect((await move(other)).location).toBe(`${board}?done=trainee_moved`);
    await browser.post(`/console/classes/${other}`, {
      do: 'move',
      short_name: trainee.name,
      to_class_id: creation.class_id,
    });
    expect((await act('remove', { ...confirmation, short_name: trainee.name })).location).toBe(
      `${board}?done=trainee_removed`,
    );
    expect((await act('remove', { ...confirmation, short_name: trainee.name })).status).toBe(404);

    const stranger = await logIn(sim, await sim.account());
    await stranger.post(board, { do: 'rename', title: 'Mine' });
    const takeover = { do: 'reset_password', short_name: trainee.name, ...confirmation };
    expect((await stranger.post(board, takeover)).status).toBe(404);
    expect((await browser.get(board)).html).not.toContain('Mine');
  });

  it('requires a confirmation for an action that can’t be undone, and preselects no class to move into', async () => {
    const create = async (title: string) =>
      (await sim.ask(account, 'POST', '/console/classes', { title })).json.data;
    const [{ class_id, join_code }] = [await create('July'), await create('August')];
    const trainee = await sim.account();
    await sim.ask(trainee, 'POST', '/console/class', { class_code: join_code });
    const board = `/console/classes/${class_id}`;
    for (const action of ['archive', 'new_code', 'reset_password', 'remove', 'revoke'])
      expect((await browser.post(board, { do: action, short_name: trainee.name })).status).toBe(200);
    const { data } = (await sim.ask(account, 'GET', `${board}/progress`)).json;
    expect([data.archived_at, data.join_code, data.trainees.length]).toEqual([null, join_code, 1]);
    expect((await sim.ask(trainee, 'GET', '/console/trace')).text).not.toContain('password_reset');
    const checkbox = /name="understood" value="yes" required/;
    expect((await browser.get(board)).html).toMatch(checkbox);
    const page = (await browser.get(`${board}?trainee=${trainee.name}`)).html;
    expect(page).toMatch(checkbox);
    expect(page).toMatch(/<select id="to_class_id"[^>]* required[^>]*><option value="">/);
  });
});

import { inConsole, logIn } from '@svc-simulator/test-support/browser.ts';
import { describe, expect, it } from 'vitest';

describe('actions of a trainer on a class board', async () => {
  const { sim, account, browser } = await inConsole();

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
    await act('open');
    await act('new_code');
    const page = (await browser.get(board)).html;
    expect(page).not.toContain(creation.join_code);
    const reset = await act('reset_password', { short_name: trainee.name });
    const [, password = ''] = /<code>([\w-]{12})</.exec(reset.html) ?? [];
    const login = { short_name: trainee.name, password, new_password: 'battery staple' };
    expect((await sim.send('POST', '/console/login', { body: login })).status).toBe(200);
    expect((await browser.get(board)).html).not.toContain(password);
    expect((await act('remove', { short_name: trainee.name })).location).toBe(
      `${board}?done=trainee_removed`,
    );
    expect((await act('remove', { short_name: trainee.name })).status).toBe(404);

    const stranger = await logIn(sim, await sim.account());
    await stranger.post(board, { do: 'rename', title: 'Mine' });
    expect((await stranger.post(board, { do: 'reset_password', short_name: trainee.name })).status).toBe(404);
    expect((await browser.get(board)).html).not.toContain('Mine');
  });
});

import { inConsole, logIn } from '@svc-simulator/test-support/browser.ts';
import { describe, expect, it } from 'vitest';

describe('a note on the class pages', async () => {
  const { sim, account, browser } = await inConsole();

  it('appears as text in the trainee’s console, and its answer on the trainee’s page of the board', async () => {
    const { class_id, join_code } = (await sim.ask(account, 'POST', '/console/classes', { title: 'March' }))
      .json.data;
    const trainee = await sim.account();
    await sim.ask(trainee, 'POST', '/console/class', { class_code: join_code });
    const board = `/console/classes/${class_id}`;
    const learner = await logIn(sim, trainee, { 'accept-language': 'en' });
    const note = { do: 'note', short_name: trainee.name };
    expect((await browser.post(board, { ...note, text: ' ' })).status).toBe(400);
    expect((await browser.post(board, { ...note, text: 'Look <script>here</script>' })).location).toBe(
      `${board}?trainee=${trainee.name}&done=note_sent#notes`,
    );
    const noteHtml = 'Look &lt;script&gt;here&lt;/script&gt;';
    expect((await learner.get('/console')).html).toContain(noteHtml);
    expect((await learner.get('/console/practices')).html).toContain(noteHtml);
    expect((await learner.post('/console/practices', { do: 'note', text: '' })).status).toBe(400);
    const answer = await learner.post('/console/practices', { do: 'note', text: '<img src=x> done' });
    expect(answer.location).toBe('/console/practices?done=note_sent#notes');
    expect((await learner.get('/console')).html).not.toContain(noteHtml);
    expect((await browser.get(board)).html).toContain('Wrote to you');
    const page = (await browser.get(`${board}?trainee=${trainee.name}`)).html;
    expect(page).toContain('&lt;img src=x&gt; done');
    expect(page).not.toContain('<img src=x>');
    const stranger = await logIn(sim, await sim.account());
    expect((await stranger.post(board, { ...note, text: 'Mine' })).status).toBe(404);
    expect((await stranger.post('/console/practices', { do: 'note', text: 'Mine' })).status).toBe(404);
    expect((await stranger.get('/console/practices')).html).not.toContain('id="notes"');
  });
});

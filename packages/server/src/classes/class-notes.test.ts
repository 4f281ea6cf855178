import { eachStore } from '@svc-simulator/test-support/each-store.ts';
import type { TestAccount } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

describe.each(eachStore())('a note between a trainer and a trainee, %s', (_name, start) => {
  async function scene() {
    const { sim, other } = await start();
    const [trainer, trainee, stranger] = [await sim.account(), await sim.account(), await sim.account()];
    const create = async (who: TestAccount) =>
      (await sim.ask(who, 'POST', '/console/classes', { title: 'March' })).json.data;
    const { class_id, join_code } = await create(trainer);
    const join = (who: TestAccount, class_code = join_code) =>
      sim.ask(who, 'POST', '/console/class', { class_code });
    await join(trainee);
    const path = `/console/classes/${class_id}`;
    const send = (text: unknown, who = trainer, name = trainee.name) =>
      sim.ask(who, 'POST', `${path}/trainees/${name}/notes`, { text });
    const answer = (text: unknown, who = trainee) => sim.ask(who, 'POST', '/console/class/notes', { text });
    const notesOf = async (who = trainee) =>
      (await other.ask(who, 'GET', '/console/progress')).json.data.notes.map(
        ({ by, text }: { by: string; text: string }) => [by, text],
      );
    return { sim, other, trainer, trainee, stranger, create, join, path, send, answer, notesOf };
  }

  it("appears in the trainee's progress, appears in the trace without its text, and marks the row until it is answered", async () => {
    const { sim, other, trainer, trainee, path, send, answer, notesOf } = await scene();
    const note = await send('Look at <b>line 3</b>');
    expect([note.status, note.json.data]).toEqual([
      201,
      { at: expect.any(String), by: 'trainer', text: 'Look at <b>line 3</b>' },
    ]);
    const readAskedAt = async () =>
      (await other.ask(trainer, 'GET', `${path}/progress`)).json.data.trainees[0].asked_at;
    expect(await readAskedAt()).toBeNull();
    const answerData = (await answer('It works\u202e now')).json.data;
    expect(await readAskedAt()).toBe(answerData.at);
    const expectedNotes = [
      ['trainer', 'Look at <b>line 3</b>'],
      ['trainee', 'It works\u202e now'],
    ];
    expect(await notesOf()).toEqual(expectedNotes);
    const page = (await sim.ask(trainer, 'GET', `${path}/trainees/${trainee.name}`)).json.data.notes;
    expect(page.map(({ by, text }: { by: string; text: string }) => [by, text])).toEqual(expectedNotes);
    const events = await sim.trace(trainee, '&type=class.noted');
    expect(events.map(({ data }) => data.by)).toEqual(['trainer', 'trainee']);
    expect(JSON.stringify(events)).not.toContain('line 3');
    await send('Good');
    expect(await readAskedAt()).toBeNull();
  });

  it('accepts up to 500 characters, and keeps the latest 20', async () => {
    const { send, answer, notesOf } = await scene();
    for (const text of ['', ' ', 'x'.repeat(501), 7, undefined])
      expect([(await send(text)).status, (await answer(text)).status]).toEqual([400, 400]);
    expect((await send('😀'.repeat(500))).status).toBe(201);
    for (let at = 1; at <= 20; at++) await answer(`answer ${at}`);
    const notes = await notesOf();
    expect([notes.length, notes[0], notes.at(-1)]).toEqual([
      20,
      ['trainee', 'answer 1'],
      ['trainee', 'answer 20'],
    ]);
  });

  it('returns 404 to other trainers, other trainees and removed trainees', async () => {
    const { sim, trainer, trainee, stranger, create, join, path, send, answer, notesOf } = await scene();
    const theirs = await create(stranger);
    const classmate = await sim.account();
    await join(classmate);
    await send('For you alone');
    for (const [who, name] of [
      [stranger, trainee.name],
      [trainee, trainee.name],
      [classmate, trainee.name],
      [trainer, stranger.name],
    ] as const)
      expect((await send('Mine', who, name)).status).toBe(404);
    expect((await answer('Mine', stranger)).status).toBe(404);
    expect(await notesOf(classmate)).toEqual([]);
    const foreignPath = `/console/classes/${theirs.class_id}/trainees/${trainee.name}/notes`;
    expect((await sim.ask(stranger, 'POST', foreignPath, { text: 'Mine' })).status).toBe(404);
    await sim.ask(trainer, 'DELETE', `${path}/trainees/${trainee.name}`);
    expect([(await answer('Still here')).status, (await send('Still there')).status]).toEqual([404, 404]);
    expect(await notesOf()).toEqual([]);
    // A trainee who joins again begins without notes.
    await join(trainee);
    expect(await notesOf()).toEqual([]);
  });
});

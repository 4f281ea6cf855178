import { eachStore } from '@svc-simulator/test-support/each-store.ts';
import { buttonBody } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

describe.each(eachStore())('the state of a trainee, %s', (_name, start) => {
  async function scene() {
    const { sim, other } = await start();
    const [owner, trainee] = [await sim.account(), await sim.account()];
    const creation = await sim.ask(owner, 'POST', '/console/classes', { title: 'March' });
    const { class_id, join_code } = creation.json.data;
    await sim.ask(trainee, 'POST', '/console/class', { class_code: join_code });
    const state = async (name = trainee.name, who = owner) =>
      sim.send('GET', `/console/classes/${class_id}/trainees/${name}`, {
        token: who.console,
        headers: { 'accept-language': 'en' },
      });
    return { sim, other, owner, trainee, class_id, state };
  }

  it('returns the practices with hints, the last failures with their causes, and the time of the last activity', async () => {
    const { sim, other, trainee, state } = await scene();
    const before = (await state()).json.data;
    expect(before).toMatchObject({ completed: 1, refused_calls: 0, last_refused: null, last_given_up: null });
    const missing = before.practices.find(({ id }: { id: string }) => id === 'button_session');
    expect(missing).toMatchObject({ done: false, whole: false, hint: expect.stringContaining('Send POST') });

    await sim.clock.advance(60_000);
    // Either instance can run the account's jobs, by its own clock.
    if (other !== sim) await other.clock.advanceTo(sim.clock.now());
    const body = {
      ...buttonBody,
      agreement_id: trainee.agreement,
      amount_reference: 0,
      payer: 'SECRET-WORD',
    };
    const path = '/api/v1/ext/payment-sessions/buttons';
    expect((await sim.send('POST', path, { token: trainee.token, body })).status).toBe(400);
    const afterRefusal = (await state()).json.data;
    expect(afterRefusal).toMatchObject({
      completed: 1,
      refused_calls: 1,
      last_refused: {
        method: 'POST',
        operation: 'createButtonSession',
        status: 400,
        cause: expect.stringContaining('/amount_reference must be'),
      },
    });
    // A refused call counts as activity, but not as progress.
    expect(afterRefusal.active_at).toBe(afterRefusal.last_refused.at);
    expect(Date.parse(afterRefusal.active_at) - Date.parse(afterRefusal.progressed_at)).toBe(60_000);

    const webhook_url = `${sim.url}/console/hooks/${trainee.id}/fail`;
    const id = await sim.button(trainee, { webhook_url, identifier: 'SECRET-ORDER' });
    const pass = { token: trainee.token, body: { ms: 10_000 } };
    await sim.send('POST', '/control/clock/advance', pass);
    const answer = await state();
    expect(answer.json.data).toMatchObject({
      completed: 2,
      last_given_up: { event: 'payment_session.created', status: 500, cause: 'receiver_error' },
    });
    const secrets = ['SECRET-ORDER', 'SECRET-WORD', trainee.id, trainee.token, trainee.secret, 'hooks/', id];
    for (const text of secrets) expect(answer.text).not.toContain(text);
  });

  it('counts only what the trainee does as activity', async () => {
    const { sim, owner, trainee, class_id, state } = await scene();
    const activeAt = async () => (await state()).json.data.active_at;
    const before = await activeAt();
    await sim.clock.advance(60_000);
    const path = `/console/classes/${class_id}/trainees/${trainee.name}`;
    expect((await sim.ask(owner, 'POST', `${path}/notes`, { text: 'Hello' })).status).toBe(201);
    expect((await sim.ask(owner, 'POST', `${path}/password`)).status).toBe(200);
    expect(await activeAt()).toBe(before);
    const answer = await sim.ask(trainee, 'POST', '/console/class/notes', { text: 'Thanks' });
    expect(await activeAt()).toBe(answer.json.data.at);
  });

  it('ends a shortened list of causes with an ellipsis', async () => {
    const { sim, trainee, state } = await scene();
    const path = '/api/v1/ext/payment-sessions/buttons';
    await sim.send('POST', path, { token: trainee.token, body: { identifier: 7 } });
    expect((await state()).json.data.last_refused.cause).toBe(
      '/amount_reference is required; /currency_reference is required; /identifier must be a string, not a number; …',
    );
  });

  it('counts practices that tools did if the class allows it', async () => {
    const { sim, owner, trainee, class_id, state } = await scene();
    sim.headers = { 'user-agent': 'svc-sim-tool' };
    await sim.button(trainee);
    sim.headers = {};
    const practice = async () =>
      (await state()).json.data.practices.find(({ id }: { id: string }) => id === 'button_session');
    expect(await practice()).toMatchObject({ done: true, by: 'tool', whole: false });
    const change = (tools_count: boolean) =>
      sim.ask(owner, 'PATCH', `/console/classes/${class_id}`, { tools_count });
    expect((await change(true)).json.data.tools_count).toBe(true);
    expect(await practice()).toMatchObject({ by: 'tool', whole: true });
    await change(false);
    expect((await practice()).whole).toBe(false);
    await sim.button(trainee);
    expect(await practice()).toMatchObject({ by: 'program', whole: true });
  });
});

import { eachStore } from '@svc-simulator/test-support/each-store.ts';
import { buttonBody, type TestAccount } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

const BUTTONS = '/api/v1/ext/payment-sessions/buttons';

describe.each(eachStore())('the board of a class, %s', (_name, start) => {
  async function scene() {
    const { sim, other } = await start();
    const [owner, trainee] = [await sim.account(), await sim.account()];
    const { data } = (await sim.ask(owner, 'POST', '/console/classes', { title: 'March' })).json;
    await sim.ask(trainee, 'POST', '/console/class', { class_code: data.join_code });
    const path = `/console/classes/${data.class_id}/progress`;
    const board = (accept = 'application/json') =>
      sim.send('GET', path, { token: owner.console, headers: { accept, 'accept-language': 'en' } });
    const row = async () => (await board()).json.data.trainees[0];
    const advance = async (ms: number) => {
      await sim.clock.advance(ms);
      // Either instance can run the account's jobs, by its own clock.
      if (other !== sim) await other.clock.advanceTo(sim.clock.now());
    };
    const login = (who: TestAccount, password: string) =>
      other.send('POST', '/console/login', { body: { short_name: who.name.toUpperCase(), password } });
    return { sim, owner, trainee, board, row, advance, login };
  }

  it('shows a refused call until a call of the same operation succeeds', async () => {
    const { sim, trainee, board, row, advance } = await scene();
    await sim.button(trainee);
    expect(await row()).toMatchObject({ stuck_because: null, refused_calls: 0 });
    await advance(60_000);
    const body = {
      ...buttonBody,
      agreement_id: trainee.agreement,
      amount_reference: 0,
      payer: 'SECRET-WORD',
    };
    await sim.send('POST', BUTTONS, { token: trainee.token, body });
    expect(await row()).toMatchObject({
      stuck_because: 'call',
      refused_calls: 1,
      last_refused: { operation: 'createButtonSession', cause: expect.stringContaining('/amount_reference') },
    });
    const csv = (await board('text/csv')).text;
    expect(csv).toContain('"call","1","0","');
    expect(csv).toContain('"POST createButtonSession · 400 /amount_reference must be');
    for (const text of [csv, (await board()).text]) expect(text).not.toContain('SECRET-WORD');
    await sim.button(trainee);
    expect(await row()).toMatchObject({ stuck_because: null, refused_calls: 1 });
  });

  it('repeats the message of a call that was refused because of its credential', async () => {
    const { sim, trainee, row } = await scene();
    const refusal = await sim.send('POST', BUTTONS, { token: trainee.console, body: buttonBody });
    expect(refusal.status).toBe(401);
    expect(refusal.json.detail).not.toBe('');
    const cause = refusal.json.detail.replace(/\.$/, '');
    await expect.poll(async () => (await row()).last_refused?.cause).toContain(cause);
  });

  it('shows an abandoned webhook with its cause until a webhook is delivered', async () => {
    const { sim, trainee, board, row, advance } = await scene();
    const to = (receiver: string) => ({ webhook_url: `${sim.url}/console/hooks/${trainee.id}/${receiver}` });
    await sim.button(trainee, to('fail'));
    const pass = { token: trainee.token, body: { ms: 10_000 } };
    await sim.send('POST', '/control/clock/advance', pass);
    expect(await row()).toMatchObject({
      stuck_because: 'webhook',
      last_given_up: { event: 'payment_session.created', status: 500, cause: 'receiver_error' },
    });
    const csv = (await board('text/csv')).text;
    expect(csv).toMatch(/"webhook","0","0","","","","[^"]+","created · 500 · [^"]+"/);
    expect(csv).not.toContain('hooks/');
    await advance(1000);
    await sim.button(trainee, to('captura'));
    await sim.send('POST', '/control/clock/advance', pass);
    await expect.poll(async () => (await row()).stuck_because).toBeNull();
  });

  it('counts failed logins of the trainee until a login succeeds', async () => {
    const { owner, trainee, board, row, advance, login } = await scene();
    expect((await login(trainee, 'wrong horse')).status).toBe(401);
    await expect.poll(async () => (await row()).failed_logins).toBe(1);
    await login(trainee, 'wrong horse');
    await login(trainee, 'wrong horse');
    // Advances the clock in each poll, because a count that misses one second is stored in the next.
    const countLater = async () => {
      await advance(1000);
      return (await row()).failed_logins;
    };
    await expect.poll(countLater).toBe(3);
    expect(await row()).toMatchObject({ stuck_because: 'login', last_failed_login: expect.any(String) });
    expect((await board('text/csv')).text).toContain('"3 failed logins"');
    expect((await login(owner, 'wrong horse')).status).toBe(401);
    expect((await login(trainee, 'correct horse')).status).toBe(200);
    await expect.poll(async () => (await row()).failed_logins).toBe(0);
    expect(await row()).toMatchObject({ stuck_because: null, last_failed_login: null });
  });
});
